import { userInfo } from 'node:os';
import { type Composition, compose } from '../compose/compose';
import type { SiteData } from '../compose/shell-build';
import type { Change, IndexEntry, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';

/** The state that a command wants, and what it says of the change. */
export interface Decision {
  readonly releases: ReleaseLines;
  readonly data: SiteData;
  readonly change: Omit<Change, 'who' | 'at' | 'why'>;
}

export interface Changed {
  readonly entry: IndexEntry;
  /** Paths whose pages were rendered. */
  readonly rendered: Composition['rendered'];
}

/**
 * Changes what is active. Everything that the new state names is stored before the state itself; when another change
 * comes first, it is decided again upon that one, so that none is lost.
 * @param decide gives null when nothing is to change
 */
export async function changeIndex(
  store: Store,
  why: string,
  decide: (current: IndexEntry | null) => Promise<Decision | null>,
): Promise<Changed | null> {
  for (;;) {
    const current = await store.readIndex();
    const decision = await decide(current);
    if (!decision) return null;
    const { change, ...state } = decision;
    const seq = (current?.seq ?? 0) + 1;
    const { pages, rendered } = await compose(store, { seq, ...state });
    const entry = { seq, ...state, pages, change: { ...change, why, who: whoAmI(), at: new Date().toISOString() } };
    if (await store.addIndex(entry)) return { entry, rendered };
  }
}

function whoAmI() {
  try {
    return userInfo().username;
  } catch {
    // A container may run under an id that has no name.
    return process.getuid ? `uid ${process.getuid()}` : 'unknown';
  }
}
