let parisDay: Intl.DateTimeFormat | undefined;

/** The current day in Paris, yyyy-MM-dd. Shortly after midnight it differs from the day in UTC. */
export function todayInParis(now: Date = new Date()): string {
  // Created on first use: this takes a phone at least 15 ms, and most pages need no format.
  parisDay ??= new Intl.DateTimeFormat('fr-FR', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'Europe/Paris',
  });
  const [day, month, year] = parisDay.format(now).split('/');
  return `${year}-${month}-${day}`;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day on a clock that is never set forward or back. */
export const DAY_MS = 24 * HOUR_MS;

/** @param day yyyy-MM-dd @param by number of days, may be negative */
export const addDays = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
