import { formatFrenchDate, formatHour } from '@site/contract/french-dates';
import { timeInParis, todayInParis } from '@site/contract/today';

export { formatFrenchDate as formatDay };

/** `2026-11-23T08:05:00Z` → `23/11/2026 09:05`, the time in Paris. */
export function formatMoment(iso: string): string {
  const at = new Date(iso);
  return `${todayInParis(at).split('-').reverse().join('/')} ${timeInParis(at)}`;
}

/** `2026-11-23T08:05:00Z` → `lundi 23 novembre 2026 à 9 h 05`, in the style of the days beside it. */
export function formatLongMoment(iso: string): string {
  const at = new Date(iso);
  return `${formatFrenchDate(todayInParis(at))} à ${formatHour(timeInParis(at))}`;
}

/**
 * The moment at which clocks in Paris show this time, the first of two.
 * @param date yyyy-MM-dd
 * @param time HH:mm, none that clocks skip
 */
export function parisMoment(date: string, time: string): Date {
  const summer = new Date(`${date}T${time}+02:00`);
  return timeInParis(summer) === time ? summer : new Date(`${date}T${time}+01:00`);
}

/** The number and its noun, for example `2 demandes`. */
export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count > 1 ? many : one}`;
