import { agreementInWords } from '@site/contract/agreement-words';
import { isContract, type PaperName } from '@site/contract/day-papers';
import { standingDays } from '@site/supabase/requests';
import type { ReservationFile } from '../api/wire';
import { marksInWords, dayFile as words } from '../content/day-file';
import { clientNotices, withdrawalNotices } from '../papers/deadlines';
import { followedMinutesOf } from '../papers/fields';
import { changedSince } from '../papers/fingerprint';
import {
  causeOfMove,
  isMoved,
  isOfFewerDays,
  issuedOn,
  isTaught,
  isVoid,
  type PaperData,
  paperState,
  stillCounts,
} from '../papers/paper-data';
import { isUnpayable, lastOfTenDays } from '../papers/withdrawal';
import { usePaperData } from './use-file';

/** A reservation as of now: `ahead` tells which days are over. */
type Current = Pick<ReservationFile, 'request' | 'file'> & Required<Pick<PaperData, 'today' | 'ahead'>>;

/** When a paper went out, and what has changed in it since. */
export function paperStateLines(name: PaperName, reservation: Current, fingerprint: string): readonly string[] {
  return [
    ...marksInWords(paperState(name, reservation.file), isContract(reservation.file)),
    leftOut(name, reservation),
    ...warningsFor(name, reservation, fingerprint).map(({ text }) => text),
  ].filter(Boolean);
}

/** Says which days of a signed paper are cancelled, where it counts for those that are over; empty otherwise. */
function leftOut(name: PaperName, { file, request }: Pick<ReservationFile, 'request' | 'file'>): string {
  const state = paperState(name, file);
  const days = state?.days?.filter((day) => !request.confirmedDates.includes(day)) ?? [];
  return state && stillCounts(state, request) ? words.leftOut(days) : '';
}

/** Papers that nobody sends after the days. */
export const UNTIL_THE_LAST_DAY: readonly PaperName[] = ['devis', 'programme', 'convocation'];

/**
 * Whether the days are over without a noted signature of their contrat. A signature counts even if it was for other
 * days, or at another price.
 */
export const wasTaughtUnsigned = (reservation: Current): boolean =>
  isContract(reservation.file) &&
  isTaught(reservation) &&
  !(reservation.request.agreement?.isContract || paperState('convention', reservation.file)?.signedOn);

/** Notices beside a contrat: before its days, or once they were held without it. */
export function useContratNotices(reservation: ReservationFile): readonly string[] {
  const data = usePaperData(reservation);
  const { request } = reservation;
  if (request.status === 'annulee') return [];
  if (!wasTaughtUnsigned(data)) return withdrawalNotices(data);
  return followedMinutesOf(reservation) === 0 ? [] : [words.now.heldUnsigned(request.confirmedDates)];
}

/** Notices that stand beside a paper on the page, not in it. */
export function useNotices(name: PaperName, reservation: ReservationFile): readonly string[] {
  const data = usePaperData(reservation);
  const ofContrat = useContratNotices(reservation);
  const ofPlace = clientNotices(data);
  const isHeldUnsigned = wasTaughtUnsigned(data) && ofContrat.length > 0;
  return [
    ...datedNotices(name, data),
    ...(name === 'convention' || (name === 'facture' && isHeldUnsigned) ? ofContrat : []),
    ...(name === 'facture' && !isHeldUnsigned && isUnpayable(data)
      ? [words.deadlines.unsigned(lastOfTenDays(data))]
      : []),
    ...(name === 'devis' || name === 'convention' || name === 'facture' ? ofPlace : []),
  ];
}

/** Notices about the days of a paper, wherever it can be printed. */
export const datedNotices = (name: PaperName, reservation: Current): readonly string[] => [
  ...(isDatedLate(name, reservation) ? [words.dated] : []),
];

/** Whether the paper bears today’s date although its days are over. */
const isDatedLate = (name: PaperName, reservation: Current): boolean =>
  (name === 'devis' || name === 'convocation') &&
  isTaught(reservation) &&
  issuedOn(name, reservation) === reservation.today;

interface Warning {
  /** `text` and `letterhead`: the paper may stay as it went out. */
  readonly code: 'renewal' | 'invoice' | 'hours' | 'text' | 'letterhead';
  readonly text: string;
}

/** Whether all that has changed since are texts, so that the paper may stay as it went out. */
export const mayLeaveAsSent = (warnings: readonly Warning[]): boolean =>
  warnings.length > 0 && warnings.every(({ code }) => code === 'text' || code === 'letterhead');

/**
 * Why a paper that went out is no longer right. Once the days are over, a new text of the site changes nothing in it.
 */
