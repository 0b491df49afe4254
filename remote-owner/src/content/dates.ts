import { type MovedDay, WISH_TOO_LATE, wishInWords } from '@site/contract/agreement-words';
import { formatDays, formatDuration, formatHour, joinWords } from '@site/contract/french-dates';
import { timeInParis } from '@site/contract/today';
import { formatFrenchDate, todayInParis } from '@site/shared-ui';

export { formatDays, formatDuration, formatHour, joinWords };

const dayOf = (iso: string) => todayInParis(new Date(iso));
const withoutWeekday = (date: string) => date.slice(date.indexOf(' ') + 1);

/** « 14 h 32 », in Paris. @param iso ISO 8601 */
export const formatTime = (iso: string): string => formatHour(timeInParis(new Date(iso)));

/** « 23 nov. à 14 h 32 », in Paris. @param iso ISO 8601 */
export const formatShortMoment = (iso: string): string =>
  `${withoutWeekday(formatShortDay(dayOf(iso)))} à ${formatTime(iso)}`;

/** « 26 novembre à 10 h 05 », in Paris. @param iso ISO 8601 */
export function formatDayAndTime(iso: string): string {
  const [, day, month] = formatFrenchDate(dayOf(iso)).split(' ');
  return `${day}\u00a0${month} à ${formatTime(iso)}`;
}

/** « 23 novembre 2026 à 14 h 32 », in Paris. @param iso ISO 8601 */
export const formatLongMoment = (iso: string): string =>
  `${withoutWeekday(formatFrenchDate(dayOf(iso)))} à ${formatTime(iso)}`;

const MINUTE_MS = 60_000;
const HOURS_IN_DAY = 24;
/** Older moments are shown as a date. */
const LONGEST_AGE_DAYS = 30;

/** « il y a 3 j », or the date of what is older than a month. @param iso ISO 8601 @param now milliseconds since 1970 */
export function formatAge(iso: string, now = Date.now()): string {
  const minutes = Math.floor((now - new Date(iso).getTime()) / MINUTE_MS);
  if (minutes < 1) return 'à l’instant';
  if (minutes < 60) return `il y a ${minutes}\u00a0min`;
  const hours = Math.floor(minutes / 60);
  if (hours < HOURS_IN_DAY) return `il y a ${hours}\u00a0h`;
  const days = Math.floor(hours / HOURS_IN_DAY);
  return days <= LONGEST_AGE_DAYS ? `il y a ${days}\u00a0j` : formatShortMoment(iso);
}

// The first use of the browser's own format takes a phone 4 % of the processor time until the list is shown.
const MONTHS = 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'.split(' ');

/** « lun. 23 nov. » @param day yyyy-MM-dd */
export function formatShortDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7]?.slice(0, 3);
  const dayOfMonth = date.getUTCDate();
  return `${weekday}. ${dayOfMonth === 1 ? '1er' : dayOfMonth}\u00a0${MONTHS[date.getUTCMonth()]}`;
}

/** « novembre 2026 » @param month yyyy-MM */
export const formatMonth = (month: string): string => formatFrenchDate(`${month}-01`).split(' ').slice(2).join(' ');

export const formatDay = formatFrenchDate;

/** « demande le jeu. 12 mars à la place du jeu. 5 mars » @param ahead of `firstDayAhead` */
export const shortWish = ({ from, to }: MovedDay, ahead: string): string =>
  wishInWords({ from: formatShortDay(from), to: formatShortDay(to) }) + (from < ahead ? ` (${WISH_TOO_LATE})` : '');

/** Leaves this year out of the dates of a sentence. */
export const withoutYear = (text: string): string => text.replaceAll(` ${todayInParis().slice(0, 4)}`, '');

export const possibleFrom = (day: string): string => `Possible à partir du ${formatDay(day)}.`;

/** « le jeudi 26 novembre 2026 », « les jeudi 26 et vendredi 27 novembre 2026 » */
export const theDays = (days: readonly string[]): string => `${days.length > 1 ? 'les' : 'le'} ${formatDays(days)}`;

export const WEEKDAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'] as const;

const NAMES_SHOWN = 2;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name in Arabic or Hebrew must not reorder the French words around it. */
export const isolated = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Names the first two, and counts the others. */
export function joinNames(all: readonly string[]): string {
  const names = all.map(isolated);
  const others = names.length - NAMES_SHOWN;
  if (others <= 0) return joinWords(names);
  return joinWords([...names.slice(0, NAMES_SHOWN), `${others}\u00a0${others === 1 ? 'autre' : 'autres'}`]);
}
