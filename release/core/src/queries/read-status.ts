import { requireState } from '../changes/decide';
import { type JourneyStatus, readJourneyRuns } from '../checks/journeys';
import type { ActivePart, Revision } from '../store/revision';
import type { DamagedRevision } from '../store/revisions';
import { readNewestFirst, type Store } from '../store/store';
import { UserError } from '../user-error';
import { type SyntheticVisit, visitsIn, type WatchEnd, type WatchProgress, watchesIn } from '../watch/stored-watches';
import { partsInPlace, recentWatches, watchedUntil } from '../watch/watch';

type NamedStatus = Awaited<ReturnType<typeof readPart>>;

export interface SiteStatus extends Required<Pick<Revision, 'seq' | 'deactivated' | 'holds'>> {
  readonly names: readonly NamedStatus[];
  readonly damaged: readonly DamagedRevision[];
  readonly watches: readonly WatchStatus[];
  /** Empty while a release is damaged. */
  readonly journeys: readonly JourneyStatus[];
}

export async function readStatus(store: Store): Promise<SiteStatus> {
  const { revision, damaged } = await store.readState();
  const state = requireState(revision);
  const { seq, releases, deactivated = {}, holds = {}, since } = state;
  const shell = releases.shell && (await store.readIfIntact('shell', releases.shell.active));
  const linked = shell?.offers?.routes ?? [];
  const names = await Promise.all(
    Object.entries(releases).map(([name, part]) => readPart(store, { name, part, since: since[name] ?? null, linked })),
  );
  const watches = await readWatches(store, state);
  const journeys = await readJourneyRuns(store, state).catch(noneIfDamaged);
  return { seq, names, deactivated, holds, damaged, watches, journeys };
}

/** A damaged release has no journeys to show, and `status` still says that it is damaged. */
function noneIfDamaged(error: unknown): readonly JourneyStatus[] {
  if (error instanceof UserError) return [];
  throw error;
}

interface NamedPart {
  readonly name: string;
  readonly part: ActivePart;
  readonly since: string | null;
  readonly linked: readonly string[];
}

async function readPart(store: Store, { name, part, since, linked }: NamedPart) {
  const { active, previous, revoked } = part;
  const release = await store.readIfIntact(name, active);
  const ids = await store.listIds(name);
  const others = ids.filter((id) => id !== active && !previous.includes(id) && !revoked.includes(id));
  const waiting = await readNewestFirst(store, name, others);
  return {
    name,
    title: release?.routes[0]?.title ?? null,
    ...(release?.private && { private: release.private }),
    /** Whether the site cannot do without it: all pages link to one of its own, or it is their shell. */
    required: name === 'shell' || release?.routes.some((route) => linked.includes(route.name)) === true,
    active,
    activeSince: since,
    commit: release?.commit ?? null,
    previous: previous.filter((id) => ids.includes(id)),
    revoked,
    waiting: waiting.map(({ id }) => id),
    publishedAt: release?.publishedAt ?? null,
    size: release?.size ?? null,
  };
}

export interface WatchStatus {
  readonly seq: number;
  readonly names: readonly string[];
  /** ISO 8601; it ends earlier, after a day at least, once 300 networks have had the release. */
  readonly until: string;
  readonly look: WatchProgress | null;
  readonly end: WatchEnd | null;
  /** The earliest first. */
  readonly visits: readonly SyntheticVisit[];
}

/** The watches of active releases, and those of the last weeks that were rolled back, the latest first. */
async function readWatches(store: Store, current: Revision): Promise<readonly WatchStatus[]> {
  const { readEnd, readProgress } = watchesIn(store.blobs);
  const statuses = (await recentWatches(store, current)).toReversed().map(async (watch): Promise<WatchStatus> => {
    const { seq } = watch;
    const names = partsInPlace(watch, current).map(({ name }) => name);
    const [end, progress, visits] = await Promise.all([
      readEnd(seq),
      readProgress(seq),
      visitsIn(store.blobs).list(seq),
    ]);
    return { seq, names, until: new Date(watchedUntil(watch)).toISOString(), look: end ? null : progress, end, visits };
  });
  return (await Promise.all(statuses)).filter(({ names, end }) => names.length > 0 || end?.verdict === 'returned');
}

/** The change whose pages a synthetic visit opens: the given one, or the latest that is watched. @throws UserError */
export async function readVisitedChange(store: Store, seq?: number) {
  const state = requireState(await store.readRevision());
  const watches = (await recentWatches(store, state)).filter((one) => seq === undefined || one.seq === seq);
  const watch = watches.findLast((one) => partsInPlace(one, state).length > 0);
  if (watch) {
    const names = partsInPlace(watch, state).map(({ name }) => name);
    const visited = names.includes('shell') ? Object.keys(state.releases) : names;
    const releases = await Promise.all(
      visited.map((name) => store.readIfIntact(name, state.releases[name]?.active ?? '')),
    );
    const paths = releases.flatMap((release) => release?.routes.map(({ path }) => path) ?? []);
    return { seq: watch.seq, names, paths };
  }
  throw new UserError(
    `There is no ${seq === undefined ? 'watched change' : `watched change ${seq}`} whose releases are active: "npx pnpm release log" lists the changes.`,
  );
}
