import type { Change, IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { requireLine, requireState } from './decide';
import type { Decision } from './decision';
import { findHold } from './holds';
import { findLine } from './part-line';

/**
 * Holds parts. Returns null when all of them are held already. A part need not be active: its next activation is refused.
 * @throws UserError for a name without a release
 */
export async function decideHold(store: Store, current: IndexEntry | null, names: readonly string[]) {
  const state = requireState(current);
  for (const name of names) await requireKnownPart(store, state, name);
  const parts = names.filter((name) => !findHold(state, name));
  return parts.length > 0 ? keep(state, { command: 'hold', held: { kind: 'hold', parts } }, parts) : null;
}

/** Lifts the holds of parts. Returns null when none of them is held. @throws UserError for a name without a release */
export async function decideResumption(store: Store, current: IndexEntry | null, names: readonly string[]) {
  const state = requireState(current);
  for (const name of names) await requireKnownPart(store, state, name);
  const resumed = names.filter((name) => findHold(state, name));
  return resumed.length > 0 ? keep(state, { command: 'resume', resumed }, resumed) : null;
}

async function requireKnownPart(store: Store, state: IndexEntry, name: string) {
  if (findLine(state, name) || findHold(state, name) || (await store.listIds(name)).length > 0) return;
  requireLine(state, name);
}

/** Keeps releases and data, whatever their state: a hold must work on a damaged site. */
function keep(
  state: IndexEntry,
  change: Pick<Change, 'command' | 'held' | 'resumed'>,
  names: readonly string[],
): Decision {
  const { releases, deactivated, redirects, data } = state;
  return {
    releases,
    ...(deactivated && { deactivated }),
    ...(redirects && { redirects }),
    data,
    change: { ...change, parts: names.map((name) => ({ name })) },
  };
}
