import { changeIndex } from '../../src/changes/change-index';
import { decideActivation } from '../../src/changes/decide';
import { decideHold } from '../../src/changes/decide-hold';
import { decideRollback } from '../../src/changes/decide-rollback';
import type { Changed } from '../../src/changes/decision';
import { returnChange } from '../../src/changes/return-change';
import type { ReleaseName } from '../../src/store/keys';
import type { Store } from '../../src/store/store';
import { type Artifact, addAll } from './tiny-site';

/** Lifts the holds of earlier rollbacks. */
export const activateReleases = (store: Store, ...chosen: readonly ReleaseName[]): Promise<Changed | null> =>
  changeIndex(store, '', (current) => decideActivation(store, current, { chosen, isResuming: true }));

/** Publishes a release and activates it. */
export async function activateNew(store: Store, artifact: Artifact): Promise<Changed> {
  const { name, id } = artifact.release;
  await addAll(store, [artifact]);
  const changed = await activateReleases(store, { name, id });
  if (!changed) throw new Error('It was active already.');
  return changed;
}

/** As `activate` does by default. */
export const activateWatched = (store: Store, ...chosen: readonly ReleaseName[]): Promise<Changed | null> =>
  changeIndex(store, '', (current) => decideActivation(store, current, { chosen, watchedDays: 3 }));

/** @param to defaults to the previous release */
export const rollBack = (store: Store, name: string, to?: string): Promise<Changed | null> =>
  changeIndex(store, '', (current) => decideRollback(store, current, [{ name, to }]));

export const holdPart = (store: Store, name: string, why: string): Promise<Changed | null> =>
  changeIndex(store, why, (current) => decideHold(store, current, [name]));

export const returnByGuard = (store: Store, seq: number, why: string): Promise<Changed | null> =>
  returnChange(store, { seq, why });
