import type { OwnedRequest } from '@site/supabase/requests';

/** A request of a person who telephoned. */
export interface NewRequest {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  /** yyyy-MM-dd */
  readonly dates: readonly string[];
  readonly is_agefice: boolean;
  readonly note: string | null;
  /** Sends the person a receipt, if the site mails visitors. */
  readonly tell: boolean;
}

export interface AddedRequest {
  readonly request: OwnedRequest;
  /** Whether a receipt goes to the person. */
  readonly isTold: boolean;
}
