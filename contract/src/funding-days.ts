import { formatFrenchDate } from './french-dates.ts';
import { isTooSoonForFunding, lastFundingDay } from './offer.ts';
import { addDays, DAY_MS } from './today.ts';

// Apart from `french-dates.ts`, which the shell bundles: a change of the offer builds only the parts that show it.

const joined = (parts: readonly string[]): string => parts.join(', ').replace(/, (?=[^,]*$)/, ' et ');

/**
 * When the complete file can still go to the fund. `late`: the days for which it is too late, « le lundi 23 novembre
 * 2026 ». `due`: the last date for the first other day, « le lundi 4 janvier 2027 »; it names that day if other days
 * are too near. `soon`: « c’est demain », if little time is left. Each is empty without such a day.
 * @param days yyyy-MM-dd, ascending; `today` alike
 */
export function fundingDays(
  days: readonly string[],
  today: string,
): { readonly late: string; readonly due: string; readonly soon: string } {
  const the = (day: string) => `le ${formatFrenchDate(day)}`;
  const isLate = (day: string) => isTooSoonForFunding(day, today);
  const late = days.filter(isLate);
  const first = days.find((day) => !isLate(day));
  if (!first) return { late: joined(late.map(the)), due: '', soon: '' };
  const about = late.length > 0 ? ` pour ${the(first)}` : '';
  const due = lastFundingDay(first);
  return { late: joined(late.map(the)), due: the(due) + about, soon: soonOf(due, today) };
}

/** AGEFICE, 2018: months after the last day. */
const REIMBURSEMENT_MONTHS = 4;

/**
 * The last day on which AGEFICE can be asked to pay back, as in `private.deadlines`: the same date four months later,
 * or the last one of a shorter month. Both are yyyy-MM-dd.
 */
export function lastReimbursementDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const end = new Date(Date.UTC(year, month + REIMBURSEMENT_MONTHS, 0));
  return addDays(end.toISOString().slice(0, 10), Math.min(date - end.getUTCDate(), 0));
}

/** From then on, the owner's space reminds of the file (`private.deadlines`). */
const SHORT_NOTICE_DAYS = 7;

function soonOf(due: string, today: string): string {
  const left = (Date.parse(due) - Date.parse(today)) / DAY_MS;
  if (!(left <= SHORT_NOTICE_DAYS)) return '';
  return `c’est ${['aujourd’hui', 'demain'][left] ?? `dans ${left}\u00a0jours`}`;
}
