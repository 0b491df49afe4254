import type { OwnerRequest } from '../api/wire';
import type { RequestAction } from './use-request-action';

/** What each part of an open request gets. */
export interface ActionParts {
  readonly request: OwnerRequest;
  /** @param on the request as the author saw it; as it is now without it */
  readonly run: (action: RequestAction, on?: OwnerRequest) => void;
  /** While an action runs, or what is shown is old. */
  readonly isDisabled: boolean;
}
