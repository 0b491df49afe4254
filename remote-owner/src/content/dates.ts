import { formatFrenchDate } from '@site/shared-ui';

const in24h = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', ...options });

/** Intl writes « 1 déc. », with a space at which a line can break. */
const withDayAndMonthJoined = (date: string) =>
  date.replace(/(\d+) (?=\p{L})/u, (_, day) => `${day === '1' ? '1er' : day}\u00a0`);

let time: Intl.DateTimeFormat | undefined;
let moment: Intl.DateTimeFormat | undefined;
let shortDay: Intl.DateTimeFormat | undefined;
let monthName: Intl.DateTimeFormat | undefined;

/** « 14:32 », in Paris. @param iso ISO 8601 */
export function formatTime(iso: string): string {
  time ??= in24h({ hour: '2-digit', minute: '2-digit' });
  return time.format(new Date(iso));
}

/** « 23 nov., 14:32 », in Paris. @param iso ISO 8601 */
export function formatMoment(iso: string): string {
  moment ??= in24h({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return withDayAndMonthJoined(moment.format(new Date(iso)));
}

/** « 23 novembre 2026 à 14:32 », in Paris. @param iso ISO 8601 */
export function formatLongMoment(iso: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date(iso));
  return `${formatFrenchDate(day).replace(/^\p{L}+ /u, '')} à ${formatTime(iso)}`;
}

/** « lun. 23 nov. » @param day yyyy-MM-dd */
export function formatShortDay(day: string): string {
  shortDay ??= new Intl.DateTimeFormat('fr-FR', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  return withDayAndMonthJoined(shortDay.format(new Date(`${day}T00:00:00Z`)));
}

/** « novembre 2026 » @param month yyyy-MM */
export function formatMonth(month: string): string {
  monthName ??= new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return monthName.format(new Date(`${month}-01T00:00:00Z`));
}

export const formatDay = formatFrenchDate;

export const WEEKDAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'] as const;
