import { areDaysOver } from '@site/contract/day-hours';
import { clientOf, type DayFile, type PaperName } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { VAT_REGIMES } from '@site/contract/owner-facts';
import { addDays } from '@site/contract/today';
import type { OwnedRequest } from '@site/supabase/requests';

export interface PaperData {
  readonly request: OwnedRequest;
  readonly file: DayFile;
  readonly site: Site;
  /** yyyy-MM-dd in Paris */
  readonly today: string;
  /** Address of the video call; null or missing where it is not known. */
  readonly videoLink?: string | null;
  /** Euro cents of the agreement, where the price is that of what was followed. */
  readonly agreedCents?: number;
}

/** The client is then the employer, otherwise the trainee. */
export const isEmployer = ({ payer }: Pick<DayFile, 'payer'>) => clientOf(payer) === 'employer';

/** Whether the client buys for a business: an employer, or a self-employed trainee, whose fund may pay. A private person may have a SIREN. */
export const isProfessional = (file: Pick<DayFile, 'payer' | 'status' | 'siren'>) =>
  isEmployer(file) ||
  file.payer === 'agefice' ||
  file.payer === 'fifpl' ||
  file.status === 'independent' ||
  (file.siren !== null && file.status !== 'individual');

/** Whether the client is a private person. Until somebody says who pays, nobody knows. */
export const isConsumer = (file: Pick<DayFile, 'payer' | 'status' | 'siren'>) =>
  file.payer !== null && !isProfessional(file);

/** L6353-5: the trainee may withdraw until this many days after the signature. */
const WITHDRAWAL_DAYS = 10;
/** Code de la consommation, L221-18: of a consumer, whose contract is concluded at a distance. */
const CONSUMER_DAYS = 14;

/** The last day on which nothing may be asked for. @param signedOn yyyy-MM-dd */
export const lastUnpayableDay = (signedOn: string): string => addDays(signedOn, WITHDRAWAL_DAYS);

/**
 * Days after the end of the ten days until more than 30 % of the price may be asked for, where a training day lies within the ten
 * (L6353-6).
 */
export const BALANCE_DAYS = 15;

/** @param one yyyy-MM-dd, as the other */
export const latest = (one: string, other: string) => (one > other ? one : other);

/**
 * The first day on which the whole price of a contrat may be paid, as it says itself. `private.refuse_early_payment` decides the same.
 * @param days yyyy-MM-dd, as the result
 */
export function firstWholeDay(signedOn: string, days: readonly string[]): string {
  const unpayable = lastUnpayableDay(signedOn);
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  return latest(last, addDays(unpayable, first && first <= unpayable ? BALANCE_DAYS : 1));
}

/** L221-19: from a weekend to Monday. Public holidays, which prolong it too, are not known here. @param signedOn yyyy-MM-dd */
export function lastConsumerDay(signedOn: string): string {
  const day = addDays(signedOn, CONSUMER_DAYS);
  const toMonday: Readonly<Record<number, number>> = { 0: 1, 6: 2 };
  return addDays(day, toMonday[new Date(day).getUTCDay()] ?? 0);
}

/** The days on which a paper went out and came back signed; undefined while it has no mark. */
export const marksFor = (name: PaperName, { papers }: Pick<DayFile, 'papers'>) =>
  papers.find(({ paper }) => paper === name);

/** Whether a paper went out for other days than those that are confirmed now, which makes it void. */
export const isMoved = ({ days }: DayFile['papers'][number], { confirmedDates }: OwnedRequest): boolean =>
  days !== null && days.join() !== confirmedDates.join();

/** An agreement is void, too, at another price or in another regime of VAT: `private.valid_papers` decides, for « Aujourd’hui » as for the file. */
const isVoid = (marks: DayFile['papers'][number], request: OwnedRequest): boolean =>
  isMoved(marks, request) || marks.isValid === false;

/** Day on which the agreement for today's confirmed days and price was signed: yyyy-MM-dd. */
export function signedOnOf({ file, request }: Pick<PaperData, 'file' | 'request'>): string | null {
  const marks = marksFor('convention', file);
  return marks && !isVoid(marks, request) ? marks.signedOn : null;
}

/**
 * The day that a new paper names for the one it replaces (other days, another price): when that one went out, or for a
 * signed agreement when it was signed. yyyy-MM-dd; null for a first paper.
 */
export function replacedOn(name: PaperName, { file, request }: Pick<PaperData, 'file' | 'request'>): string | null {
  const marks = marksFor(name, file);
  if (!marks) return null;
  const { sentOn, signedOn, replaces = null } = marks;
  if (!isVoid(marks, request)) return replaces;
  return (name === 'convention' ? (signedOn ?? sentOn) : (sentOn ?? signedOn)) ?? replaces;
}

/** Days that are over are taxed as their agreement was, whatever the regime of VAT is now. */
export function withVatOfThen(data: PaperData): PaperData {
  const { site, file, request, today } = data;
  const then = marksFor('convention', file)?.vat;
  const vat = VAT_REGIMES.find((regime) => regime === then);
  return vat && areDaysOver(request.confirmedDates, today)
    ? { ...data, site: { ...site, papers: { ...site.papers, vat } } }
    : data;
}

/**
 * What is signed asks for a deposit or for none, whatever the site says now. Where an older mark does not tell, only one that came
 * shows that it was asked for.
 */
export function withDepositOfThen(data: PaperData): PaperData {
  if (!signedOnOf(data)) return data;
  const deposit = marksFor('convention', data.file)?.deposit ?? data.file.depositOn !== null;
  return { ...data, site: { ...data.site, papers: { ...data.site.papers, deposit } } };
}

/** The day on which a paper that counts went out, otherwise today: yyyy-MM-dd. */
export function issuedOn(
  name: PaperName,
  { file, request, today }: Pick<PaperData, 'file' | 'request' | 'today'>,
): string {
  const marks = marksFor(name, file);
  return (marks && !isVoid(marks, request) ? marks.sentOn : null) ?? today;
}

/** Whether a day comes before a contrat may be paid in full; one that is not signed is signed today at the earliest. */
export const isInWithdrawal = (day: string, data: Pick<PaperData, 'file' | 'request' | 'today'>): boolean =>
  day <= lastUnpayableDay(signedOnOf(data) ?? data.today);

/**
 * Stands behind the terms of payment of a contrat where a day comes so early that they would ask for money too soon. No digest
 * has it, as it follows from the day on which the contrat is signed.
 */
export function afterWithdrawal(data: Pick<PaperData, 'file' | 'request' | 'today' | 'site'>): string {
  const { file, request, site } = data;
  if (file.payer !== 'self' || !request.confirmedDates.some((day) => isInWithdrawal(day, data))) return '';
  const what = site.papers?.deposit ? 'Hors acompte' : 'Dans tous les cas';
  return ` ${what}, au plus tôt ${BALANCE_DAYS} jours après l’expiration du délai de dix jours qui suit la signature du contrat (article L6353-6 du Code du travail).`;
}
