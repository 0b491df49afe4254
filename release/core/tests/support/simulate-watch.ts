import { DAY_MS, MINUTE_MS } from '@site/contract/today';
import { createArrivals, judge, NO_COUNTS, type Verdict } from '../../src/watch/judge';
import type { ReleaseCounts } from '../../src/watch/watch';

// Each look-up of a global takes long in Jest's sandbox.
const { floor, log, min, round } = Math;
const DAYS_BEFORE = 30;
/** `private.thousand_networks_before` takes as many. */
const NETWORKS_BEFORE = 1000;
const WATCHED_DAYS = 3;
/** The page counter and the database have as many. */
const NETWORK_GROUPS = 1024;
/** Share of the pages without a fault that become live. */
const LIVE_SHARE = 0.9;

export const SENT = 1;
export const OPENED = 2;
const LIVE = 4;
export const FAILED = 8;

/** What happens on a network, which is in one group of the release. */
export interface NetworkEvent {
  /** Counted in milliseconds since the activation; before it, the previous release was active. */
  readonly at: number;
  readonly group: number;
  /** A sum of SENT, OPENED, LIVE and FAILED. */
  readonly what: number;
}

export interface SimulatedSite {
  readonly visitsPerDay: number;
  /** Share of the visitors with a browser in which every release fails; half of them have IPv4 and IPv6. */
  readonly broken: number;
  /** Share of the visitors for whom the new release fails. */
  readonly failing: number;
  /** Such a page becomes live first: it fails at a later click. */
  readonly failsLate?: boolean;
}

type OnEvent = (event: NetworkEvent) => unknown;

/** Visitors arrive at random moments, each from its own network. Reports arrive a second after the page. */
export function simulateVisits(seed: number, site: SimulatedSite) {
  const random = seededRandom(seed);
  const visitsIn = (days: readonly [number, number], visited: SimulatedSite, onEvent: OnEvent) => {
    const visit = visitOf(random, visited);
    for (let at = days[0] * DAY_MS; ; ) {
      at -= (log(1 - random()) / site.visitsPerDay) * DAY_MS;
      if (at >= days[1] * DAY_MS) return;
      visit(at, onEvent);
    }
  };
  return {
    /** Simulates the release that is replaced; call it first. */
    before: (onEvent: OnEvent) =>
      visitsIn([-min(DAYS_BEFORE, NETWORKS_BEFORE / site.visitsPerDay), 0], { ...site, failing: 0 }, onEvent),
    since: (onEvent: OnEvent) => visitsIn([0, WATCHED_DAYS], site, onEvent),
  };
}

const anyGroup = (random: () => number) => floor(random() * NETWORK_GROUPS);

function visitOf(random: () => number, { broken, failing, failsLate = false }: SimulatedSite) {
  return (at: number, onEvent: OnEvent): void => {
    const group = anyGroup(random);
    onEvent({ at, group, what: SENT | OPENED });
    if (random() < broken) {
      const hasTwo = random() < 0.5;
      // The page and the report each use one of its two networks.
      const from = hasTwo && random() < 0.5 ? anyGroup(random) : group;
      onEvent({ at: at + 1000, group: from, what: FAILED });
      return;
    }
    const fails = random() < failing;
    const isLive = (!fails || failsLate) && random() < LIVE_SHARE;
    const what = (fails ? FAILED : 0) | (isLive ? LIVE : 0);
    if (what > 0) onEvent({ at: at + 1000, group, what });
  };
}

const ALL = Array.from({ length: 16 }, (_, what) => what);
const having = (all: number) => ALL.filter((what) => (what & all) === all);
/** What happened on the networks of each count. */
const COUNTED = {
  opened: having(OPENED),
  started: having(OPENED | LIVE),
  working: having(SENT | LIVE),
  networks: having(SENT).filter((what) => what !== SENT),
  reporters: having(SENT | FAILED),
  unproven: having(FAILED).filter((what) => (what & SENT) === 0),
};

/** Counts the events of one release as the database does. */
export function createCounts(from?: Uint8Array) {
  const whatOf = from ? from.slice() : new Uint8Array(NETWORK_GROUPS);
  // Groups by what happened on them.
  const groups: number[] = ALL.map(() => 0);
  for (let group = 0; group < NETWORK_GROUPS; group += 1) {
    const what = whatOf[group] ?? 0;
    groups[what] = (groups[what] ?? 0) + 1;
  }
  const networksWith = (counted: readonly number[]) => {
    let sum = 0;
    for (const what of counted) sum += groups[what] ?? 0;
    return networksIn(sum);
  };
  return {
    whatOf,
    /** False when nothing is new. */
    add: ({ group, what }: Pick<NetworkEvent, 'group' | 'what'>): boolean => {
      const known = whatOf[group] ?? 0;
      const both = known | what;
      if (both === known) return false;
      groups[known] = (groups[known] ?? 0) - 1;
      groups[both] = (groups[both] ?? 0) + 1;
      whatOf[group] = both;
      return true;
    },
    read: (): ReleaseCounts => ({
      ...NO_COUNTS,
      opened: networksWith(COUNTED.opened),
      started: networksWith(COUNTED.started),
      working: networksWith(COUNTED.working),
      networks: networksWith(COUNTED.networks),
      reporters: networksWith(COUNTED.reporters),
      unproven: networksWith(COUNTED.unproven),
    }),
  };
}

