import { NoBrowserError } from '../check/browser';
import type { CheckedPair } from '../check/check-pairs';
import { findUnchecked } from '../check/check-record';
import { newPairs } from '../check/pairs';
import { incompatibilities } from '../compose/compatibility';
import { readReleases } from '../compose/composed-releases';
import { dryBlobs } from '../store/dry-blobs';
import type { IndexEntry, ReleaseLines } from '../store/release';
import { openStore, type Store } from '../store/store';
import { UserError } from '../user-error';
import { addRelease, type ReadyRelease } from './publish';

interface Trial {
  /** Pairs that were checked now; none when it was checked before, or not at all. */
  readonly pairs: readonly CheckedPair[];
  readonly durationMs: number;
  /** Why it is not checked, in one sentence; null when it is. */
  readonly unchecked: string | null;
  /** Reasons why it cannot be active together with what is active now. */
  readonly incompatible: readonly string[];
}

interface TrialOptions {
  readonly root: string;
  readonly store: Store;
  readonly options: { readonly isUnchecked: boolean };
}

/**
 * Checks a release that is not stored yet in a browser, together with what is active: a remote in the active shell, a
 * shell around each active remote.
 * @throws UserError that names each page that does not work
 */
export async function tryOut(
  { root, store, options }: TrialOptions,
  current: IndexEntry | null,
  ready: ReadyRelease,
): Promise<Trial> {
  const none = { pairs: [], durationMs: 0, incompatible: [] };
  if (!current) return { ...none, unchecked: 'Not checked in a browser: nothing is active that it could run with.' };
  const { name, id } = ready.release;
  const trial = openStore(dryBlobs(store.blobs));
  await addRelease(trial, ready);
  const releases: ReleaseLines = { ...current.releases, [name]: { active: id, before: [], revoked: [] } };
  const { shell, remotes } = await readReleases(trial, releases);
  const incompatible = incompatibilities(shell, remotes);
  if (incompatible.length > 0) {
    return { ...none, incompatible, unchecked: 'Not checked in a browser: it does not fit what is active.' };
  }
  const pairs = await findUnchecked(store, newPairs(current.releases, releases));
  if (pairs.length === 0) return { ...none, unchecked: null };
  if (options.isUnchecked) return { ...none, unchecked: `Not checked in a browser, as asked: ${LATER}` };
  // The other commands start faster without it.
  const { checkPairs } = await import('../check/check-pairs');
  const since = performance.now();
  const checked = await checkPairs({ root, store: trial, releases, data: current.data, pairs }).catch(
    (cause: unknown) => {
      if (cause instanceof NoBrowserError) return cause;
      throw cause;
    },
  );
  if ('message' in checked) return { ...none, unchecked: `Not checked: ${checked.message} Until then, ${LATER}` };
  if (checked.problems.length > 0) {
    throw new UserError(
      `${checked.problems.join('\n')}\nNothing was published: correct the pages above, then publish again; --unchecked publishes without this check.`,
    );
  }
  return { pairs: checked.pairs, durationMs: Math.round(performance.now() - since), incompatible, unchecked: null };
}

const LATER = 'its activation runs the check, or takes --unchecked --why "…".';
