import { formatFrenchDate } from './french-dates.ts';
import { isTooSoonForFunding, lastFundingDay } from './offer.ts';
import { DAY_MS } from './today.ts';

// Apart from `french-dates.ts`, which the shell bundles: a change of the offer builds only the parts that show it.

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
