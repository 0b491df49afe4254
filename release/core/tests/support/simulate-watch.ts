import type { ReleaseCounts } from '../../src/watch/evidence';
import { type Judgement, judge } from '../../src/watch/judge';
import { createVisits } from '../../src/watch/silent-visits';
import { drawBinomial } from './seeded-random';

// Each look-up of a global takes long in Jest's sandbox.
const { floor, log, round } = Math;
const DAY_MS = 86_400_000;
const DAYS_BEFORE = 30;
const SEQ = 1;
/** As in the page counter. */
const NETWORK_GROUPS = 64;

/** When somebody looks: after each page, less often, or after one page of ten. */
export type Look = 'every page' | 'hourly' | 'daily' | 'random';

export interface SimulatedSite {
  readonly pagesPerDay: number;
  /** Share of the pages that fail, before the change as since it. */
  readonly failing: number;
  /** Share of the other pages that become live. */
  readonly live: number;
  /** Pages that fail become live first: they fail at a later click. */
  readonly failsLate: boolean;
  readonly days: number;
  readonly look: Look;
}

/** Visitors arrive at random moments, each from its own network. */
export function simulateWatch(random: () => number, site: SimulatedSite): Judgement {
  const { pagesPerDay, days, look } = site;
  // `since.networks` has the visits whose silence would prove something, as in the guard.
  const since = { served: 0, live: 0, failed: 0, recovered: 0, reporters: 0, networks: 0 };
  const evidence = { since, before: countBefore(random, site) };
  const time = { startedAt: 0, now: 0, days };
  const visits = createVisits();
  const reached = new Set<number>();
  for (let now = 0; ; ) {
    const next = now - (log(1 - random()) / pagesPerDay) * DAY_MS;
    for (const at of looksBetween(random, look, { now, next })) {
      visits.look();
      if (since.live === 0) since.networks = visits.count('booking', SEQ, reached.size);
      time.now = at;
      const judgement = judge(evidence, time);
      if (judgement.verdict !== 'watching') return judgement;
    }
    now = next;
    reached.add(floor(random() * NETWORK_GROUPS));
    addPage(random, site, since);
  }
}

function countBefore(random: () => number, { pagesPerDay, failing, live, failsLate }: SimulatedSite): ReleaseCounts {
  const served = pagesPerDay * DAYS_BEFORE;
  const failed = drawBinomial(random, served, failing);
  const able = failsLate ? served : served - failed;
  return { served, live: round(able * live), failed, recovered: 0, reporters: failed, networks: 64 };
}

type Counting = { -readonly [Key in keyof ReleaseCounts]: number };

function addPage(random: () => number, { failing, live, failsLate }: SimulatedSite, since: Counting) {
  const fails = random() < failing;
  if (fails) {
    since.failed += 1;
    since.reporters += 1;
  }
  if ((!fails || failsLate) && random() < live) since.live += 1;
}

interface Pause {
  readonly now: number;
  readonly next: number;
}

/** Moments of the looks between two pages. Further ones without a page would find the same. */
function looksBetween(random: () => number, look: Look, { now, next }: Pause): readonly number[] {
  if (look === 'every page') return [now];
  if (look === 'random') return random() < 0.1 ? [now] : [];
  const period = { hourly: DAY_MS / 24, daily: DAY_MS }[look];
  const first = floor(now / period) + 1;
  return [first, first + 1, first + 2, first + 3].map((number) => number * period).filter((at) => at <= next);
}
