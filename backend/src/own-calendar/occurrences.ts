import ICAL from 'ical.js';
import { type Clock, clockOf, shownBy } from './event-clock';

/** More than the clocks of two zones differ. */
const ZONES_MS = 2 * 86_400_000;
const DAY_MS = 86_400_000;

/** Milliseconds since 1970; for whole days as if these were in UTC. The end is excluded. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly isWholeDays: boolean;
}

interface Range {
  readonly from: number;
  readonly until: number;
  /** How many may be looked at. */
  readonly most: number;
}

export class TooComplexError extends Error {
  override name = 'TooComplexError';
}

/** Those of busy events, at least all that touch the range. @throws TooComplexError */
export function* occurrencesOf(events: readonly ICAL.Component[], range: Range): Generator<Occurrence> {
  const replaced = replacedOccurrences(events);
  let count = 0;
  for (const event of events.filter(isBusy)) {
    const start = event.getFirstProperty('dtstart');
    if (!start) continue;
    const clock = clockOf(start);
    const lengthMs = lengthOf(event, start, clock);
    const left = new Set([...excludedBy(event), ...(isReplacement(event) ? [] : (replaced.get(uidOf(event)) ?? []))]);
    for (const time of timesOf(event, start, { clock, until: range.until + ZONES_MS })) {
      count += 1;
      if (count > range.most) throw new TooComplexError('The events are repeated too often.');
      if (shownBy(time) + lengthMs + ZONES_MS < range.from || keysOf(time, clock).some((key) => left.has(key)))
        continue;
      const moment = clock.momentOf(time);
      yield { start: moment, end: moment + lengthMs, isWholeDays: time.isDate };
    }
  }
}

const textOf = (event: ICAL.Component, name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
const isBusy = (event: ICAL.Component) =>
  textOf(event, 'transp') !== 'TRANSPARENT' && textOf(event, 'status') !== 'CANCELLED';
const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid'));
const isReplacement = (event: ICAL.Component) => event.hasProperty('recurrence-id');

/** Occurrences that have an event of their own, also when that one is cancelled or free time, by the UID of the series. */
function replacedOccurrences(events: readonly ICAL.Component[]): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const event of events.filter(isReplacement)) {
    const all = keys.get(uidOf(event)) ?? [];
    all.push(...keysIn(event, 'recurrence-id'));
    keys.set(uidOf(event), all);
  }
  return keys;
}

const excludedBy = (event: ICAL.Component) => keysIn(event, 'exdate');

const keysIn = (event: ICAL.Component, name: string) =>
  event.getAllProperties(name).flatMap((property) => {
    const clock = clockOf(property);
    return timesIn(property).map((time) => (time.isDate ? dayKey(time) : momentKey(time, clock)));
  });

/** A series of times may exclude a whole day too. */
const keysOf = (time: ICAL.Time, clock: Clock) =>
  time.isDate ? [dayKey(time)] : [momentKey(time, clock), dayKey(time)];
const dayKey = ({ year, month, day }: ICAL.Time) => `${year}-${month}-${day}`;
const momentKey = (time: ICAL.Time, clock: Clock) => String(clock.momentOf(time));

function timesIn(property: ICAL.Property): ICAL.Time[] {
  return property.getValues().flatMap((value: unknown) => {
    const time = value instanceof ICAL.Period ? value.start : value;
    return time instanceof ICAL.Time ? [time] : [];
  });
}

interface Repetition {
  readonly clock: Clock;
  /** As `shownBy`. */
  readonly until: number;
}

function* timesOf(event: ICAL.Component, property: ICAL.Property, { clock, until }: Repetition): Generator<ICAL.Time> {
  const [start] = timesIn(property);
  if (!start) return;
  const rules = isReplacement(event) ? [] : event.getAllProperties('rrule');
  if (rules.length === 0) yield start;
  yield* event.getAllProperties('rdate').flatMap(timesIn);
  for (const rule of rules) yield* clock.repeat(rule.getFirstValue() as ICAL.Recur, start, until);
}

function lengthOf(event: ICAL.Component, start: ICAL.Property, clock: Clock): number {
  const [first] = timesIn(start);
  const endProperty = event.getFirstProperty('dtend');
  const [end] = endProperty ? timesIn(endProperty) : [];
  const duration = event.getFirstPropertyValue('duration');
  const shortest = first?.isDate ? DAY_MS : 0;
  if (first && end && endProperty)
    return Math.max(shortest, clockOf(endProperty).momentOf(end) - clock.momentOf(first));
  return duration instanceof ICAL.Duration ? Math.max(shortest, duration.toSeconds() * 1000) : shortest;
}
