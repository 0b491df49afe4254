import { ICalAlarmType, type ICalEvent } from 'ical-generator';
import { parisMoment } from '../paris-time.ts';
import type { DayHours } from '../site-facts.ts';

const DAY_MS = 86_400_000;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** Seconds before the day, when its owner or visitor is reminded: of a whole day at 18:00 on the day before. */
const BEFORE_S = { timed: [24 * HOUR_S, 30 * MINUTE_S], wholeDay: [6 * HOUR_S] };

/** The times of a calendar entry: the hours of the day where they are known, otherwise the whole day. @param date yyyy-MM-dd */
export function dayTimes(date: string, hours: DayHours | undefined) {
  if (hours) return { start: parisMoment(date, hours.from), end: parisMoment(date, hours.to), allDay: false };
  const start = new Date(`${date}T00:00:00Z`);
  // Calendars exclude the end.
  return { start, end: new Date(start.getTime() + DAY_MS), allDay: true };
}

export function addAlarms(event: ICalEvent, isTimed: boolean): void {
  for (const trigger of isTimed ? BEFORE_S.timed : BEFORE_S.wholeDay) {
    event.createAlarm({ type: ICalAlarmType.display, trigger, description: event.summary() });
  }
}
