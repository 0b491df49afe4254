import type { Composition } from '../compose/compose';
import type { Change, IndexEntry } from '../store/release';

/** What a change wants. */
export interface Decision extends Pick<IndexEntry, 'releases' | 'deactivated' | 'redirects' | 'data'> {
  /** `who` defaults to the machine's user. */
  readonly change: Omit<Change, 'who' | 'at' | 'why'> & Partial<Pick<Change, 'who'>>;
}

/** Null when nothing changes. */
export type Decide = (current: IndexEntry | null) => Promise<Decision | null>;

export interface Changed {
  readonly entry: IndexEntry;
  readonly rendered: Composition['rendered'];
}
