let parisDay: Intl.DateTimeFormat | undefined;

/** The current day in Paris, yyyy-MM-dd. Shortly after midnight it differs from the day in UTC. */
export function todayInParis(now: Date = new Date()): string {
  // Paris is one or two hours ahead: until 22:00 in UTC, both have the same day.
  if (now.getUTCHours() < 22) return now.toISOString().slice(0, 10);
  // Created on first use: this takes a phone at least 15 ms.
  parisDay ??= new Intl.DateTimeFormat('fr-FR', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'Europe/Paris',
  });
  const [day, month, year] = parisDay.format(now).split('/');
  return `${year}-${month}-${day}`;
}

let parisTime: Intl.DateTimeFormat | undefined;

/** The time in Paris, HH:mm. */
export function timeInParis(now: Date): string {
  parisTime ??= new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Paris' });
  return parisTime.format(now);
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day on a clock that is never set forward or back. */
export const DAY_MS = 24 * HOUR_MS;

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
  if (!hours) return today;
  // As above: for most of a day, the hour in UTC is enough.
  const isBefore = now.getUTCHours() + 2 < Number(hours.to.slice(0, 2));
  return isBefore || timeInParis(now) < hours.to ? today : addDays(today, 1);
}
