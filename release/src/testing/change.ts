import { type Changed, changeIndex } from '../changes/change-index';
import { decideActivation } from '../changes/decide';
import { decideRollback } from '../changes/decide-rollback';
import type { ReleaseName } from '../store/keys';
import type { Store } from '../store/store';

export const activateReleases = (store: Store, ...chosen: readonly ReleaseName[]): Promise<Changed | null> =>
  changeIndex(store, '', (current) => decideActivation(store, current, { chosen }));

/** @param to defaults to the previous release */
export const rollBack = (store: Store, name: string, to?: string): Promise<Changed | null> =>
  changeIndex(store, '', (current) => decideRollback(store, current, [{ name, to }]));
