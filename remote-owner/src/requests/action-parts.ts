import type { OwnedRequest } from '@site/supabase/requests';
import type { RequestAction } from './use-request-action';

export interface ActionParts {
  readonly request: OwnedRequest;
  /** @param on the request as the owner saw it; defaults to the current one */
  readonly run: (action: RequestAction, on?: OwnedRequest) => void;
  /** True while the shown data are old. */
  readonly isDisabled: boolean;
}
