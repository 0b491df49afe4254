import type { SpeedCount } from '@site/backend/incident-report';
import { SPEED_METRICS, type SpeedMetric } from '@site/contract/page-speed';
import { requireState } from '@site/release-core/changes/decide';
import { parseName } from '@site/release-core/changes/names';
import type { Store } from '@site/release-core/store/store';
import { type InputOf, optionalText } from '@site/release-core/wire/input';
import { isDatabaseElsewhere, readSpeedCounts } from './failures';
import { FEWEST_PAGES, type SpeedPercentile, speedPercentile } from './speed-percentile';

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

export interface SpeedsFound {
  readonly days: number;
  /** Pages of a release and route, below which nothing is listed. */
  readonly fewest: number;
  /** Null when nobody here can know. By part, the active release first, then by route and metric. */
  readonly speeds: readonly ReleaseSpeed[] | null;
  /** The hosted database has the counts, and is not named here. */
  readonly isElsewhere: boolean;
}

interface Place {
  readonly store: Store;
  readonly root: string;
}

export async function readSpeeds({ store, root }: Place, { name }: InputOf<typeof speedInput>): Promise<SpeedsFound> {
  const wanted = name === undefined ? null : parseName(name);
  const isElsewhere = isDatabaseElsewhere(requireState(await store.readIndex()));
  const counts = isElsewhere ? null : await readSpeedCounts(root);
  const speeds = counts && (await speedsOf(store, counts));
  return {
    days: 30,
    fewest: FEWEST_PAGES,
    speeds: speeds?.filter((one) => wanted === null || one.name === wanted) ?? null,
    isElsewhere,
  };
}

/** Speeds of the active releases and of those before them. Visitors sent the routes: only those of releases are kept. */
export async function speedsOf(store: Store, counts: readonly SpeedCount[]): Promise<readonly ReleaseSpeed[]> {
  const { entry } = await store.readState();
  const releases = Object.entries(entry?.releases ?? {}).flatMap(
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

function bucketsOf(counts: readonly SpeedCount[], of: Pick<ReleaseSpeed, 'name' | 'id' | 'route' | 'metric'>) {
  const buckets: number[] = Array(12).fill(0);
  for (const { remote, release, route, metric, bucket, pages } of counts) {
    if (remote === of.name && release === of.id && route === of.route && metric === of.metric) buckets[bucket] = pages;
  }
  return buckets;
}
