import { DAY_MS } from '@site/contract/today';
import type ICAL from 'ical.js';
import { shownAt } from './event-clock.ts';
import { type CalendarEvent, readEvents } from './events.ts';
import {
  firstOccurrence,
  hasUnknownZone,
  type Occurrence,
  occurrencesOf,
  type Range,
  type Series,
  TooComplexError,
} from './occurrences.ts';

/** Matches those of the site's own entries, which supabase/functions/_shared/mail/agenda-calendar.ts writes. */
const OWN_UID = /^[0-9a-f]{32}-\d{4}-\d\d-\d\d(?:-\d+)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const ZONE = 'Europe/Paris';

/** Days from the first to the last, yyyy-MM-dd. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

export interface Question extends Span {
  /** Addresses of the person whose calendar it is: invitations that they declined close nothing. */
  readonly owners?: readonly string[];
}

export interface BusyDays {
  /** Days in Paris with a busy event that is not cancelled, declined, elsewhere or of the site itself, sorted. */
  readonly days: readonly string[];
  /** The names of the events that could not be read, in part or at all. Their readable parts close days. */
  readonly unread: readonly string[];
}

/**
 * Reads a calendar. One event that cannot be read never hides the others.
 * @throws Error for a text that is no whole calendar
 */
export function busyDays(text: string, { first, last, owners: known = [] }: Question): BusyDays {
  if (!DAY.test(first) || !DAY.test(last)) throw new Error('The span has no days.');
  const range = { from: Date.parse(first), until: Date.parse(last) + DAY_MS };
  const days = new Set<string>();
  const unread: string[] = [];
  const { events, owners: ownersInFile } = readEvents(text);
  const owners = [...known, ...ownersInFile].map((owner) => owner.toLowerCase());
  const all = withoutOutdated(events.filter(({ component }) => !OWN_UID.test(uidOf(component))));
  const replacements = byUid(all.filter(isReplacement));
  for (const event of all) {
    const itsReplacements = isReplacement(event) ? [] : (replacements.get(uidOf(event.component)) ?? []);
    const { found, isRead } = readSeries(
      { event, replacements: itsReplacements.map(({ component }) => component) },
      owners,
      range,
    );
    if (!isRead) unread.push(event.name);
    for (const occurrence of found) addDays(days, occurrence, range);
  }
  if (all.length > 0 && unread.length === all.length && days.size === 0) throw new Error('No event can be read.');
  return { days: [...days].sort(), unread };
}

function readSeries(series: Series, owners: readonly string[], range: Range) {
  const { event } = series;
  const isRead = !event.isDamaged && !hasUnknownZone(event);
  try {
    return { found: occurrencesOf(series, owners, range), isRead };
  } catch (error) {
    const found = firstOccurrence(event, owners);
    // What is repeated without measure may be on each day.
    const end = error instanceof TooComplexError ? error.end : 0;
    return { found: found.map((first) => ({ ...first, end: Math.max(first.end, end) })), isRead: false };
  }
}

const uidOf = (component: ICAL.Component) => String(component.getFirstPropertyValue('uid'));
const isReplacement = ({ component }: CalendarEvent) => component.hasProperty('recurrence-id');

function byUid(events: readonly CalendarEvent[]): ReadonlyMap<string, readonly CalendarEvent[]> {
  const groups = new Map<string, CalendarEvent[]>();
  for (const event of events) {
    const uid = uidOf(event.component);
    groups.set(uid, [...(groups.get(uid) ?? []), event]);
  }
  return groups;
}

/** Keeps the version of each event with the highest SEQUENCE. */
function withoutOutdated(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const last = new Map<string, number>();
  for (const { component } of events)
    last.set(keyOf(component), Math.max(sequenceOf(component), last.get(keyOf(component)) ?? 0));
  return events.filter(
    ({ component }) => !component.hasProperty('uid') || sequenceOf(component) === last.get(keyOf(component)),
  );
}

const keyOf = (component: ICAL.Component) => `${uidOf(component)} ${component.getFirstPropertyValue('recurrence-id')}`;
const sequenceOf = (component: ICAL.Component) => Number(component.getFirstPropertyValue('sequence')) || 0;

function addDays(days: Set<string>, occurrence: Occurrence, { from, until }: Range): void {
  const [touched, end] = touchedDays(occurrence);
  for (let day = Math.max(touched, from); day <= end && day < until; day += DAY_MS) days.add(dayOf(day));
}

/** The first and the last day, as midnights in UTC. An event until midnight does not touch the next day. */
function touchedDays({ start, end, isWholeDays }: Occurrence): readonly [number, number] {
  const dayAt = isWholeDays ? midnight : dayInParis;
  return [dayAt(start), dayAt(Math.max(start, end - 1000))];
}

const dayInParis = (moment: number) => midnight(shownAt(moment, ZONE));
const midnight = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
