import { DAY_MS } from '@site/contract/today';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { clockOf, dayShown, type EventTime, shownBy } from './event-clock.ts';
import type { CalendarEvent } from './events.ts';

/** Steps after which a rule without a day is given up. A step of a yearly rule costs as much as hundreds of others. */
const MAX_STEPS = 100_000;
const MAX_YEARS = 1000;
/** Times of one rule within a range; two years have 17,520 hours. Each takes 20 µs. */
const MAX_REPETITIONS = 20_000;
/** Times are computed in batches, because those of a rule that repeats each second would fill the memory. */
const AT_ONCE = 5000;
const UNITS_MS: Readonly<Record<string, number>> = { SECONDLY: 1000, MINUTELY: 60_000, HOURLY: 3_600_000 };

export interface Range {
  readonly from: number;
  readonly until: number;
}

/** A rule is repeated too often to read each time. */
export class TooComplexError extends Error {
  override name = 'TooComplexError';

  /** @param end of the rule, in milliseconds since 1970 */
  constructor(readonly end: number) {
    super('The event is repeated too often.');
  }
}

/**
 * What the clock of `start` shows at the times of a rule within a range, in milliseconds as if it were in UTC.
 * @throws TooComplexError for too many, Error for a rule that has no meaning
 */
function repetitionsOf(rule: ICAL.Recur, start: EventTime, { from, until }: Range): number[] {
  const parts = [...partsOf(rule, start)];
  const last = rule.until ? lastShown(rule.until, start) : Number.POSITIVE_INFINITY;
  if (rule.until) parts.push(`UNTIL=${stamp(last)}`);
  const rruleString = `DTSTART:${stamp(start.clockMs)}\nRRULE:${parts.join(';')}`;
  const repetition = new RRuleTemporal({ rruleString, maxIterations: rule.freq === 'YEARLY' ? MAX_YEARS : MAX_STEPS });
  const isLimited = parts.some((part) => part.startsWith('BY'));
  const step = Math.max(isLimited ? DAY_MS : 0, AT_ONCE * rule.interval * (UNITS_MS[rule.freq] ?? DAY_MS));
  const times: number[] = [];
  for (let first = Math.max(from, start.clockMs); first < until; first += step) {
    const end = new Date(Math.min(first + step, until) - 1);
    times.push(...repetition.between(new Date(first), end, true).map(({ epochMilliseconds }) => epochMilliseconds));
    if (times.length > MAX_REPETITIONS) throw new TooComplexError(start.clock.momentOf(Math.min(last, until)));
  }
  return times;
}

/** Adds the day of the month that a rule takes from its start: the library would replace 29 February by the 28th. */
function partsOf(rule: ICAL.Recur, { clockMs }: EventTime): readonly string[] {
  const parts = rule
    .toString()
    .split(';')
    .filter((part) => !part.startsWith('UNTIL='));
  const byParts = parts.filter((part) => part.startsWith('BY')).map((part) => part.split('=')[0]);
  const start = new Date(clockMs);
  const day = `BYMONTHDAY=${start.getUTCDate()}`;
  if (byParts.length === 0 && rule.freq === 'YEARLY') return [...parts, `BYMONTH=${start.getUTCMonth() + 1}`, day];
  if (byParts.length === 0 && rule.freq === 'MONTHLY') return [...parts, day];
  return rule.freq === 'YEARLY' && byParts.join() === 'BYMONTH' ? [...parts, day] : parts;
}

/** What the clock shows at the end of a rule, which may be a day, or a moment in UTC. */
function lastShown(until: ICAL.Time, { isDay, clock }: EventTime): number {
  const untilMs = shownBy(until);
  if (until.isDate) return isDay ? untilMs : untilMs + DAY_MS - 1000;
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  if (isDay) return isUtc ? dayShown({ clockMs: untilMs, isDay: false, clock }) : untilMs;
  return isUtc ? clock.shownAt(untilMs) : untilMs;
}

