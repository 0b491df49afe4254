import { areDaysOver } from '@site/contract/day-hours';
import {
  clientOf,
  type DayFile,
  isContract,
  isOwnCompany,
  isOwnFund,
  type PaperName,
  type PaperState,
} from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { WITHDRAWAL_DAYS } from '@site/contract/offer';
import { VAT_REGIMES, withAgreedTexts } from '@site/contract/owner-facts';
import { addDays } from '@site/contract/today';
import type { OwnedRequest } from '@site/supabase/requests';

export interface PaperData {
  readonly request: OwnedRequest;
  readonly file: DayFile;
  readonly site: Site;
  /** yyyy-MM-dd in Paris */
  readonly today: string;
  /** The first day whose hours are not over. On the last day, a paper without it is one of the evening. */
  readonly ahead?: string;
  /** Address of the video call; null or missing where it is not known. */
  readonly videoLink?: string | null;
  /** The agreed price in euro cents; set where `file.priceCents` has become the price of what was followed. */
  readonly agreedCents?: number;
}

/** Whether the hours of all confirmed days are over. */
export const isTaught = ({ request, today, ahead = today }: Pick<PaperData, 'request' | 'today' | 'ahead'>): boolean =>
  areDaysOver(request.confirmedDates, ahead);

/** Whether the client is the employer and not the trainee. */
export const isEmployer = ({ payer }: Pick<DayFile, 'payer'>) => clientOf(payer) === 'employer';

/** Whether the client is the employer, or a company of the trainee’s own. */
export const isCompany = (file: Pick<DayFile, 'payer' | 'payerName' | 'status'>) =>
  isEmployer(file) || isOwnCompany(file);

/**
 * Whether somebody else signs the agreement now: the trainee who pays alone, the trainee whom a fund pays back, or a
 * company. `private.is_other_client` decides it.
 */
export function isOtherClient(was: ClientFacts, now: ClientFacts): boolean {
  if (hasNamedCompany(was) !== hasNamedCompany(now) || isContract(was) !== isContract(now)) return true;
  const isOther = (one: string | null, other: string | null) => (one && other ? one !== other : undefined);
  const bySiren = isEmployer(was) && isEmployer(now) ? isOther(was.payerSiren, now.payerSiren) : undefined;
  return hasNamedCompany(now) && (bySiren ?? isOther(was.payerName, now.payerName) ?? false);
}

const hasNamedCompany = (client: ClientFacts) => isCompany({ ...client, status: null });

type ClientFacts = Pick<DayFile, 'payer' | 'payerName' | 'payerSiren'>;

/**
 * Whether the client buys for a business: an employer, or a self-employed trainee, also one whose fund may pay. A
 * SIREN alone proves nothing, as a private person may have one.
 */
export const isProfessional = (file: Pick<DayFile, 'payer' | 'status' | 'siren'>) =>
  isEmployer(file) ||
  isOwnFund(file.payer) ||
  file.status === 'independent' ||
  (file.siren !== null && file.status !== 'individual');

/** Whether the client is a private person; false while nobody has said who pays. */
export const isConsumer = (file: Pick<DayFile, 'payer' | 'status' | 'siren'>) =>
  file.payer !== null && !isProfessional(file);

/** Whether AGEFICE is to pay back: not once the owner has noted that it is not asked after all. */
export const asksAgefice = ({ payer, fundingDroppedOn }: Pick<DayFile, 'payer' | 'fundingDroppedOn'>) =>
  payer === 'agefice' && !fundingDroppedOn;

/** When a paper went out and came back signed; undefined without a mark. */
export const paperState = (name: PaperName, { papers }: Pick<DayFile, 'papers'>): PaperState | undefined =>
  papers.find(({ paper }) => paper === name);

const hasOtherDays = ({ days }: PaperState, { confirmedDates }: OwnedRequest): boolean =>
  days !== null && days.join() !== confirmedDates.join();

/** Whether what was signed counts for days that are over, after others of it were cancelled. */
export const stillCounts = (marks: PaperState, request: OwnedRequest): boolean =>
  hasOtherDays(marks, request) && marks.isValid === true;

/** Whether a paper went out for other days than those that are confirmed now. The paper is then void. */
export const isMoved = (marks: PaperState, request: OwnedRequest): boolean =>
  hasOtherDays(marks, request) && !stillCounts(marks, request);

/** Whether some of the days of a paper are no longer confirmed, and it has no other one. */
export const isOfFewerDays = (marks: PaperState, request: OwnedRequest): boolean =>
  isMoved(marks, request) &&
  request.confirmedDates.length > 0 &&
  request.confirmedDates.every((day) => marks.days?.includes(day));

