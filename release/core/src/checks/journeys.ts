import { type Journey, JourneyError, pathsOf, readJourneys } from '@site/contract/journeys';
import { resolveRedirects } from '../compose/redirects';
import { readActive } from '../compose/release-set';
import { journeyKey, nodeKey, type ReleaseName } from '../store/keys';
import type { Release } from '../store/release';
import type { Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { addChecks, type CheckedPair, newPairs, uncheckedPairs } from './pairs';

/** One of the node files: no visitor loads it, and `release.json` only contains its hash. */
export const JOURNEYS_FILE = 'journeys.json';

/** Empty for a release from before there were journeys. @throws UserError when they are damaged */
export async function journeysOf(store: Store, release: Release): Promise<readonly Journey[]> {
  if (!Object.hasOwn(release.nodeFiles, JOURNEYS_FILE)) return [];
  const content = await store.readNodeFile(release, JOURNEYS_FILE);
  try {
    return readJourneys(content.toString());
  } catch (cause) {
    if (!(cause instanceof JourneyError)) throw cause;
    throw new UserError(`${nodeKey(release, JOURNEYS_FILE)}: ${cause.message} Publish ${release.name} again.`, {
      cause,
    });
  }
}

export type SiteParts = Pick<Revision, 'releases' | 'redirects'>;

export interface JourneyInState {
  readonly owner: ReleaseName;
  readonly journey: Journey;
  /** Active ids of the parts that the journey steps through, by name; its own part and the shell are among them. */
  readonly touched: Readonly<Record<string, string>>;
}

export async function journeysIn(store: Store, state: SiteParts): Promise<readonly JourneyInState[]> {
  if (!state.releases.shell) return [];
  const { shell, remotes } = await readActive(store, state.releases);
  const all = await Promise.all(
    [shell, ...remotes].map(async (release) => {
      const journeys = await journeysOf(store, release);
      const owner = { name: release.name, id: release.id };
      return journeys.map((journey) => ({ owner, journey, touched: touchedBy({ owner, journey }, state, remotes) }));
    }),
  );
  return all.flat();
}

type JourneyOfPart = Pick<JourneyInState, 'owner' | 'journey'>;

function touchedBy(
  { owner, journey }: JourneyOfPart,
  { releases, redirects = {} }: SiteParts,
  remotes: readonly Release[],
) {
  const ownerOf = ownersIn({ redirects, remotes });
  const names = new Set(['shell', owner.name, ...pathsOf(journey).map(ownerOf)]);
  return Object.fromEntries([...names].sort().map((name) => [name, releases[name]?.active ?? '']));
}

interface Routes {
  readonly redirects: Readonly<Record<string, string>>;
  readonly remotes: readonly Pick<Release, 'name' | 'routes'>[];
}

/** The name of the part whose page answers at a path; the shell answers at all others. */
export function ownersIn({ redirects, remotes }: Routes): (path: string) => string {
  const owners = new Map(remotes.flatMap(({ name, routes }) => routes.map(({ path }) => [path, name] as const)));
  const targets = resolveRedirects(redirects, [...owners.keys()]);
  return (path) => owners.get(targets[path] ?? path) ?? 'shell';
}

/** What a change needs of a browser and has not had; null when nothing. */
export async function missingChecks<Current extends SiteParts>(store: Store, current: Current | null, next: SiteParts) {
  const pairs = await uncheckedPairs(store, newPairs(current?.releases ?? {}, next.releases));
  const journeys = await missingJourneys(store, current, next);
  return pairs.length + journeys.length > 0 ? { pairs, journeys, current } : null;
}

/**
 * The journeys of the changed parts, and those that step through these parts before or after the change. Leaves out
 * those that already ran with the next releases of all parts that they touch.
 */
export async function missingJourneys(
  store: Store,
  current: SiteParts | null,
  next: SiteParts,
): Promise<readonly JourneyInState[]> {
  const isChanged = (name: string) => current?.releases[name]?.active !== next.releases[name]?.active;
  const [before, after] = await Promise.all([current ? journeysIn(store, current) : [], journeysIn(store, next)]);
  const reached = after.filter(({ owner, journey, touched }) => {
    const sameBefore = before.find(
      (one) => one.owner.name === owner.name && one.owner.id === owner.id && one.journey.name === journey.name,
    );
    return Object.keys({ ...touched, ...sameBefore?.touched }).some(isChanged);
  });
  const hasRun = await Promise.all(reached.map((one) => store.blobs.has(keyOf(one))));
  return reached.filter((_, at) => !hasRun[at]);
}

const keyOf = ({ owner, journey, touched }: JourneyInState) => journeyKey(owner, journey.name, touched);

export interface JourneyRun extends ReleaseName {
  readonly journey: string;
  /** Active ids of these parts, by name in alphabetical order. */
  readonly touched: Readonly<Record<string, string>>;
  /** Null when it passed; otherwise what failed in the state before the change too. */
  readonly problem: string | null;
}

interface JourneyRecord extends JourneyRun {
  readonly who: string;
  readonly at: string;
  /** Duration of the whole run, which may have had other journeys too. */
  readonly durationMs: number;
}

/** A journey that failed is stored only when it failed before the change too. */
export async function addJourneyRuns(
  { blobs }: Store,
  ran: readonly JourneyRun[],
  run: Omit<JourneyRecord, keyof JourneyRun>,
) {
  for (const one of ran) {
    const { name, id, journey, touched } = one;
    const record = { ...one, ...run } satisfies JourneyRecord;
    await blobs.add(journeyKey({ name, id }, journey, touched), JSON.stringify(record, null, 2));
  }
}

/** Body of `POST checks`: what the publisher tested in a browser on its own machine. */
export interface ChecksRequest {
  readonly pairs: readonly CheckedPair[];
  /** Missing from a publisher of before there were journeys. */
  readonly journeys?: readonly JourneyRun[];
  readonly durationMs: number;
}

/** Stores what one run in a browser has checked. */
export async function recordChecks(store: Store, { pairs, journeys = [], durationMs }: ChecksRequest, who: string) {
  const run = { who, at: new Date().toISOString(), durationMs };
  await addChecks(store, pairs, run);
  await addJourneyRuns(store, journeys, run);
}

export const describeJourney = ({ owner: { name, id }, journey }: JourneyOfPart) =>
  `« ${journey.title} » of ${name}@${id}`;

export interface JourneyStatus extends Pick<JourneyRun, 'name' | 'journey' | 'problem'> {
  readonly title: string;
  /** ISO 8601; null when it has not run with the active releases. */
  readonly at: string | null;
}

export async function readJourneyRuns(store: Store, state: SiteParts): Promise<readonly JourneyStatus[]> {
  const statuses = (await journeysIn(store, state)).map(async (one) => {
    const stored = await store.blobs.get(keyOf(one));
    const { at = null, problem = null } = stored ? (JSON.parse(stored.toString()) as Partial<JourneyRecord>) : {};
    return { name: one.owner.name, journey: one.journey.name, title: one.journey.title, at, problem };
  });
  return Promise.all(statuses);
}
