import { addDays, MINUTE_MS, todayInParis } from '@site/contract/today';
import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { clockOffset } from '../french.ts';

/** Matches those of the site's own entries, which supabase/functions/_shared/mail/agenda-calendar.ts writes. */
const OWN_UID = /^[0-9a-f]{32}-\d{4}-\d\d-\d\d(?:-\d+)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Properties that decide when an event is. All other lines are skipped, so that a broken one does no harm. */
const WANTED =
  /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|UID|STATUS|TRANSP|SUMMARY|ATTENDEE|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i;
/** Google calls the calendar of a person by their address; Outlook writes X-OWNER. */
const OWNER = /^(?:X-WR-CALNAME|X-OWNER(?:;.*)?):(?:mailto:)?(\S+@\S+?)\s*$/gim;
const LONGEST_NAME = 80;
/** Times of one rule; a day has so many in 54 years. Each takes a few µs. */
const MAX_REPETITIONS = 20_000;
const DAY_S = 86_400;

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

interface Entry {
  readonly event: ICAL.Event;
  /** False if a line that decides when it is could not be read, or names a zone that nobody describes. */
  readonly isRead: boolean;
}

type AddTime = (event: ICAL.Event, start: ICAL.Time, end: ICAL.Time) => void;

/**
 * Reads a calendar. One event that cannot be read never hides the others.
 * @throws Error for a text that is no whole calendar
 */
export function busyDays(text: string, { first, last, owners: known = [] }: Question): BusyDays {
  if (!DAY.test(first) || !DAY.test(last)) throw new Error('The span has no days.');
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '');
  const entries = readEntries(unfolded).filter(({ event }) => !OWN_UID.test(event.uid));
  const replacements = entries.map(({ event }) => event).filter((event) => event.isRecurrenceException());
  const range = { first, last, replacements };
  const ownersInFile = Array.from(unfolded.matchAll(OWNER), ([, owner = '']) => owner);
  const owners = [...known, ...ownersInFile].map((owner) => owner.toLowerCase());
  const days = new Set<string>();
  const unread: string[] = [];
  for (const { event, isRead } of entries) {
    const add: AddTime = ({ component }, start, end) => {
      if (!isBusy(component, owners)) return;
      const [from, to] = touchedDays(start, end);
      for (let day = from > first ? from : first; day <= to && day <= last; day = addDays(day, 1)) days.add(day);
    };
    try {
      if (!addTimes(event, range, add) || !isRead) unread.push(nameOf(event));
    } catch {
      unread.push(nameOf(event));
      add(event, event.startDate, event.endDate);
    }
  }
  if (entries.length > 0 && unread.length === entries.length && days.size === 0) {
    throw new Error('No event can be read.');
  }
  return { days: [...days].sort(), unread };
}

/** @throws Error for a text that ends within a calendar, or has busy times without events */
function readEntries(text: string): Entry[] {
  const blocks = text.match(/^BEGIN:(VEVENT|VTIMEZONE)\b[\s\S]*?^END:\1\b/gim) ?? [];
  const begun = text.match(/^BEGIN:(VEVENT|VTIMEZONE|VFREEBUSY)\b/gim) ?? [];
  if (blocks.length < begun.length || !/^END:VCALENDAR\s*$/im.test(text)) throw new Error('The calendar is cut off.');
  const isZone = (block: string) => /^BEGIN:VTIMEZONE/i.test(block);
  const calendar = new Calendar(['vcalendar', [], []]);
  for (const block of blocks.filter(isZone)) calendar.addZone(block);
  return blocks.filter((block) => !isZone(block)).map((block) => readEntry(block, calendar));
}

function readEntry(block: string, calendar: Calendar): Entry {
  const component = new ICAL.Component('vevent');
  // If the event were one of its own, each search for a zone would look at all others.
  component.parent = calendar;
  let isRead = true;
  // Alarms have durations too.
  const lines = block.replace(/^BEGIN:VALARM[\s\S]*?^END:VALARM/gim, '').split('\n');
  for (const line of lines.filter((one) => WANTED.test(one))) {
    // Programs forget the type of a day.
    const property = propertyOf(
      line.trimEnd().replace(/^(DTSTART|DTEND|RECURRENCE-ID)[^:]*:(\d{8})$/i, '$1;VALUE=DATE:$2'),
    );
    if (!property) isRead = false;
    else component.addProperty(property);
  }
  for (const property of component.getAllProperties()) {
    try {
      if (!isInKnownZone(property)) isRead = false;
    } catch {
      component.removeProperty(property);
      isRead = false;
    }
  }
  return { event: new ICAL.Event(component, { exceptions: [] }), isRead };
}

function propertyOf(line: string): ICAL.Property | null {
  try {
    return ICAL.Property.fromString(line);
  } catch {
    return null;
  }
}

