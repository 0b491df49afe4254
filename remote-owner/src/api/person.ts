import type { OwnedRequest } from '@site/supabase/requests';

export interface PersonRequest extends OwnedRequest {
  readonly mails: readonly { readonly kind: string; readonly sentAt: string | null }[];
  readonly history: readonly { readonly at: string; readonly action: string }[];
}

/** Everything stored about a person. */
export interface Person {
  readonly contacts: readonly PersonRequest[];
  readonly reservations: readonly PersonRequest[];
}

/** How much was erased. */
export interface ErasedCounts {
  readonly contacts: number;
  readonly reservations: number;
  readonly mails: number;
}
