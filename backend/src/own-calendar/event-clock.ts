import ICAL from 'ical.js';
import { isNamedZone, momentOf, shownAt } from './named-zone';

/** Of times that name no zone, and of zones that nobody describes: the owner is in France. */
const DEFAULT_ZONE = 'Europe/Paris';

/** The zone of a property's times. */
export interface Clock {
  /** In milliseconds since 1970; of a whole day as if it were in UTC. */
  readonly momentOf: (time: ICAL.Time) => number;
  /** The times of a rule up to what the clock shows then: a rule may have no end. */
  readonly repeat: (rule: ICAL.Recur, start: ICAL.Time, until: number) => Iterable<ICAL.Time>;
}

/** What the clock shows, in milliseconds, as if it were in UTC. */
export const shownBy = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/** Prefers the rules that Node has for the name of a zone to those that the calendar describes. */
export function clockOf(property: ICAL.Property): Clock {
  const value: unknown = property.getFirstValue();
  if (!(value instanceof ICAL.Time) || value.isDate) return { momentOf: shownBy, repeat };
  if (value.zone === ICAL.Timezone.utcTimezone) return named('UTC');
  const name = String(property.getFirstParameter('tzid') ?? '');
  if (name && isNamedZone(name)) return named(name);
  if (value.zone !== ICAL.Timezone.localTimezone) return { momentOf: (time) => time.toUnixTime() * 1000, repeat };
  return named(DEFAULT_ZONE);
}

const named = (zone: string): Clock => ({
  momentOf: (time) => momentOf(shownBy(time), zone),
  repeat: (rule, start, until) => repeat(endingOn(rule, zone), floating(start), until),
});

function* repeat(rule: ICAL.Recur, start: ICAL.Time, until: number): Generator<ICAL.Time> {
  const times = rule.iterator(start);
  const days = monthDaysOf(rule, start);
  for (let time = times.next(); time && shownBy(time) <= until; time = times.next()) {
    // The iterator changes the time that it has returned.
    if (days?.includes(time.day) !== false) yield time.clone();
  }
}

/** Days of the month that a yearly rule has, null for any: ical.js takes a 29 February for 1 March in other years. */
function monthDaysOf({ freq, parts }: ICAL.Recur, start: ICAL.Time): readonly number[] | null {
  if (freq !== 'YEARLY') return null;
  if (Object.keys(parts).every((part) => part === 'BYMONTH')) return [start.day];
  const { BYMONTHDAY: days } = parts as { readonly BYMONTHDAY?: readonly number[] };
  return days?.every((day) => day > 0) ? days : null;
}

/** The end of a rule is in UTC, its times are those of the clock. */
function endingOn(rule: ICAL.Recur, zone: string): ICAL.Recur {
  const { until } = rule;
  if (!until || until.isDate) return rule;
  const local = rule.clone();
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  local.until = isUtc ? timeOf(shownAt(shownBy(until), zone)) : floating(until);
  return local;
}

const timeOf = (shown: number) => floating(ICAL.Time.fromJSDate(new Date(shown), true));

function floating(time: ICAL.Time): ICAL.Time {
  const copy = time.clone();
  copy.zone = ICAL.Timezone.localTimezone;
  return copy;
}
