import { GUARD } from '@site/contract/log-names';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { changeIndex } from './change-index';
import { requireState } from './decide';
import { decideChangeRollback } from './decide-rollback';
import type { Changed, Decision } from './decision';
import { findLine } from './part-line';

interface Return {
  /** The change that is undone. */
  readonly seq: number;
  /** The figures, in one line of at most 500 characters. */
  readonly why: string;
}

/**
 * Returns all parts of a change to their releases from before it, and holds them. Returns null when a part has another
 * release by now.
 * @throws UserError when a part had no release before, or may not have that one today
 */
export const returnChange = (store: Store, { seq, why }: Return): Promise<Changed | null> =>
  changeIndex(store, why, (current) => decideReturn(store, current, seq));

/** As `returnChange`, without making it. */
export async function decideReturn(store: Store, current: IndexEntry | null, seq: number): Promise<Decision | null> {
  const state = requireState(current);
  const { parts = [] } = (await store.readEntry(seq))?.change ?? {};
  const isLeft = parts.some(({ name, to }) => findLine(state, name)?.active !== (to ?? null));
  if (isLeft) return null;
  const added = parts.find(({ from }) => from === undefined);
  if (added) throw new UserError(`${added.name} had no release before change ${seq}: there is none to return to.`);
  const decision = await decideChangeRollback(store, current, seq);
  if (!decision) return null;
  const { held, ...change } = decision.change;
  return { ...decision, change: { ...change, who: GUARD, ...(held && { held: { ...held, kind: 'guard' } }) } };
}
