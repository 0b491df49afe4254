import { type JourneyRun, missingChecks } from '@site/release-core/checks/journeys';
import { type CheckedPair, newPairs } from '@site/release-core/checks/pairs';
import { type ChangedType, findChangedTypes } from '@site/release-core/checks/types';
import { incompatibilities } from '@site/release-core/compose/compatibility';
import { readReleaseSet } from '@site/release-core/compose/release-set';
import { addRelease, type ReadyRelease } from '@site/release-core/store/add-release';
import { dryBlobs } from '@site/release-core/store/blobs';
import { clientKey, nodeKey } from '@site/release-core/store/keys';
import type { ActiveParts, Revision } from '@site/release-core/store/revision';
import { openStore, type Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { checkInBrowser } from '../check/check-pairs';

export interface Trial {
  /** Pairs that this trial checked; empty when they were checked before, or could not be checked. */
  readonly pairs: readonly CheckedPair[];
  readonly journeys: readonly JourneyRun[];
  readonly durationMs: number;
  readonly unchecked: string | null;
  readonly incompatible: readonly string[];
  readonly changedTypes: readonly ChangedType[];
}

interface TrialOptions {
  readonly store: Store;
  readonly isUnchecked: boolean;
  readonly stop?: AbortSignal;
}

/** Checks unpublished releases in a browser, with each other and with the active ones. */
export async function tryOut(
  { store, isUnchecked, stop }: TrialOptions,
  current: Revision | null,
  parts: readonly ReadyRelease[],
): Promise<Trial> {
  const none = { pairs: [], journeys: [], durationMs: 0, incompatible: [], changedTypes: [] };
  const releases = releasesWith(current, parts);
  if (!current || !releases.shell) {
    return { ...none, unchecked: 'Not checked in a browser: nothing is active that it could run with.' };
  }
  const trial = await openTrial(store, parts);
  const { shell, remotes } = await readReleaseSet(trial, releases);
  const incompatible = incompatibilities(shell, remotes);
  if (incompatible.length > 0) {
    return { ...none, incompatible, unchecked: 'Not checked in a browser: it does not fit what is active.' };
  }
  const changedTypes = await findChangedTypes(trial, newPairs(current.releases, releases));
  const next = { ...current, releases };
  const missing = await missingChecks(trial, current, next);
  if (!missing) return { ...none, changedTypes, unchecked: null };
  if (isUnchecked)
    return {
      ...none,
      changedTypes,
      unchecked: `Not checked in a browser, as asked: its activation runs the check, or takes --unchecked --why "…".`,
    };
  const since = performance.now();
  const checked = await checkInBrowser({ store: trial, ...next, ...missing }, stop);
  if (checked.problems.length > 0) {
    const names = parts.map(({ release: { name } }) => name).join(' ');
    throw new UserError(
      `${checked.problems.join('\n')}\nNothing was published: correct the pages above, then publish again ("npx pnpm dev ${names}" shows them); --unchecked publishes without this check.`,
    );
  }
  const durationMs = Math.round(performance.now() - since);
  return { pairs: checked.pairs, journeys: checked.journeys, durationMs, incompatible, changedTypes, unchecked: null };
}

export const releasesWith = (current: Revision | null, parts: readonly ReadyRelease[]): ActiveParts => ({
  ...current?.releases,
  ...Object.fromEntries(
    parts.map(({ release: { name, id } }) => [name, { active: id, previous: [], revoked: [] }] as const),
  ),
});

export async function openTrial(store: Store, parts: readonly ReadyRelease[]): Promise<Store> {
  const trial = openStore(dryBlobs(store.blobs));
  for (const ready of parts) {
    // Nothing is read of a release that is stored already.
    for (const key of [clientKey(ready.release), nodeKey(ready.release)]) await trial.blobs.remove(key);
    await addRelease(trial, ready);
  }
  return trial;
}
