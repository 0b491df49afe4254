export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day on a clock that is never set forward or back. */
export const DAY_MS = 24 * HOUR_MS;

/**
 * The clock in Paris as if it were UTC: an hour ahead, two from the last Sunday of March to that of October, at 01:00
 * UTC (directive 2000/84/EC). Without `Intl`, whose first time zone holds a phone up for about 80 ms.
 */
function clockInParis(now: Date): string {
  const endOf = (month: number) => new Date(Date.UTC(now.getUTCFullYear(), month, 31, 1));
  const changeIn = (month: number) => Number(endOf(month)) - endOf(month).getUTCDay() * DAY_MS;
  const isSummer = Number(now) >= changeIn(2) && Number(now) < changeIn(9);
  return new Date(Number(now) + (isSummer ? 2 : 1) * HOUR_MS).toISOString();
}

/** The current day in Paris, yyyy-MM-dd. Shortly after midnight it differs from the day in UTC. */
export const todayInParis = (now: Date = new Date()): string => clockInParis(now).slice(0, 10);

/** The time in Paris, HH:mm. */
export const timeInParis = (now: Date): string => clockInParis(now).slice(11, 16);

/** Whether it is a day of the calendar, yyyy-MM-dd. `Date` reads the 30th of February as the 2nd of March. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/** @param day yyyy-MM-dd @param count number of days, may be negative */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/**
 * The first day whose hours are not over, yyyy-MM-dd: today until their end. Nobody is expected before it. Without a
 * timetable, a day is over at midnight.
 */
export function firstDayAhead(hours: { readonly to: string } | undefined, now = new Date()): string {
  const today = todayInParis(now);
  return !hours || timeInParis(now) < hours.to ? today : addDays(today, 1);
}
