import type { ReleaseCounts, ReleaseEvidence } from './evidence';
import { failsMore } from './failure-test';
import { WATCHED_PAGES, type WatchTime, watchedUntil } from './watch-length';

/**
 * Six visits from as many networks, of which none became live, have a probability of 0.3^6 = 0.07 % where 70 % of them
 * usually do. Pages of one network prove nothing: one program without scripts can open any number.
 */
export const SILENT_VISITS = 6;
const USUAL_LIVE_SHARE = 0.7;
/** A fault of each tenth page has shown itself by then (95 %), and a share is known. */
const ENOUGH_PAGES = 30;

export const NO_COUNTS: ReleaseCounts = { served: 0, live: 0, failed: 0, recovered: 0, reporters: 0, networks: 0 };

export type Evidence = Pick<ReleaseEvidence, 'since' | 'before'>;

export type Judgement = Verdict | { readonly verdict: 'watching' };

export type Verdict =
  | { readonly verdict: 'passed' | 'not-enough-visits' }
  /** `silence`: no page became live; `failures`: more pages fail than before. */
  | { readonly verdict: 'returned'; readonly because: 'silence' | 'failures' };

/**
 * Judges a release by what browsers reported of it. It returns only upon evidence, whatever the clock and however often
 * it is asked: missing counts prove nothing.
 */
export function judge({ since, before }: Evidence, time: WatchTime): Judgement {
  const previous = before ?? NO_COUNTS;
  if (failsMore(since, previous)) return { verdict: 'returned', because: 'failures' };
  if (isSilent(since, previous)) return { verdict: 'returned', because: 'silence' };
  const isOver = since.live >= WATCHED_PAGES || time.now >= watchedUntil(time);
  if (!isOver) return { verdict: 'watching' };
  return { verdict: isComparable(since, previous) ? 'passed' : 'not-enough-visits' };
}

function isSilent(since: ReleaseCounts, previous: ReleaseCounts): boolean {
  const isUsuallyLive = previous.live >= ENOUGH_PAGES && previous.live >= USUAL_LIVE_SHARE * previous.served;
  return isUsuallyLive && since.live === 0 && since.networks >= SILENT_VISITS;
}

/** Failures prove nothing without pages of the previous release to compare them with. */
const isComparable = (since: ReleaseCounts, previous: ReleaseCounts) =>
  since.live >= ENOUGH_PAGES && (since.reporters === 0 || previous.live >= ENOUGH_PAGES);
