import { isTooSoonForFunding, lastFundingDay } from './offer.ts';
import { DAY_MS } from './today.ts';

let longDate: Intl.DateTimeFormat | undefined;

/**
 * « lundi 23 novembre 2026 »; the first of a month is « 1er ».
 * @param date yyyy-MM-dd; anything else throws a RangeError
 */
export function formatFrenchDate(date: string): string {
  // Parsed and formatted in UTC, so that the day does not depend on the visitor's time zone.
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) {
    throw new RangeError(`Expected a calendar day as yyyy-MM-dd, got "${date}"`);
  }
  // Created on first use: this takes a phone at least 15 ms, and most pages need no date.
  longDate ??= new Intl.DateTimeFormat('fr-FR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return longDate
    .formatToParts(midnight)
    .map((part) => (part.type === 'day' && part.value === '1' ? '1er' : part.value))
    .join('');
}

const joined = (parts: readonly string[]): string => parts.join(', ').replace(/, (?=[^,]*$)/, ' et ');

/**
 * What is said of the file for the fund: the days that it comes too late for, « le lundi 23 novembre 2026 », and until
 * when it can go, « le lundi 4 janvier 2027 pour le mardi 19 janvier 2027 »; a single day is not named again. `soon`
 * is « c’est demain » when hardly anybody completes a file until the first of these. Each is empty without such a day.
 * @param days yyyy-MM-dd, like `today`
 */
export function fundingDays(
  days: readonly string[],
  today: string,
): { readonly late: string; readonly due: string; readonly soon: string } {
  const the = (day: string) => `le ${formatFrenchDate(day)}`;
  const isLate = (day: string) => isTooSoonForFunding(day, today);
  const about = (day: string) => (days.length > 1 ? ` pour ${the(day)}` : '');
  const open = days.filter((day) => !isLate(day));
  return {
    late: joined(days.filter(isLate).map(the)),
    due: joined(open.map((day) => the(lastFundingDay(day)) + about(day))),
    soon: soonOf(open.map(lastFundingDay), today),
  };
}

/** From then on, the owner's space reminds of the file (`private.deadlines`). */
const SHORT_NOTICE_DAYS = 7;

function soonOf(lastDays: readonly string[], today: string): string {
  const ahead = lastDays.map((day) => (Date.parse(day) - Date.parse(today)) / DAY_MS);
  const left = Math.min(...ahead);
  if (!(left <= SHORT_NOTICE_DAYS)) return '';
  const when = ['aujourd’hui', 'demain'][left] ?? `dans ${left}\u00a0jours`;
  return `c’est ${when}${ahead.length > 1 ? ' pour la première date' : ''}`;
}

/** « 9 h », « 17 h 30 » @param time HH:mm */
export function formatHour(time: string): string {
  const [hours, minutes] = time.split(':');
  return `${Number(hours)}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`;
}

/** « 7 h 30 » @param minutes any length */
export const formatDuration = (minutes: number): string =>
  formatHour(`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`);

const MINUTE_S = 60;
const MOST_MINUTES = 90;

/**
 * « une minute », « 8 minutes », « 2 heures »: rounded up, never too short.
 * @param seconds more than 0
 */
export function formatFrenchDelay(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (minutes > MOST_MINUTES) return `${Math.ceil(minutes / 60)}\u00a0heures`;
  return minutes === 1 ? 'une minute' : `${minutes}\u00a0minutes`;
}
