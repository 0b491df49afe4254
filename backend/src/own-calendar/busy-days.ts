import ICAL from 'ical.js';
import { shownAt } from './named-zone';
import { type Occurrence, occurrencesOf } from './occurrences';

/** As supabase/functions/_shared/mail/calendar-day.ts writes those of the site's own entries. */
const OWN_UID = /^[0-9a-f]{32}-\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const ZONE = 'Europe/Paris';
/** A daily event of ten years has 3,650. */
const MOST_OCCURRENCES = 100_000;

/** Days from the first to the last, yyyy-MM-dd. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

/**
 * The days in Paris on which a calendar has an event that is neither free time nor cancelled nor the site's own, sorted.
 * @throws TooComplexError when events are repeated too often; Error for a text that is no calendar
 */
export function busyDays(text: string, { first, last }: Span, most = MOST_OCCURRENCES): readonly string[] {
  const [from, until] = [Date.parse(first), Date.parse(last) + DAY_MS];
  const days = new Set<string>();
  for (const occurrence of occurrencesOf(readEvents(text), { from, until, most })) {
    const [touched, end] = touchedDays(occurrence);
    for (let day = Math.max(touched, from); day <= end && day < until; day += DAY_MS) days.add(dayOf(day));
  }
  return [...days].sort();
}

function readEvents(text: string): ICAL.Component[] {
  const parsed: unknown[] = ICAL.parse(text);
  const calendars = Array.isArray(parsed[0]) ? parsed : [parsed];
  return calendars
    .flatMap((calendar) => new ICAL.Component(calendar as unknown[]).getAllSubcomponents('vevent'))
    .filter((event) => !OWN_UID.test(String(event.getFirstPropertyValue('uid'))));
}

/** The first and the last, as midnights in UTC. The end is excluded: an event until midnight does not touch the next day. */
function touchedDays({ start, end, isWholeDays }: Occurrence): readonly [number, number] {
  const dayAt = isWholeDays ? midnight : dayInParis;
  return [dayAt(start), dayAt(Math.max(start, end - 1000))];
}

const dayInParis = (moment: number) => midnight(shownAt(moment, ZONE));
const midnight = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