/** Counts as `private.networks_in` does. */
const networksIn = (groups: number) =>
  round(NETWORK_GROUPS * log(NETWORK_GROUPS / (NETWORK_GROUPS - min(groups, NETWORK_GROUPS - 1))));

export interface Simulation {
  /** What happened on each group before the activation. */
  readonly before: Uint8Array;
  readonly since: readonly NetworkEvent[];
}

export function simulate(seed: number, site: SimulatedSite): Simulation {
  const visits = simulateVisits(seed, site);
  const before = createCounts();
  const since: NetworkEvent[] = [];
  visits.before((event) => before.add(event));
  visits.since((event) => since.push(event));
  return { before: before.whatOf, since };
}

export interface Outcome extends Pick<Verdict, 'verdict'> {
  /** Counted in milliseconds since the activation. */
  readonly at: number;
  /** Number of times that the new release was opened until then. */
  readonly visits: number;
}

/** Judges as polls do, once a minute; polls that find nothing new are left out. */
export function watch(simulated: Simulation): Outcome {
  const previous = createCounts(simulated.before).read();
  const counts = createCounts();
  const arrivals = createArrivals();
  let opened = 0;
  let found = counts.read();
  const lookAt = (minute: number) => {
    arrivals.poll();
    const counts = { since: found, before: previous, arrivals: arrivals.count('booking', 1, found) };
    return judge(counts, { startedAt: 0, now: minute * MINUTE_MS, days: WATCHED_DAYS }).verdict;
  };
  const events = [...simulated.since].sort((one, other) => one.at - other.at);
  const last = (WATCHED_DAYS * DAY_MS) / MINUTE_MS;
  for (let [next, minute, settled] = [0, 0, 0]; ; minute += 1) {
    // A visit settles with the second poll after the one that found it.
    const event = events[next];
    if (minute > settled) minute = min(event ? floor(event.at / MINUTE_MS) + 1 : last, last);
    let isNew = false;
    for (let one = event; one && one.at < minute * MINUTE_MS; one = events[next]) {
      isNew = counts.add(one) || isNew;
      if (one.what & OPENED) opened += 1;
      next += 1;
      settled = minute + 2;
    }
    if (isNew) found = counts.read();
    const verdict = lookAt(minute);
    if (verdict !== 'watching') return { verdict, at: minute * MINUTE_MS, visits: opened };
  }
}

/** What somebody with some networks sends, to turn the verdict around. */
export const FORGERIES = {
  /** Failures of the new release at once. */
  blame: { before: 0, since: SENT | OPENED | FAILED },
  /** Failures of the release before it, and live pages of the new one. */
  shield: { before: SENT | OPENED | FAILED, since: SENT | OPENED | LIVE },
  /** Pages of the new release that never become live, a minute apart. */
  mute: { before: 0, since: SENT | OPENED },
  /** Pages of the release before it that never became live, and live ones of the new release. */
  praise: { before: SENT | OPENED, since: SENT | OPENED | LIVE },
} as const;

export type Forgery = keyof typeof FORGERIES;

export interface Forger {
  readonly forgery: Forgery;
  readonly networks: number;
}

export function forge(seed: number, { before, since }: Simulation, { forgery, networks }: Forger): Simulation {
  const random = seededRandom(-seed);
  const forged = createCounts(before);
  const groups = Array.from({ length: networks }, () => [anyGroup(random), anyGroup(random)] as const);
  for (const [group] of groups) forged.add({ group, what: FORGERIES[forgery].before });
  const sent = groups.map(([, group], each) => ({ at: 1 + each * MINUTE_MS, group, what: FORGERIES[forgery].since }));
  return { before: forged.whatOf, since: [...sent, ...since] };
}

// Each look-up of a global takes long in Jest's sandbox.
const { imul } = Math;

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * SQL that stores simulated visits to a part, as the site's servers and browsers report them.
 * @param events SQL for a JSON list of {at, release, group, what}, with the sums of `NetworkEvent`
 * @param part SQL for the name of the part
 */
export const storeVisits = (events: string, part: string) => `
  with event as (
    select * from json_to_recordset(${events}) as e (at timestamptz, release text, "group" integer, what integer)
  ), networks as (
    insert into private.release_networks as n (since, remote, release, sent, opened, live)
      select private.ten_minutes(e.at), ${part}, e.release,
          coalesce(bit_or(b.bit) filter (where e.what & 1 > 0), 0::bit(1024)),
          coalesce(bit_or(b.bit) filter (where e.what & 2 > 0), 0::bit(1024)),
          coalesce(bit_or(b.bit) filter (where e.what & 4 > 0), 0::bit(1024))
        from event e, lateral (select set_bit(0::bit(1024), e."group", 1) as bit) as b
        group by private.ten_minutes(e.at), e.release
      on conflict (since, remote, release) do update
        set sent = n.sent | excluded.sent, opened = n.opened | excluded.opened, live = n.live | excluded.live
  )
  insert into public.incidents (created_at, remote, release, phase, code, route, reporter)
    select e.at, ${part}, e.release, 'runtime', 'exception', '/', e."group" from event e where e.what & 8 > 0`;
