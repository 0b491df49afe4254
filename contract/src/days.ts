import type { DayPart } from './owner-facts';

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

/** When the training day begins and ends, HH:mm in Paris; undefined when the timetable is not known. */
export function hoursOf(
  day: readonly DayPart[] | undefined,
): { readonly from: string; readonly to: string } | undefined {
  const [from, to] = [day?.at(0)?.from, day?.at(-1)?.to];
  return from && to && from < to ? { from, to } : undefined;
}
