import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { dayShown, shownBy, type When } from './event-clock';

const DAY_MS = 86_400_000;
/** A rule that no day meets is given up. Each step of a yearly one takes as long as hundreds of others. */
const MOST_STEPS = 100_000;
const MOST_YEARS = 1000;
/** Of one rule within a range: more than two years have hours. Each takes 20 µs. */
const MOST_REPETITIONS = 20_000;
/** Read in steps of so many: what is repeated each second would fill the memory. */
const AT_ONCE = 5000;
const UNITS_MS: Readonly<Record<string, number>> = { SECONDLY: 1000, MINUTELY: 60_000, HOURLY: 3_600_000 };

export interface Range {
  readonly from: number;
  readonly until: number;
}

/** A rule is repeated too often to read each time. */
export class TooComplexError extends Error {
  override name = 'TooComplexError';

  /** @param end the moment after which the rule has no time, in milliseconds */
  constructor(readonly end: number) {
    super('The entry is repeated too often.');
  }
}

/**
 * What the clock of `start` shows at the times of a rule within a range, in milliseconds as if it were in UTC.
 * @throws TooComplexError for too many, Error for a rule that has no meaning
 */
export function repetitionsOf(rule: ICAL.Recur, start: When, { from, until }: Range): number[] {
  const parts = [...partsOf(rule, start)];
  const last = rule.until ? lastShown(rule.until, start) : Number.POSITIVE_INFINITY;
  if (rule.until) parts.push(`UNTIL=${stamp(last)}`);
  const rruleString = `DTSTART:${stamp(start.shown)}\nRRULE:${parts.join(';')}`;
  const repetition = new RRuleTemporal({
    rruleString,
    maxIterations: rule.freq === 'YEARLY' ? MOST_YEARS : MOST_STEPS,
  });
  const isLimited = parts.some((part) => part.startsWith('BY'));
  const step = Math.max(isLimited ? DAY_MS : 0, AT_ONCE * rule.interval * (UNITS_MS[rule.freq] ?? DAY_MS));
  const times: number[] = [];
  for (let first = Math.max(from, start.shown); first < until; first += step) {
    const end = new Date(Math.min(first + step, until) - 1);
    times.push(...repetition.between(new Date(first), end, true).map(({ epochMilliseconds }) => epochMilliseconds));
    if (times.length > MOST_REPETITIONS) throw new TooComplexError(start.clock.momentOf(Math.min(last, until)));
  }
  return times;
}

/** Names the day of a month that a rule takes from its start: the library would take the 28th for a 29 February. */
function partsOf(rule: ICAL.Recur, { shown }: When): readonly string[] {
  const parts = rule
    .toString()
    .split(';')
    .filter((part) => !part.startsWith('UNTIL='));
  const by = parts.filter((part) => part.startsWith('BY')).map((part) => part.split('=')[0]);
  const start = new Date(shown);
  const day = `BYMONTHDAY=${start.getUTCDate()}`;
  if (by.length === 0 && rule.freq === 'YEARLY') return [...parts, `BYMONTH=${start.getUTCMonth() + 1}`, day];
  if (by.length === 0 && rule.freq === 'MONTHLY') return [...parts, day];
  return rule.freq === 'YEARLY' && by.join() === 'BYMONTH' ? [...parts, day] : parts;
}

/** What the clock shows at the end of a rule, which may be a day, or a moment in UTC. */
function lastShown(until: ICAL.Time, { isDay, clock }: When): number {
  const shown = shownBy(until);
  if (until.isDate) return isDay ? shown : shown + DAY_MS - 1000;
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  if (isDay) return isUtc ? dayShown({ shown, isDay: false, clock }) : shown;
  return isUtc ? clock.shownAt(shown) : shown;
}

const stamp = (shown: number) => `${new Date(shown).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
