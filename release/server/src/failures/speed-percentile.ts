import { SPEED_SCALES, type SpeedMetric } from '@site/contract/page-speed';

/** Of fewer pages nothing is said. */
export const FEWEST_PAGES = 20;

const PERCENTILE = 0.75;
/** Probability that the true percentile is below the interval, and as much that it is above. */
const TAIL = 0.025;

export interface SpeedPercentile {
  /** Number of pages. */
  readonly n: number;
  /** The 75th percentile, interpolated within its bucket; null above the last edge. Milliseconds, or no unit for CLS. */
  readonly p75: number | null;
  /** Contains the 75th percentile of all visits with a probability of at least 95 %; its ends are edges of buckets. */
  readonly from: number;
  /** Null: above the last edge. */
  readonly to: number | null;
  readonly rating: 'good' | 'middle' | 'poor';
  /** Pages that are good, between, and poor. */
  readonly shares: readonly [good: number, middle: number, poor: number];
}

/**
 * The 75th percentile of pages that were counted by bucket. The interval is that of the order statistics: how many of n
 * pages are below the true percentile is binomially distributed, whatever the distribution of the speeds.
 * @param counts pages in each bucket; missing ones are empty
 * @returns null for fewer pages than FEWEST_PAGES
 */
export function speedPercentile(metric: SpeedMetric, counts: readonly number[]): SpeedPercentile | null {
  const { edges, good, poor } = SPEED_SCALES[metric];
  const n = sumOf(counts);
  if (n < FEWEST_PAGES) return null;
  const rank = Math.ceil(PERCENTILE * n);
  const { lowest, highest } = ranksAround(n);
  const at = bucketAt(counts, rank);
  const below = sumOf(counts.slice(0, at));
  const [start, end] = [startOf(edges, at), edges[at]];
  const [last, lastGood] = [edges.indexOf(poor), edges.indexOf(good)];
  const shares = [
    sumOf(counts.slice(0, lastGood + 1)),
    sumOf(counts.slice(lastGood + 1, last + 1)),
    sumOf(counts.slice(last + 1)),
  ] as const;
  return {
    n,
    p75: end === undefined ? null : start + ((end - start) * (rank - below)) / (counts[at] ?? 1),
    from: startOf(edges, bucketAt(counts, lowest)),
    to: edges[bucketAt(counts, highest)] ?? null,
    rating: at <= lastGood ? 'good' : at <= last ? 'middle' : 'poor',
    shares,
  };
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

const startOf = (edges: readonly number[], bucket: number) => edges[bucket - 1] ?? 0;

/** The bucket of the page with this rank, the fastest page having rank 1. */
function bucketAt(counts: readonly number[], rank: number): number {
  let seen = 0;
  return counts.findIndex((count) => {
    seen += count;
    return seen >= rank;
  });
}

/**
 * Ranks between which the true percentile is: with B pages below it, P(B < lowest) and P(B >= highest) are at most TAIL.
 * Probabilities are computed by their logarithms: that of no page is 0.25^n.
 */
export function ranksAround(n: number): { readonly lowest: number; readonly highest: number } {
  let logarithm = n * Math.log(1 - PERCENTILE);
  let upTo = 0;
  let lowest = 1;
  for (let below = 0; below < n; below += 1) {
    upTo += Math.exp(logarithm);
    if (upTo <= TAIL) lowest = below + 1;
    if (upTo >= 1 - TAIL) return { lowest, highest: below + 1 };
    logarithm += Math.log((n - below) / (below + 1)) + Math.log(PERCENTILE / (1 - PERCENTILE));
  }
  return { lowest, highest: n };
}