const stamp = (clockMs: number) => `${new Date(clockMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** More than the 26 hours by which two zones can differ. */
const ZONES_MS = 2 * DAY_MS;
/** Clocks are at most 14 hours before and 12 hours after those of UTC. */
const FARTHEST_ZONES_MS = [14 * 3_600_000, 12 * 3_600_000] as const;

/** Milliseconds since 1970; for whole days as if these were in UTC. The end is excluded. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly isWholeDays: boolean;
}

interface TimeSpan extends EventTime {
  readonly lengthMs: number;
}

/** An event, and those that replace some of its occurrences. */
export interface Series {
  readonly event: CalendarEvent;
  readonly replacements: readonly ICAL.Component[];
}

/**
 * All occurrences that touch the range, and perhaps others.
 * @throws TooComplexError, or Error for a rule that cannot be read
 */
export function occurrencesOf({ event, replacements }: Series, owners: readonly string[], range: Range): Occurrence[] {
  const { component } = event;
  if (component.name === 'vfreebusy') return periodsOf(component);
  const [start] = timesIn(component, 'dtstart');
  if (!start || !isBusy(component, owners)) return [];
  const excluded = new Set(
    [component, ...replacements].flatMap((one) =>
      timesIn(one, one === component ? 'exdate' : 'recurrence-id').map((time) => excludedKey(time, start)),
    ),
  );
  const lengthMs = lengthOf(component, start);
  const changes = replacements.filter(changesAllThatFollow);
  return [start, ...timesIn(component, 'rdate'), ...ruleTimes(component, start, { ...range, lengthMs })]
    .filter((time) => !keysOf(time).some((key) => excluded.has(key)))
    .flatMap((time) => changed({ ...time, lengthMs: time.lengthMs ?? lengthMs }, changes, owners))
    .map(occurrenceAt);
}

/** The first occurrence alone, for an event whose rule cannot be read. */
export function firstOccurrence({ component }: CalendarEvent, owners: readonly string[]): Occurrence[] {
  const [start] = timesIn(component, 'dtstart');
  return start && isBusy(component, owners) ? [occurrenceAt({ ...start, lengthMs: lengthOf(component, start) })] : [];
}

/** Whether neither Node nor the calendar knows the event's time zone. */
export const hasUnknownZone = ({ component }: CalendarEvent) =>
  timesIn(component, 'dtstart').some(({ clock }) => clock.isUnknown);

function isBusy(component: ICAL.Component, owners: readonly string[]): boolean {
  const isDeclined = component.getAllProperties('attendee').some((attendee) => {
    // iCloud gives an address of its own for each invitation, and the person's in EMAIL.
    const addresses = [String(attendee.getFirstValue()).replace(/^mailto:/i, ''), attendee.getFirstParameter('email')];
    const isOwner = addresses.some((address) => owners.includes(String(address).toLowerCase()));
    return isOwner && String(attendee.getFirstParameter('partstat')).toUpperCase() === 'DECLINED';
  });
  return (
    !isDeclined &&
    textOf(component, 'transp') !== 'TRANSPARENT' &&
    textOf(component, 'status') !== 'CANCELLED' &&
    !['FREE', 'WORKINGELSEWHERE'].includes(textOf(component, 'x-microsoft-cdo-busystatus'))
  );
}

const textOf = (component: ICAL.Component, name: string) =>
  String(component.getFirstPropertyValue(name) ?? '').toUpperCase();

const changesAllThatFollow = (component: ICAL.Component) =>
  component.getFirstProperty('recurrence-id')?.getFirstParameter('range') === 'THISANDFUTURE';

/** Applies the latest change of « this and all following » before an occurrence; none if that change cancels them. */
function changed(time: TimeSpan, changes: readonly ICAL.Component[], owners: readonly string[]): TimeSpan[] {
  const moment = momentOf(time);
  const [last] = changes
    .flatMap((component) => timesIn(component, 'recurrence-id').map((from) => ({ component, from: momentOf(from) })))
    .filter(({ from }) => from <= moment)
    .sort((one, other) => other.from - one.from);
  const [start] = last ? timesIn(last.component, 'dtstart') : [];
  if (!last) return [time];
  if (!start || !isBusy(last.component, owners)) return [];
  const { clock } = time;
  const moved = clock.shownAt(momentOf(start)) - clock.shownAt(last.from);
  return [{ ...time, clockMs: time.clockMs + moved, lengthMs: lengthOf(last.component, start) }];
}

/** A series of times may exclude a whole day; Exchange excludes a time from a series of whole days. */
function excludedKey(time: EventTime, start: EventTime): string {
  if (time.isDay) return dayKey(time.clockMs);
  return start.isDay ? dayKey(dayShown(time)) : momentKey(time);
}

const keysOf = (time: EventTime) => (time.isDay ? [dayKey(time.clockMs)] : [momentKey(time), dayKey(time.clockMs)]);
const dayKey = (clockMs: number) => `day ${Math.floor(clockMs / DAY_MS)}`;
const momentKey = (time: EventTime) => `at ${momentOf(time)}`;
const momentOf = ({ clockMs, clock }: EventTime) => clock.momentOf(clockMs);

function timesIn(component: ICAL.Component, name: string): EventTime[] {
  return component.getAllProperties(name).flatMap((property) => {
    const clock = clockOf(property);
    return property.getValues().flatMap((value: unknown): EventTime[] => {
      if (value instanceof ICAL.Time) return [{ clockMs: shownBy(value), isDay: value.isDate, clock }];
      if (!(value instanceof ICAL.Period)) return [];
      const lengthMs = value.getDuration().toSeconds() * 1000;
      return [{ clockMs: shownBy(value.start), isDay: false, clock, lengthMs }];
    });
  });
}

function ruleTimes(
  component: ICAL.Component,
  start: EventTime,
  { from, until, lengthMs }: Range & { lengthMs: number },
): EventTime[] {
  if (component.hasProperty('recurrence-id')) return [];
  const range = { from: from - lengthMs - ZONES_MS, until: until + ZONES_MS };
  return component
    .getAllProperties('rrule')
    .flatMap((rule) => repetitionsOf(rule.getFirstValue() as ICAL.Recur, start, range))
    .map((clockMs) => ({ ...start, clockMs }));
}

function periodsOf(component: ICAL.Component): Occurrence[] {
  return component
    .getAllProperties('freebusy')
    .filter((property) => String(property.getFirstParameter('fbtype')).toUpperCase() !== 'FREE')
    .flatMap((property) => property.getValues())
    .filter((value: unknown) => value instanceof ICAL.Period)
    .map((period) => {
      const start = period.start.toUnixTime() * 1000;
      return { start, end: start + period.getDuration().toSeconds() * 1000, isWholeDays: false };
    });
}

function occurrenceAt({ clockMs, isDay, clock, lengthMs }: TimeSpan): Occurrence {
  const [earlier, later] = clock.isUnknown ? FARTHEST_ZONES_MS : [0, 0];
  const moment = clock.momentOf(clockMs);
  return { start: moment - earlier, end: moment + lengthMs + later, isWholeDays: isDay };
}

function lengthOf(component: ICAL.Component, start: EventTime): number {
  const [end] = timesIn(component, 'dtend');
  const duration = component.getFirstPropertyValue('duration');
  const shortest = start.isDay ? DAY_MS : 0;
  if (end) return Math.max(shortest, momentOf(end) - momentOf(start));
  return duration instanceof ICAL.Duration ? Math.max(shortest, duration.toSeconds() * 1000) : shortest;
}
