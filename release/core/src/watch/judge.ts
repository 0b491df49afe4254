import type { ReleaseCounts, ReleaseEvidence } from './evidence';
import { failsMore } from './failure-test';
import { isSilent, type SettledVisits } from './silent-visits';
import { hasEnoughNetworks, type WatchTime, watchedUntil } from './watch-length';

/** A fault that each tenth visitor meets has shown itself by then (95 %), and a share is known. */
const ENOUGH_NETWORKS = 30;

export const NO_COUNTS: ReleaseCounts = {
  served: 0,
  live: 0,
  failed: 0,
  recovered: 0,
  opened: 0,
  started: 0,
  working: 0,
  networks: 0,
  reporters: 0,
  unproven: 0,
};

export interface Evidence extends Pick<ReleaseEvidence, 'since' | 'before'> {
  readonly visits: SettledVisits;
}

export type Judgement = Verdict | { readonly verdict: 'watching' };

export type Verdict =
  | { readonly verdict: 'passed' | 'not-enough-visits' }
  /** `silence`: too few pages became live; `failures`: more networks fail than before. */
  | { readonly verdict: 'returned'; readonly because: 'silence' | 'failures' };

/**
 * Judges a release by the networks that reported of it, however often it is asked. It returns only upon evidence, and
 * nothing any more once the watch is over: missing counts prove nothing.
 */
export function judge({ since, before, visits }: Evidence, time: WatchTime): Judgement {
  const previous = before ?? NO_COUNTS;
  const isOver = time.now >= watchedUntil(time);
  const because = faultIn(since, previous, visits);
  if (because && !isOver) return { verdict: 'returned', because };
  if (!isOver && !hasEnoughNetworks(since.working, time)) return { verdict: 'watching' };
  return { verdict: !because && isComparable(since, previous) ? 'passed' : 'not-enough-visits' };
}

function faultIn(since: ReleaseCounts, previous: ReleaseCounts, visits: SettledVisits): 'failures' | 'silence' | null {
  if (failsMore(since, previous)) return 'failures';
  return isUsuallyLive(previous) && isSilent(visits) ? 'silence' : null;
}

const isUsuallyLive = ({ opened, started }: ReleaseCounts) => started >= ENOUGH_NETWORKS && started >= 0.7 * opened;

/** Failures prove nothing without networks of the previous release to compare them with. */
const isComparable = (since: ReleaseCounts, previous: ReleaseCounts) =>
  since.working >= ENOUGH_NETWORKS && (since.reporters === 0 || previous.networks >= ENOUGH_NETWORKS);
