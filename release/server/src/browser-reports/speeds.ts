import type { SpeedCount } from '@site/backend/incident-report';
import { SPEED_METRICS, SPEED_SCALES, type SpeedMetric } from '@site/contract/page-speed';
import { parseName } from '@site/release-core/changes/arguments';
import { requireState } from '@site/release-core/changes/decide';
import type { Store } from '@site/release-core/store/store';
import { type InputOf, optionalText } from '@site/release-core/wire/protocol';
import { isDatabaseElsewhere, type LocalSite, readSpeedCounts } from './failures';

export const speedInput = { name: optionalText };

/** How fast a release is on a route, for visitors who accepted in the cookie banner. */
export interface ReleaseSpeed extends SpeedPercentile {
  readonly name: string;
  readonly id: string;
  /** `previous`: the one that a rollback returns to. */
  readonly state: 'active' | 'previous';
  readonly route: string;
  readonly metric: SpeedMetric;
}

export interface SpeedReport {
  readonly days: number;
  /** Pages of a release and route, below which nothing is listed. */
  readonly fewest: number;
  /** Null when nobody here can know. By part, the active release first, then by route and metric. */
  readonly speeds: readonly ReleaseSpeed[] | null;
  /** The hosted database has the counts, and is not named here. */
  readonly isElsewhere: boolean;
}

export async function readSpeeds(
  { store, root }: LocalSite,
  { name }: InputOf<typeof speedInput>,
): Promise<SpeedReport> {
  const wanted = name === undefined ? null : parseName(name);
  const isElsewhere = isDatabaseElsewhere(requireState(await store.readRevision()));
  const counts = isElsewhere ? null : await readSpeedCounts(root);
  const speeds = counts && (await speedsOf(store, counts));
  return {
    days: 30,
    fewest: MIN_PAGES,
    speeds: speeds?.filter((one) => wanted === null || one.name === wanted) ?? null,
    isElsewhere,
  };
}

/** Speeds of the active and the previous releases. Visitors sent the routes: only those of releases are kept. */
export async function speedsOf(store: Store, counts: readonly SpeedCount[]): Promise<readonly ReleaseSpeed[]> {
  const { revision } = await store.readState();
  const releases = Object.entries(revision?.releases ?? {}).flatMap(
    ([
      name,
      {
        active,
        previous: [previous],
      },
    ]) => [
      { name, id: active, state: 'active' as const },
      ...(previous === undefined ? [] : [{ name, id: previous, state: 'previous' as const }]),
    ],
  );
  const stored = await Promise.all(releases.map(({ name, id }) => store.readIfIntact(name, id)));
  const routes = [...new Set(stored.flatMap((release) => release?.routes.map(({ path }) => path) ?? []))].sort();
  return releases.flatMap((release) =>
    routes.flatMap((route) =>
      SPEED_METRICS.flatMap((metric) => {
        const percentile = speedPercentile(metric, bucketsOf(counts, { ...release, route, metric }));
        return percentile ? [{ ...release, route, metric, ...percentile }] : [];
      }),
    ),
  );
}

function bucketsOf(counts: readonly SpeedCount[], speed: Pick<ReleaseSpeed, 'name' | 'id' | 'route' | 'metric'>) {
  const buckets: number[] = Array(12).fill(0);
  for (const { remote, release, route, metric, bucket, pages } of counts) {
    if (remote === speed.name && release === speed.id && route === speed.route && metric === speed.metric)
      buckets[bucket] = pages;
  }
  return buckets;
}

/** The speeds of fewer pages are not listed. */
const MIN_PAGES = 20;

const PERCENTILE = 0.75;
/** Probability that the true percentile is below the interval, and as much that it is above. */
const TAIL = 0.025;

interface SpeedPercentile {
  readonly n: number;
  /** The 75th percentile, interpolated within its bucket; null above the last edge. Milliseconds; CLS has no unit. */
  readonly p75: number | null;
  /** Contains the 75th percentile of all visits with a probability of at least 95 %; its ends are edges of buckets. */
  readonly from: number;
  /** Null: above the last edge. */
  readonly to: number | null;
  readonly rating: 'good' | 'middle' | 'poor';
  readonly shares: readonly [good: number, middle: number, poor: number];
}

/**
 * The 75th percentile of pages that were counted by bucket. The interval is that of the order statistics: how many of n
 * pages are below the true percentile is binomially distributed, whatever the distribution of the speeds.
 * @param counts pages in each bucket; missing ones are empty
 * @returns null for fewer pages than MIN_PAGES
 */
export function speedPercentile(metric: SpeedMetric, counts: readonly number[]): SpeedPercentile | null {
  const { edges, good, poor } = SPEED_SCALES[metric];
  const n = sumOf(counts);
  if (n < MIN_PAGES) return null;
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
 * Ranks between which the true percentile is: with B pages below it, P(B < lowest) and P(B >= highest) are at most
 * TAIL. Probabilities are computed by their logarithms: that of no page is 0.25^n.
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
