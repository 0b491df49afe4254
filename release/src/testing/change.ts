import { type Changed, changeIndex } from '../changes/change-index';
import { decideActivation } from '../changes/decide';
import { decideRollback } from '../changes/decide-rollback';
import type { ReleaseName } from '../store/keys';
import type { Store } from '../store/store';

/** Makes releases active, all in one change. */
export const activateReleases = (store: Store, ...chosen: readonly ReleaseName[]): Promise<Changed | null> =>
  changeIndex(store, '', (current) => decideActivation(store, current, { chosen }));

/** @param to the previous release without it */
export const rollBack = (store: Store, name: string, to?: string): Promise<Changed | null> =>
  changeIndex(store, '', (current) => decideRollback(store, current, [{ name, to }]));
