import { userInfo } from 'node:os';
import { type Composition, compose } from '../compose/compose';
import { recordActivations } from '../store/activations';
import { nextSince } from '../store/history';
import type { Change, IndexEntry } from '../store/release';
import type { Store } from '../store/store';

export interface Decision extends Pick<IndexEntry, 'releases' | 'deactivated' | 'redirects' | 'data'> {
  /** `who` defaults to the machine's user. */
  readonly change: Omit<Change, 'who' | 'at' | 'why'> & Partial<Pick<Change, 'who'>>;
}

export interface Changed {
  readonly entry: IndexEntry;
  readonly rendered: Composition['rendered'];
}

/**
 * Adds an index entry after storing every file that it names. When another change was faster, calls `decide` again with
 * that entry, so that no change is lost. `decide` returns null when nothing changes.
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
    const at = new Date().toISOString();
    const since = await nextSince(store, current, { releases: state.releases, at });
    const entry = { seq, ...state, pages, since, change: { who: whoAmI(), ...change, why, at } };
    await recordActivations(store, current, state.releases);
    if (await store.addIndex(entry)) return { entry, rendered };
  }
}

export function whoAmI() {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return process.getuid ? `uid ${process.getuid()}` : 'unknown';
  }
}
