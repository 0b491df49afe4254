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
  /** The agreed price in euro cents; set where `file.priceCents` has become the price of what was followed. */
  readonly agreedCents?: number;
}

/** Whether the client is the employer and not the trainee. */
export const isEmployer = ({ payer }: Pick<DayFile, 'payer'>) => clientOf(payer) === 'employer';

/**
 * Whether the client buys for a business: an employer, or a self-employed trainee, also one whose fund may pay. A
 * SIREN alone proves nothing, as a private person may have one.
 */
export const isProfessional = (file: Pick<DayFile, 'payer' | 'status' | 'siren'>) =>
  isEmployer(file) ||
  file.payer === 'agefice' ||
  file.payer === 'fifpl' ||
  file.status === 'independent' ||
  (file.siren !== null && file.status !== 'individual');

/** Whether the client is a private person; false while nobody has said who pays. */
export const isConsumer = (file: Pick<DayFile, 'payer' | 'status' | 'siren'>) =>
  file.payer !== null && !isProfessional(file);

/** Whether AGEFICE is to pay back: not once the owner has noted that it is not asked after all. */
export const asksAgefice = ({ payer, fundingDroppedOn }: Pick<DayFile, 'payer' | 'fundingDroppedOn'>) =>
  payer === 'agefice' && !fundingDroppedOn;

/** Days after the signature in which the trainee may withdraw from a contrat (Code du travail, L6353-5). */
const WITHDRAWAL_DAYS = 10;
/**
 * Days in which a consumer may withdraw from a contract that was concluded at a distance (Code de la consommation,
 * L221-18).
 */
const CONSUMER_DAYS = 14;

/** The last day on which nothing may be asked for. @param signedOn yyyy-MM-dd */
export const lastUnpayableDay = (signedOn: string): string => addDays(signedOn, WITHDRAWAL_DAYS);

/**
 * Days between the end of the ten days and the first payment above 30 % of the price, where a training day lies
 * within the ten days. The contrat itself sets them; no article does.
 */
export const BALANCE_DAYS = 15;

/** @param one yyyy-MM-dd, as the other */
export const latest = (one: string, other: string) => (one > other ? one : other);

/**
 * The first day on which the whole price of a contrat may be paid, as the contrat says.
 * `private.refuse_early_payment` has the same rule.
 * @param days yyyy-MM-dd, like the result
 */
export function firstWholeDay(signedOn: string, days: readonly string[]): string {
  const unpayable = lastUnpayableDay(signedOn);
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  return latest(last, addDays(unpayable, first && first <= unpayable ? BALANCE_DAYS : 1));
}

/**
 * The last day on which a consumer may withdraw. An end on a weekend moves to Monday (L221-19). Public holidays move
 * it too; this code does not know them.
 * @param signedOn yyyy-MM-dd
 */
export function lastConsumerDay(signedOn: string): string {
  const day = addDays(signedOn, CONSUMER_DAYS);
  const toMonday: Readonly<Record<number, number>> = { 0: 1, 6: 2 };
  return addDays(day, toMonday[new Date(day).getUTCDay()] ?? 0);
}

/** The mark of a paper: when it went out and when it came back signed. Undefined without a mark. */
export const marksFor = (name: PaperName, { papers }: Pick<DayFile, 'papers'>) =>
  papers.find(({ paper }) => paper === name);

/** Whether a paper went out for other days than those that are confirmed now. The paper is then void. */
export const isMoved = ({ days }: DayFile['papers'][number], { confirmedDates }: OwnedRequest): boolean =>
  days !== null && days.join() !== confirmedDates.join();

/**
 * Whether a paper no longer counts. An agreement is also void at another price or in another regime of VAT.
 * `private.valid_papers` decides that for « Aujourd’hui » and for the file.
 */
const isVoid = (marks: DayFile['papers'][number], request: OwnedRequest): boolean =>
  isMoved(marks, request) || marks.isValid === false;

/** Day on which the agreement for today's confirmed days and price was signed: yyyy-MM-dd. */
export function signedOnOf({ file, request }: Pick<PaperData, 'file' | 'request'>): string | null {
  const marks = marksFor('convention', file);
  return marks && !isVoid(marks, request) ? marks.signedOn : null;
}

/**
 * The day that a new paper names for the paper that it replaces. It is the day when that one went out, or, for a
 * signed agreement, the day of its signature. yyyy-MM-dd; null for a first paper.
 */
export function replacedOn(name: PaperName, { file, request }: Pick<PaperData, 'file' | 'request'>): string | null {
  const marks = marksFor(name, file);
  if (!marks) return null;
  const { sentOn, signedOn, replaces = null } = marks;
  if (!isVoid(marks, request)) return replaces;
  return (name === 'convention' ? (signedOn ?? sentOn) : (sentOn ?? signedOn)) ?? replaces;
}

/**
 * The same data with the regime of VAT of the agreement, once the days are over: a later regime changes nothing for
 * them.
 */
export function withVatOfThen(data: PaperData): PaperData {
  const { site, file, request, today } = data;
  const then = marksFor('convention', file)?.vat;
  const vat = VAT_REGIMES.find((regime) => regime === then);
  return vat && areDaysOver(request.confirmedDates, today)
    ? { ...data, site: { ...site, papers: { ...site.papers, vat } } }
    : data;
}

/** What is signed names the fund that was asked at that time, whatever the owner has noted since. */
export function withFundOfThen(data: PaperData): PaperData {
  const { file } = data;
  const signedOn = signedOnOf(data);
  return signedOn && file.fundingDroppedOn && signedOn <= file.fundingDroppedOn
    ? { ...data, file: { ...file, fundingDroppedOn: null } }
    : data;
}

/**
 * What is signed asks for a deposit or for none, whatever the site says now. Where an older mark does not tell, only
 * one that came shows that it was asked for.
 */
export function withDepositOfThen(data: PaperData): PaperData {
  if (!signedOnOf(data)) return data;
  const deposit = marksFor('convention', data.file)?.deposit ?? data.file.depositOn !== null;
  return { ...data, site: { ...data.site, papers: { ...data.site.papers, deposit } } };
}

/** The date of a paper: the day when it went out, if it still counts, otherwise today. yyyy-MM-dd. */
export function issuedOn(
  name: PaperName,
  { file, request, today }: Pick<PaperData, 'file' | 'request' | 'today'>,
): string {
  const marks = marksFor(name, file);
  return (marks && !isVoid(marks, request) ? marks.sentOn : null) ?? today;
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
 */
export function afterWithdrawal(data: Pick<PaperData, 'file' | 'request' | 'today' | 'site'>): string {
  const { file, request, site } = data;
  if (file.payer !== 'self' || !request.confirmedDates.some((day) => isWithinTenDays(day, data))) return '';
  const what = site.papers?.deposit ? 'Hors acompte' : 'Dans tous les cas';
  return ` ${what}, au plus tôt ${BALANCE_DAYS} jours après l’expiration du délai de dix jours qui suit la signature du contrat (article L6353-5 du Code du travail) : aucune somme avant, 30 % au plus à son expiration (article L6353-6).`;
}
