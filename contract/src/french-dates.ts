// Without `Intl`: the first format that is created takes a phone some 90 ms, in one task of the hydration.
const WEEKDAYS = 'dimanche lundi mardi mercredi jeudi vendredi samedi'.split(' ');
const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

/**
 * « lundi 23 novembre 2026 »; the first of a month is « 1er ».
 * @param date yyyy-MM-dd; anything else throws a RangeError
 */
export function formatFrenchDate(date: string): string {
  // Parsed and read in UTC, so that the day does not depend on the visitor's time zone.
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) {
    throw new RangeError(`Expected a calendar day as yyyy-MM-dd, got "${date}"`);
  }
  const day = midnight.getUTCDate();
  const words = [WEEKDAYS[midnight.getUTCDay()], day === 1 ? '1er' : day, MONTHS[midnight.getUTCMonth()]];
  return [...words, midnight.getUTCFullYear()].join(' ');
}

/** « du mardi 19 au vendredi 22 janvier 2027 » */
export const formatMove = (from: string, to: string): string =>
  `du ${withoutShared(from, to)} au ${formatFrenchDate(to)}`;

/** « vendredi 26 février, jeudi 4 et vendredi 5 mars 2027 », « jeudis 4 et 11 mars 2027 » @param days ascending */
export function formatDays(days: readonly string[]): string {
  const words = days.map((day, at) => withoutShared(day, days[at + 1] ?? ''));
  const [weekday = ''] = words[0]?.split(' ') ?? [];
  if (words.length < 2 || words.some((day) => !day.startsWith(weekday))) return joinWords(words);
  return `${weekday}s ${joinWords(words.map((day) => day.slice(weekday.length + 1)))}`;
}

/** « le lundi 23 novembre 2026 et le mardi 1er décembre 2026 » @param article « le » or « du » */
export const listDays = (article: string, days: readonly string[]): string =>
  joinWords(days.map((day) => `${article} ${formatFrenchDate(day)}`));

/** « un, deux et trois » */
export const joinWords = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' et ');

/** A day without the month and the year that it shares with the next one, if there is one. */
function withoutShared(first: string, second: string): string {
  if (!second) return formatFrenchDate(first);
  const [weekday, day, month, year] = formatFrenchDate(first).split(' ');
  const [, , otherMonth, otherYear] = formatFrenchDate(second).split(' ');
  const shortened = [weekday, day, ...(month === otherMonth && year === otherYear ? [] : [month])];
  return [...shortened, ...(year === otherYear ? [] : [year])].join(' ');
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
const MAX_MINUTES = 90;

/**
 * « une minute », « 8 minutes », « 2 heures »: rounded up, never too short.
 * @param seconds more than 0
 */
export function formatFrenchDelay(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (minutes > MAX_MINUTES) return `${Math.ceil(minutes / 60)}\u00a0heures`;
  return minutes === 1 ? 'une minute' : `${minutes}\u00a0minutes`;
}