/** Puts times without a known zone into that of Paris, as the owner is in France. @throws for an unreadable value */
function isInKnownZone(property: ICAL.Property): boolean {
  const times = property.getValues().filter((value) => value instanceof ICAL.Time && !value.isDate) as ICAL.Time[];
  const local = times.filter(({ zone }) => zone === ICAL.Timezone.localTimezone);
  for (const time of local) time.zone = PARIS;
  return local.length === 0 || !property.getFirstParameter('tzid');
}

const nameOf = ({ summary }: ICAL.Event) => (summary ?? '').replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_NAME);

/** A calendar in which Node's rules of a zone win over those that the text describes. */
class Calendar extends ICAL.Component {
  private readonly known = new Map<string, ICAL.Timezone | null>();

  addZone(block: string): void {
    try {
      this.addSubcomponent(new ICAL.Component(ICAL.parse(block) as unknown[]));
    } catch {
      // Its times are those of a zone that nobody describes.
    }
  }

  override getTimeZoneByID(name: string): ICAL.Timezone {
    let zone = this.known.get(name);
    if (zone === undefined) zone = nodeZone(name) ?? super.getTimeZoneByID(name) ?? nodeZone(findIana(name)[0] ?? '');
    this.known.set(name, zone);
    return zone as ICAL.Timezone;
  }
}

const QUARTER_MS = 15 * MINUTE_MS;

/** A zone whose rules Node knows, such as Europe/Paris. */
class NodeZone extends ICAL.Timezone {
  /** By quarter of an hour: clocks change only on a quarter, and computing an offset takes 20 µs. */
  private readonly offsets = new Map<number, number>();

  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const quarter = Math.floor(Date.UTC(year, month - 1, day, hour, minute, second) / QUARTER_MS);
    const offset = this.offsets.get(quarter) ?? clockOffset(quarter * QUARTER_MS, this.tzid) / 1000;
    this.offsets.set(quarter, offset);
    return offset;
  }
}

function nodeZone(tzid: string): ICAL.Timezone | null {
  try {
    clockOffset(0, tzid);
    return new NodeZone({ tzid });
  } catch {
    return null;
  }
}

const PARIS = new NodeZone({ tzid: 'Europe/Paris' });

interface Range extends Span {
  /** Events that replace a time of a series, or all that follow. */
  readonly replacements: readonly ICAL.Event[];
}

/** @returns whether all times of the range were added */
function addTimes(event: ICAL.Event, { first, last, replacements }: Range, add: AddTime): boolean {
  const { component, startDate } = event;
  if (!startDate) return true;
  if (!event.isRecurring() || event.isRecurrenceException()) {
    add(event, startDate, event.endDate);
    return true;
  }
  tidyDates(component, startDate);
  for (const one of replacements) if (one.uid === event.uid) event.relateException(one.component);
  const excluded = component.getAllProperties('exdate').flatMap((property) => property.getValues() as ICAL.Time[]);
  const addOne = (time: ICAL.Time) => {
    const { item, startDate: start, endDate } = event.getOccurrenceDetails(time);
    add(item, start, endDate);
  };
  // The library leaves out a start that the rule does not produce.
  if (!excluded.some((time) => time.compare(startDate) === 0)) addOne(startDate);
  const [from, until] = [addDays(first, -2 - event.duration.toSeconds() / DAY_S), addDays(last, 2)];
  const times = event.iterator();
  for (let count = 0; count < MAX_REPETITIONS; count += 1) {
    const time = times.next();
    const day = time?.toString() ?? '';
    if (!time || day > until) return true;
    if (day >= from) addOne(time);
  }
  return false;
}

/** Programs end whole days at a moment and times at a day, and exclude a time from whole days. */
function tidyDates(component: ICAL.Component, start: ICAL.Time): void {
  for (const rule of component.getAllProperties('rrule')) {
    const { until } = rule.getFirstValue() as ICAL.Recur;
    if (until && start.isDate) becomeDay(until);
    else if (until?.isDate) Object.assign(until, { isDate: false, hour: 23, minute: 59, second: 59, zone: start.zone });
    else if (until?.zone === ICAL.Timezone.localTimezone) until.zone = start.zone;
  }
  for (const excluded of start.isDate ? component.getAllProperties('exdate') : []) {
    for (const time of excluded.getValues()) becomeDay(time as ICAL.Time);
  }
}

/** The day of a moment that stands for a whole day, such as midnight in Paris in UTC. */
function becomeDay(time: ICAL.Time): void {
  const inParis = time.convertToZone(PARIS);
  const { year, month, day } = inParis.hour === 0 && inParis.minute === 0 ? inParis : time;
  time.fromData({ year, month, day, hour: 0, minute: 0, second: 0, isDate: true }, ICAL.Timezone.localTimezone);
}

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

/** The first and the last day in Paris. An event until midnight does not touch the next day. */
function touchedDays(start: ICAL.Time, end: ICAL.Time): readonly [string, string] {
  if (start.isDate) return [start.toString(), addDays(end.toString().slice(0, 10), -1)];
  const from = start.toUnixTime();
  return [dayAt(from), dayAt(Math.max(from, end.toUnixTime() - 1))];
}

const dayAt = (seconds: number) => todayInParis(new Date(seconds * 1000));