/** What has happened to the days of a paper that went out for others. */
export const causeOfMove = ({ days }: PaperState, { confirmedDates }: OwnedRequest): 'added' | 'day' =>
  days?.every((day) => confirmedDates.includes(day)) ? 'added' : 'day';

/**
 * Whether a paper no longer counts. An agreement is also void at another price or in another regime of VAT.
 * `private.valid_papers` decides that for « Aujourd’hui » and for the file.
 */
export const isVoid = (marks: PaperState, request: OwnedRequest): boolean =>
  isMoved(marks, request) || marks.isValid === false;

/** Day on which the agreement for today's confirmed days and price was signed: yyyy-MM-dd. */
export function signedOnOf({ file, request }: Pick<PaperData, 'file' | 'request'>): string | null {
  const marks = paperState('convention', file);
  return marks && !isVoid(marks, request) ? marks.signedOn : null;
}

/**
 * The day that a new paper names for the paper that it replaces. It is the day when that one went out, or, for a
 * signed agreement, the day of its signature. yyyy-MM-dd; null for a first paper.
 */
export function replacedOn(name: PaperName, { file, request }: Pick<PaperData, 'file' | 'request'>): string | null {
  const marks = paperState(name, file);
  if (!marks) return null;
  const { sentOn, signedOn, replaces } = marks;
  if (!isVoid(marks, request)) return replaces;
  return (name === 'convention' ? (signedOn ?? sentOn) : (sentOn ?? signedOn)) ?? replaces;
}

/** What is signed names the fund that was asked at that time, whatever the owner has noted since. */
export function withFundAtSignature(data: PaperData): PaperData {
  const { file } = data;
  const signedOn = signedOnOf(data);
  return signedOn && file.fundingDroppedOn && signedOn <= file.fundingDroppedOn
    ? { ...data, file: { ...file, fundingDroppedOn: null } }
    : data;
}

/**
 * The day of a deposit that came under an agreement that this one replaces, and that counts towards the price of the
 * same client; null without one. The contrat of a trainee who no longer pays alone left no mark but the day of its
 * signature, which `replaces` has. yyyy-MM-dd
 */
export function carriedDepositOn({ file, request, today }: Pick<PaperData, 'file' | 'request' | 'today'>) {
  const { depositOn } = file;
  if (!isContract(file)) return isCompany(file) ? null : depositOn;
  const marks = paperState('convention', file);
  const payableFrom = marks?.payableFrom ?? (marks?.replaces && addDays(marks.replaces, WITHDRAWAL_DAYS + 1));
  if (!marks || !payableFrom || !depositOn) return null;
  const replacedSince = isVoid(marks, request) ? today : (marks.sentOn ?? marks.signedOn ?? today);
  return payableFrom <= depositOn && depositOn <= replacedSince ? depositOn : null;
}

/** The site in the regime of VAT of a day that is over; unchanged where nobody had chosen one. */
export function withRegime(site: Site, then: string | null): Site {
  const vat = VAT_REGIMES.find((regime) => regime === then);
  return vat ? { ...site, papers: { ...site.papers, vat } } : site;
}

/**
 * The same data with the site as it was agreed. Once signed, an agreement keeps the texts that later papers repeat,
 * and whether it asks for a deposit; where an older mark does not tell, only a deposit that came shows it. An
 * agreement that took over a deposit asks for one. Days that are over are taxed in the regime of VAT of then.
 */
export function asAgreed(data: PaperData): PaperData {
  const { file, request, today } = data;
  const marks = paperState('convention', file);
  const isSigned = signedOnOf(data) !== null;
  const said = isSigned && marks?.texts ? withAgreedTexts(data.site, marks.texts) : data.site;
  const site = areDaysOver(request.confirmedDates, today) ? withRegime(said, file.vatThen) : said;
  const deposit =
    carriedDepositOn(data) !== null ||
    (isSigned ? (marks?.deposit ?? file.depositOn !== null) : Boolean(site.papers?.deposit));
  return { ...data, site: { ...site, papers: { ...site.papers, deposit } } };
}

/** The date of a paper: the day when it went out, if it still counts, otherwise today. yyyy-MM-dd. */
export function issuedOn(
  name: PaperName,
  { file, request, today }: Pick<PaperData, 'file' | 'request' | 'today'>,
): string {
  const marks = paperState(name, file);
  return (marks && !isVoid(marks, request) ? marks.sentOn : null) ?? today;
}
