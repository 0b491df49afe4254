import { DAY_MS } from '@site/contract/today';
import ICAL from 'ical.js';
import { findIana } from 'windows-iana';

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Offsets by zone and quarter of an hour. Clocks change only on a quarter, and computing an offset takes 20 µs. */
const offsets = new Map<string, number>();
const QUARTER_MS = 15 * 60_000;

/** Whether Node knows the rules of a zone, such as Europe/Paris. */
function isNamedZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The moment at which clocks of a zone show a time, both in milliseconds. For a time that they skip, the clocks
 * before the change count.
 * @param clockMs as if the clocks were in UTC
 */
function momentOf(clockMs: number, zone: string): number {
  const guess = clockMs - offsetAt(clockMs, zone);
  // The offset at the first guess may be that of the other side of a change of the clocks.
  return clockMs - offsetAt(guess, zone);
}

/** Returns the time on the clocks of a zone as if they were in UTC. */
export const shownAt = (moment: number, zone: string): number => moment + offsetAt(moment, zone);

function offsetAt(moment: number, zone: string): number {
  const quarter = Math.floor(moment / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${quarter}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  const offset = Date.parse(`${formatOf(zone).format(quarter).replace(' ', 'T')}Z`) - quarter;
  offsets.set(key, offset);
  return offset;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock;
}

/** Times without a zone are in it, as the owner is in France. */
const DEFAULT_ZONE = 'Europe/Paris';

/** The clock of a zone. What it shows is in milliseconds as if it were in UTC. */
export interface Clock {
  /** Counted in milliseconds since 1970. */
  readonly momentOf: (clockMs: number) => number;
  readonly shownAt: (moment: number) => number;
  /** Whether the zone is unknown. Its times may then be those of any zone of the world. */
  readonly isUnknown: boolean;
}

/** A time of a property: what its clock shows. */
export interface EventTime {
  readonly clockMs: number;
  readonly isDay: boolean;
  readonly clock: Clock;
  /** Only a period has it. */
  readonly lengthMs?: number;
}

/** Returns milliseconds, as if the clock were in UTC. */
export const shownBy = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

const parisClock: Clock = named(DEFAULT_ZONE);
const WHOLE_DAYS: Clock = { momentOf: (clockMs) => clockMs, shownAt: (moment) => moment, isUnknown: false };

/** The day of a time that stands for a whole day, such as midnight in Paris in UTC. */
export function dayShown({ clockMs, clock }: EventTime): number {
  const inParis = parisClock.shownAt(clock.momentOf(clockMs));
  return inParis % DAY_MS === 0 ? inParis : Math.floor(clockMs / DAY_MS) * DAY_MS;
}

/** The clock of a named zone. The rules of Node win over those that the calendar describes. */
export function clockOf(property: ICAL.Property): Clock {
  const first: unknown = property.getFirstValue();
  const value = first instanceof ICAL.Period ? first.start : first;
  if (!(value instanceof ICAL.Time) || value.isDate) return WHOLE_DAYS;
  if (value.zone === ICAL.Timezone.utcTimezone) return named('UTC');
  const name = String(property.getFirstParameter('tzid') ?? '');
  if (name === '') return parisClock;
  if (isNamedZone(name)) return named(name);
  if (value.zone && value.zone !== ICAL.Timezone.localTimezone) return described(value.zone);
  const known = [...findIana(name), ...suffixesOf(name)].find(isNamedZone);
  return known ? named(known) : { ...named('UTC'), isUnknown: true };
}

/** `/mozilla.org/20050126_1/Europe/Paris` */
const suffixesOf = (name: string) => [-3, -2].map((start) => name.split('/').slice(start).join('/'));

function named(zone: string): Clock {
  return {
    momentOf: (clockMs) => momentOf(clockMs, zone),
    shownAt: (moment) => shownAt(moment, zone),
    isUnknown: false,
  };
}

const described = (zone: ICAL.Timezone): Clock => ({
  momentOf: (clockMs) => timeOf(clockMs, zone).toUnixTime() * 1000,
  shownAt: (moment) => shownBy(timeOf(moment, ICAL.Timezone.utcTimezone).convertToZone(zone)),
  isUnknown: false,
});

function timeOf(clockMs: number, zone: ICAL.Timezone): ICAL.Time {
  const time = ICAL.Time.fromJSDate(new Date(clockMs), true);
  time.zone = zone;
  return time;
}
