import { isContract } from '@site/contract/day-papers';
import { CONSUMER_DAYS, WITHDRAWAL_DAYS } from '@site/contract/offer';
import { addDays } from '@site/contract/today';
import { formatDay, upperFirst } from '../content/dates';
import { owes } from './fields';
import { carriedDepositOn, type PaperData, paperState, signedOnOf } from './paper-data';
import { isFree } from './tax';

/** The last day on which nothing may be asked for. @param signedOn yyyy-MM-dd */
export const lastUnpayableDay = (signedOn: string): string => addDays(signedOn, WITHDRAWAL_DAYS);

/**
 * Whether nothing of a contrat may be asked for yet, and its invoice may not go out (L6353-6). A signature counts even
 * if it was for other days, or at another price.
 */
export function isUnpayable(data: PaperData): boolean {
  const last = lastOfTenDays(data);
  return isContract(data.file) && owes(data) && !(last && last < data.today);
}

/** The last of the ten days of the signed contrat; null before its signature. */
export function lastOfTenDays({ file, request: { agreement } }: PaperData): string | null {
  const signedOn = agreement ? agreement.isContract && agreement.signedOn : paperState('convention', file)?.signedOn;
  return signedOn ? lastUnpayableDay(signedOn) : null;
}

/**
 * Days between the end of the ten days and the first payment above 30 % of the price, where a training day lies
 * within the ten days. The contrat itself sets them; no article does.
 */
export const BALANCE_DAYS = 15;

/** @param one yyyy-MM-dd, as the other */
export const laterDay = (one: string, other: string) => (one > other ? one : other);

/**
 * The first day on which the whole price of a contrat may be paid, as the contrat says.
 * `private.refuse_early_payment` has the same rule.
 * @param days yyyy-MM-dd, like the result
 */
export function firstWholeDay(signedOn: string, days: readonly string[]): string {
  const unpayable = lastUnpayableDay(signedOn);
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  return laterDay(last, addDays(unpayable, first && first <= unpayable ? BALANCE_DAYS : 1));
}

/**
 * The last day on which a consumer may withdraw: an end on a weekend or a public holiday moves to the next working day
 * (L221-19). `private.last_consumer_day` has the same rule.
 * @param signedOn yyyy-MM-dd
 */
export function lastConsumerDay(signedOn: string): string {
  let day = addDays(signedOn, CONSUMER_DAYS);
  while (new Date(day).getUTCDay() % 6 === 0 || isHoliday(day)) day = addDays(day, 1);
  return day;
}

const FIXED_HOLIDAYS = '01-01 05-01 05-08 07-14 08-15 11-01 11-11 12-25'.split(' ');

/** Easter Monday, Ascension and Whit Monday, in days after Easter. */
const MOVABLE_HOLIDAYS = [1, 39, 50];

/** Code du travail, L3133-1. @param day yyyy-MM-dd */
function isHoliday(day: string): boolean {
  const easter = easterOf(Number(day.slice(0, 4)));
  return FIXED_HOLIDAYS.includes(day.slice(5)) || MOVABLE_HOLIDAYS.some((after) => addDays(easter, after) === day);
}

/** By the rule of the Gregorian calendar, as Meeus gives it; for the years 1900 to 2099 alone. */
function easterOf(year: number): string {
  const golden = year % 19;
  const epact = (19 * golden + 24) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * epact + 5) % 7;
  const isLate = weekday === 6 && (epact === 29 || (epact === 28 && golden > 10));
  return addDays(`${year}-03-22`, epact + weekday - (isLate ? 7 : 0));
}

/**
 * Whether a day lies within the ten days of a contrat, in which nothing may be paid. The ten days of an unsigned
 * contrat begin today at the earliest.
 */
export const isWithinTenDays = (day: string, data: Pick<PaperData, 'file' | 'request' | 'today'>): boolean =>
  day <= lastUnpayableDay(signedOnOf(data) ?? data.today);

/**
 * A sentence behind the terms of payment of a contrat, for a day so early that these terms would ask for money too
 * soon. No fingerprint contains it, because it depends on the day of the signature.
 * @param signedOn yyyy-MM-dd, for a paper that follows the signature
 */
export function afterWithdrawal(
  data: Pick<PaperData, 'file' | 'request' | 'today' | 'site'>,
  signedOn: string | null = null,
): string {
  const { file, request, site } = data;
  if (!isContract(file) || !request.confirmedDates.some((day) => isWithinTenDays(day, data))) return '';
  const [early, end] =
    request.confirmedDates.length > 1
      ? [
          'pour un jour de formation qui tombe dans les dix jours qui suivent la signature du contrat, ',
          'leur expiration',
        ]
      : ['', 'l’expiration du délai de dix jours qui suit la signature du contrat'];
  const on = signedOn ? ` le ${formatDay(addDays(lastUnpayableDay(signedOn), BALANCE_DAYS))}, soit` : '';
  const later = `au plus tôt${on} ${BALANCE_DAYS} jours après ${end} (article L6353-5 du Code du travail)`;
  if (!site.papers?.deposit) return ` ${upperFirst(early) || 'Dans tous les cas, '}${later}.`;
  const first = carriedDepositOn(data)
    ? 'aucune autre somme avant'
    : 'aucune somme avant cette expiration, 30 % au plus à ce moment';
  return ` Hors acompte, ${early}${later} : ${first} (article L6353-6).`;
}

/** The terms of payment; null at a price of 0, which has none. */
export const paymentRow = (payment: string, data: PaperData): readonly [string, string] | null =>
  isFree(data) ? null : ['Règlement', payment + afterWithdrawal(data)];
