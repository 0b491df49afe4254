import { parisMoment } from '../paris-time.ts';
import type { DayHours } from '../site-facts.ts';

const DAY_MS = 86_400_000;

/** The times of a calendar entry: the hours of the day where they are known, otherwise the whole day. @param date yyyy-MM-dd */
export function dayTimes(date: string, hours: DayHours | undefined) {
  if (hours) return { start: parisMoment(date, hours.from), end: parisMoment(date, hours.to), allDay: false };
  const start = new Date(`${date}T00:00:00Z`);
  // Calendars exclude the end.
  return { start, end: new Date(start.getTime() + DAY_MS), allDay: true };
}

/** The UID of a day, the same in each mail, file and feed, so that a calendar updates its entry. */
export const entryId = (calendarId: string, date: string) => `${calendarId}-${date}`;
