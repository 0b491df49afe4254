import type { Pair } from '../checks/pairs';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import type { ChecksRequest } from '../wire/wire';
import type { Decision } from './decision';

export interface CheckRun extends Pick<Decision, 'releases' | 'data'> {
  /** In a publication, contains the new release in memory. */
  readonly store: Store;
  readonly pairs: readonly Pair[];
}

/** What a decision must pass before it is composed. */
export interface Gate {
  /** Restricts who asks from elsewhere. @throws Error when that right is missing */
  readonly review?: ((current: IndexEntry | null, decision: Decision) => Promise<void>) | undefined;
  /** Opens pages in a browser. @throws Error when one does not work, or where no browser runs */
  readonly runChecks: (run: CheckRun) => Promise<ChecksRequest>;
  readonly options: {
    readonly why: string;
    readonly who: string;
    /** Id of the grant with which somebody asks from elsewhere. */
    readonly grant?: string;
    readonly isDry: boolean;
    /** Paths that lose their page. */
    readonly retire?: readonly string[];
    readonly isUnchecked?: boolean;
    /** Names whose types may differ between a remote and its shell. */
    readonly accept?: readonly string[];
  };
}