export function warningsFor(name: PaperName, reservation: Current, fingerprint: string): readonly Warning[] {
  const { file, request } = reservation;
  const state = paperState(name, file);
  if (!state || (!state.sentOn && !state.signedOn) || stillCounts(state, request)) return [];
  const { signedOn, days, left: leftAsSent } = state;
  const now = request.confirmedDates;
  if (UNTIL_THE_LAST_DAY.includes(name) && isTaught(reservation)) return [];
  const hasMoved = isMoved(state, request);
  const changed = changedSince(state.print, fingerprint);
  const isOver = now.length === 0 || isTaught(reservation);
  const binds = words.binding(name, isContract(file), signedOn !== null);
  const isOfFewer = binds !== '' && isOfFewerDays(state, request);
  const isInvoice = name === 'facture';
  const { causes } = words;
  const ofPrice = [changed.has('price') ? causes.price : '', changed.has('vat') ? causes.vat : ''].filter(Boolean);
  // Without a confirmed day, the price is for no day, and fewer days have another one.
  const binding = binds && now.length > 0 && !isOfFewer;
  const reasons = binding ? [...(hasMoved ? [causes[causeOfMove(state, request)]] : []), ...ofPrice] : [];
  const hasChanged =
    changed.has('own') ||
    (name === 'convention' && signedOn !== null && hasOtherPayer(file)) ||
    (!isOver && (changed.has('site') || (!binds && !isInvoice && (changed.has('price') || changed.has('vat')))));
  const renewals = [
    isOfFewer && days ? words.dropped(words.renewed(name, isContract(file)), days, now) : '',
    reasons.length > 0 ? words.outdated(reasons, binds) : '',
    hasMoved && !isOfFewer && !binding && days ? movedText(name, request, days) : '',
  ].filter(Boolean);
  // Another one is to be sent anyway.
  const isOtherwise = renewals.length === 0 && hasChanged;
  const isSignedAsIs = signedOn && !hasMoved && name === 'convention';
  const warnIf = (isTold: boolean, code: Warning['code'], text: string) => (isTold ? [{ code, text }] : []);
  return [
    ...renewals.map((text) => ({ code: 'renewal', text }) as const),
    ...warnIf(isInvoice && ofPrice.length > 0 && renewals.length === 0, 'invoice', words.invoiceChanged(ofPrice)),
    ...warnIf(changed.has('hours'), 'hours', words.otherHours),
    ...warnIf(
      isOtherwise && leftAsSent !== fingerprint,
      'text',
      isSignedAsIs ? words.changedSigned : words[isInvoice ? 'changedInvoice' : 'changed'],
    ),
    ...warnIf(
      changed.has('letterhead') &&
        !isOver &&
        !isInvoice &&
        renewals.length === 0 &&
        !hasChanged &&
        leftAsSent !== fingerprint,
      'letterhead',
      words.otherLetterhead,
    ),
  ];
}

/** Whether the signed agreement names another payer, which the database knows also where its text is unknown. */
const hasOtherPayer = ({ payer, signedClient }: ReservationFile['file']): boolean =>
  Boolean(payer && signedClient?.payer && payer !== signedClient.payer);

function movedText(name: PaperName, request: ReservationFile['request'], days: readonly string[]): string {
  const { status, confirmedDates } = request;
  const standing = standingDays(request);
  if (status === 'nouvelle' && confirmedDates.length === 0 && days.every((day) => standing.includes(day)))
    return words.waits(days);
  const { invoice, again } = words.movedEnds;
  const end = name === 'facture' ? invoice : confirmedDates.length > 0 ? again : undefined;
  return words.moved(days, confirmedDates, end);
}

/** Says why an agreement is void since both sides signed it; empty otherwise. */
export function voidAgreement(
  { request, file }: Pick<ReservationFile, 'request' | 'file'>,
  fingerprint: string,
): string {
  const { confirmedDates: now, newAgreement, agreement } = request;
  const marks = paperState('convention', file);
  if (now.length > 0 && newAgreement === 'kind' && agreement) return words.now.replaced(agreement, isContract(file));
  if (now.length === 0 || !marks?.signedOn || !isVoid(marks, request)) return '';
  if (isOfFewerDays(marks, request))
    return words.dropped(words.renewed('convention', isContract(file)), marks.days ?? [], now);
  const ofVat = changedSince(marks.print, fingerprint).has('vat') ? 'vat' : 'price';
  const cause = words.now.void[isMoved(marks, request) ? causeOfMove(marks, request) : ofVat];
  return words.now.voided(cause, agreementInWords({ isContract: isContract(file), signedOn: marks.signedOn }));
}
