import type { OwnerRequest } from '../api/wire';
import type { RequestAction } from './use-request-action';

/** What each part of an open request gets. */
export interface ActionParts {
  readonly request: OwnerRequest;
  readonly run: (action: RequestAction) => void;
  /** While an action runs, or what is shown is old. */
  readonly isDisabled: boolean;
}
