import type { Concern } from './health';
import type { NamedRequest } from './requests';

/** What the owner's space shows first. */
export interface Today {
  /** Requests that the owner has not answered. */
  readonly todo: number;
  /** When the oldest of them came; null without any. */
  readonly oldestAt: string | null;
  /** The next confirmed days, three at most. */
  readonly next: readonly { readonly date: string; readonly requests: readonly NamedRequest[] }[];
  /** All but the requests, which `todo` counts. */
  readonly concerns: readonly Concern[];
  /** Which of the first steps are done; null once a reservation was confirmed or cancelled. */
  readonly steps: { readonly days: boolean; readonly agenda: boolean; readonly request: boolean } | null;
}
