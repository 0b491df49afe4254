import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { isNamedZone, momentOf, shownAt } from './named-zone';

/** Of times that name no zone: the owner is in France. */
const DEFAULT_ZONE = 'Europe/Paris';
const DAY_MS = 86_400_000;

/** The clock of a zone. What it shows is in milliseconds as if it were in UTC. */
export interface Clock {
  /** In milliseconds since 1970. */
  readonly momentOf: (shown: number) => number;
  readonly shownAt: (moment: number) => number;
  /** Whether nobody describes the zone: its times may be anywhere between the first and the last zone of the world. */
  readonly isUnknown: boolean;
}

/** A time of a property: what its clock shows. */
export interface When {
  readonly shown: number;
  readonly isDay: boolean;
  readonly clock: Clock;
  /** Of a period only. */
  readonly lengthMs?: number;
}

/** What a clock shows, in milliseconds, as if it were in UTC. */
export const shownBy = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

const parisClock: Clock = named(DEFAULT_ZONE);
const WHOLE_DAYS: Clock = { momentOf: (shown) => shown, shownAt: (moment) => moment, isUnknown: false };

/** The day of a time that stands for a whole day, such as midnight in Paris in UTC. */
export function dayShown({ shown, clock }: When): number {
  const inParis = parisClock.shownAt(clock.momentOf(shown));
  return inParis % DAY_MS === 0 ? inParis : Math.floor(shown / DAY_MS) * DAY_MS;
}

/** Prefers the rules that Node has for the name of a zone to those that the calendar describes. */
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
    momentOf: (shown) => momentOf(shown, zone),
    shownAt: (moment) => shownAt(moment, zone),
    isUnknown: false,
  };
}

const described = (zone: ICAL.Timezone): Clock => ({
  momentOf: (shown) => timeOf(shown, zone).toUnixTime() * 1000,
  shownAt: (moment) => shownBy(timeOf(moment, ICAL.Timezone.utcTimezone).convertToZone(zone)),
  isUnknown: false,
});

function timeOf(shown: number, zone: ICAL.Timezone): ICAL.Time {
  const time = ICAL.Time.fromJSDate(new Date(shown), true);
  time.zone = zone;
  return time;
}
