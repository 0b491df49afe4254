import type { OwnerRequest } from '../api/wire';
import type { RequestAction } from './use-request-action';

export interface ActionParts {
  readonly request: OwnerRequest;
  /** @param on the request as the owner saw it; defaults to the current one */
  readonly run: (action: RequestAction, on?: OwnerRequest) => void;
  /** True while the shown data are old. */
  readonly isDisabled: boolean;
}
