import { formatFrenchDate, formatHour } from '@site/contract/french-dates';
import { timeInParis, todayInParis } from '@site/contract/today';

export { formatFrenchDate as formatDay };

// Created on first use: the first format of a program takes 13 ms, and most programs write no date.
let moment: Intl.DateTimeFormat | undefined;

/** `2026-11-23T08:05:00Z` → `23/11/2026 09:05`, the time in Paris. */
export function formatMoment(iso: string): string {
  moment ??= new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Europe/Paris',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  // Newer browsers put a comma between the day and the time.
  return moment.format(new Date(iso)).replace(',', '');
}

/** `2026-11-23T08:05:00Z` → `lundi 23 novembre 2026 à 9 h 05`, in the style of the days beside it. */
export function formatLongMoment(iso: string): string {
  const at = new Date(iso);
  return `${formatFrenchDate(todayInParis(at))} à ${formatHour(timeInParis(at))}`;
}

/**
 * The moment at which clocks in Paris show this time.
 * @param date yyyy-MM-dd
 * @param time HH:mm, none that clocks skip
 */
export function parisMoment(date: string, time: string): Date {
  const shownMs = Date.parse(`${date}T${time}:00Z`);
  return new Date(shownMs - clockOffset(shownMs, 'Europe/Paris'));
}

// Created on first use: the first format of a program takes 13 ms.
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * How many milliseconds clocks of a zone are ahead of UTC when they show a time.
 * @param shownMs as if they were in UTC
 */
export function clockOffset(shownMs: number, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  const offsetAt = (moment: number) => Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - moment;
  // The offset at the first guess may be that of the other side of a change of the clocks.
  return offsetAt(shownMs - offsetAt(shownMs));
}

/** The number and its noun, for example `2 demandes`. */
export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count > 1 ? many : one}`;
