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

// Created on first use: the first format of a program takes 13 ms.
let clock: Intl.DateTimeFormat | undefined;

/**
 * The moment at which clocks in Paris show this time.
 * @param date yyyy-MM-dd
 * @param time HH:mm, none that clocks skip
 */
export function parisMoment(date: string, time: string): Date {
  const wanted = new Date(`${date}T${time}:00Z`).getTime();
  // The offset at the first guess may be that of the other side of a change of the clocks.
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess));
}

/** Clocks in Paris are so many milliseconds ahead of UTC. */
function offsetAt(moment: number): number {
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'medium' });
  return new Date(`${clock.format(moment).replace(' ', 'T')}Z`).getTime() - moment;
}

/** The number and its noun, for example `2 demandes`. */
export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count > 1 ? many : one}`;
