// What visitors and the owner read about an agreement, its days and its end: on the page of a link, in mails, in
// messages and in the space.

import { formatFrenchDate, formatMove, listDays } from './french-dates.ts';
import { WITHDRAWAL_DAYS } from './offer.ts';
import { centsInEuros, type KnownPrice } from './prices.ts';
import { addDays } from './today.ts';

/** The signed agreement, as the visitor's link and the messages about a cancellation show it. Days are yyyy-MM-dd. */
export interface SignedAgreement {
  /** Whether the trainee pays alone, so that the agreement is a contrat and not a convention. */
  readonly isContract: boolean;
  readonly signedOn: string;
  /** The last day on which a consumer may withdraw free of charge. Missing afterwards, and for other clients. */
  readonly withdrawalUntil?: string;
  /** The owner's clause about leaving early in this agreement; empty for none. Missing where it is not known. */
  readonly clause?: string;
}

/** A signed agreement that a cancellation has ended, with what came under it until then. Days are yyyy-MM-dd. */
export interface EndedAgreement extends SignedAgreement {
  /** The last day to give back what came from a consumer who has withdrawn (L221-24); missing otherwise. */
  readonly refundUntil?: string;
  readonly isRefundLate?: boolean;
  /** The day and the euro cents of the deposit; no cents while they are unknown. */
  readonly depositOn?: string;
  readonly depositCents?: number;
  /** The day on which the price was paid, and its euro cents; no cents while they are unknown. */
  readonly paidOn?: string;
  readonly paidCents?: number;
  /** Whether its visitor has given up some of its days alone. */
  readonly isPart?: boolean;
}

/** A signed agreement that has ended for good, whatever becomes of its reservation. */
export interface OwedAgreement extends Pick<SignedAgreement, 'isContract' | 'signedOn'> {
  /** Euro cents that are to be given back; 0 while they are unknown, missing for none. */
  readonly cents?: number;
}

/** @param isContract null while nobody has said who pays */
export function agreementName(isContract: boolean | null): string {
  if (isContract === null) return 'la convention ou le contrat';
  return isContract ? 'le contrat' : 'la convention';
}

/** « contrat signé le lundi 23 novembre 2026 » */
export const agreementInWords = ({ isContract, signedOn }: SignedAgreement): string =>
  `${isContract ? 'contrat signé' : 'convention signée'} le ${formatFrenchDate(signedOn)}`;

export const theAgreement = (agreement: SignedAgreement): string =>
  `${agreement.isContract ? 'le' : 'la'} ${agreementInWords(agreement)}`;

/** @param cents 0 while they are unknown @param whom « vous », or empty */
export const owedSum = (cents: number, whom = ''): string =>
  `${cents ? `${centsInEuros(cents)} restent` : 'la somme versée reste'} à ${whom && `${whom} `}rendre`;

/** The sentence to a visitor about what is to be given back since an earlier cancellation; none without it. */
export const owedInWords = (owed: OwedAgreement | null | undefined): readonly string[] =>
  owed?.cents === undefined
    ? []
    : [`Votre ${agreementInWords(owed)} a pris fin\u00a0: ${owedSum(owed.cents, 'vous')}.`];

/** The remark for the owner after a cancellation until `withdrawalUntil`: in a mail and in the space. */
export const FREE_WITHDRAWAL = 'c’est une rétractation, sans frais.';

/**
 * The sentences to a visitor who has cancelled: on the page of the link and in a mail.
 * @param isForDays whether it names one of the cancelled days, as in `leavingAgreement`
 */
export function agreementEndedByVisitor(
  agreement: SignedAgreement,
  today: string,
  isForDays: boolean,
): readonly string[] {
  const signed = agreementInWords(agreement);
  if (agreement.withdrawalUntil) {
    return [
      `Votre rétractation est enregistrée, sans frais\u00a0: votre ${signed} prend fin, et toute somme versée vous est rendue sous quatorze jours (Code de la consommation, L221-18 et L221-24).`,
    ];
  }
  const follows = isForDays
    ? `Au sujet de votre ${signed}, nous vous écrivons pour la suite.${quoted(agreement.clause)}`
    : `Votre ${signed} ne portait pas sur ce que vous avez annulé. ${FOLLOWS}`;
  return [follows, ...withdrawalByLetter(agreement, today, '')];
}

/**
 * Says which agreement follows a confirmation. A convention has a time to withdraw for consumers alone.
 * @param isContract null while nobody has said who pays
 * @param status one of `TRAINEE_STATUSES`; null or missing where it is not known
 * @param mayWithdraw false for the convention of a professional, where its status is not told
 */
export function agreementToSign(
  isContract: boolean | null,
  status: string | null | undefined,
  mayWithdraw = isContract !== false || !status || status === 'individual',
): string {
  const proviso = mayWithdraw ? ', sous réserve, s’il s’applique, du délai de rétractation' : '';
  const withdrawal = isContract ? ', sous réserve du délai de rétractation' : proviso;
  return `Vous recevez ${agreementName(isContract)} de formation. Votre signature rend la réservation définitive${withdrawal}.`;
}

/** Where the address of the video call is not known yet. */
export const LINK_FOLLOWS = 'le lien suit, avec la convocation';

interface CancelledDays {
  readonly isAboutSeveral: boolean;
  /** Whether the agreement has other days, for which it goes on. */
  readonly isPart: boolean;
}

/** Sentences to a visitor whose signed days the owner cancels: on the page of the link, in a mail, in a message. */
export function agreementEndedByOwner(agreement: SignedAgreement, { isAboutSeveral, isPart }: CancelledDays): string {
  const days = isAboutSeveral ? 'les jours annulés' : 'ce jour';
  const end = isPart ? `ne vaut plus pour ${days}` : 'prend fin';
  return `Votre ${agreementInWords(agreement)} ${end}\u00a0: toute somme versée pour ${days} vous est rendue (Code du travail, L6354-1).`;
}

/**
 * The agreement that is to be signed in place of the signed one: for fewer days than it has, for others, at another
 * price or tax, or by another client, mostly of the other kind.
 */
export type NewAgreement = 'fewer' | 'others' | 'price' | 'kind';

/** The sentence about a new agreement: in the mail about changed days, on the page of the link, in the message. */
export function newAgreementInWords(
  isContract: boolean,
  next: NewAgreement,
  { days, signed }: Readonly<{ days: readonly unknown[]; signed: SignedAgreement | null | undefined }>,
): string {
  const isMany = days.length > 1;
  const [name, other] = isContract ? ['contrat', 'convention'] : ['convention', 'contrat'];
  const isOtherKind = next === 'kind' && signed?.isContract !== isContract;
  const causes: Readonly<Record<NewAgreement, string>> = {
    fewer: isMany ? 'pour les jours qui restent' : 'pour le jour qui reste',
    others: isMany ? 'avec vos nouvelles dates' : 'avec votre nouvelle date',
    price: 'avec le prix mis à jour',
    kind: isOtherKind ? `à la place de votre ${other}` : 'par le nouveau payeur',
  };
  const begin = isContract ? 'un nouveau' : 'une nouvelle';
  return `Vous recevez ${isOtherKind ? begin.replace(/ .*/, '') : begin} ${name} de formation à signer, ${causes[next]}.`;
}

/** Tells a visitor who asks to replace a signed day what holds until then: on the page of the link and in the mail. */
export function agreementUntilThen(agreement: SignedAgreement): string {
  const { isContract } = agreement;
  const next = isContract ? 'un nouveau contrat sera' : 'une nouvelle convention sera';
  return `Votre ${agreementInWords(agreement)} reste valable jusqu’à notre réponse\u00a0: si le nouveau jour est confirmé, ${next} à signer.`;
}

/** Tells a visitor whose wish is refused what became of that: in the mail and in the owner's message. */
export const agreementStays = (agreement: SignedAgreement): string =>
  `Votre ${agreementInWords(agreement)} reste valable.`;

/**
 * Sentences about the agreement that a cancellation ends, before it is made.
 * @param isForDays whether it names one of the cancelled days: they may have moved since the signature
 */
export function leavingAgreement(agreement: SignedAgreement, today: string, isForDays: boolean): readonly string[] {
  const { withdrawalUntil } = agreement;
  const [effect, clause] = isForDays ? ['vous engage', agreement.clause] : ['ne porte pas sur ce que vous annulez'];
  const signed = `Votre ${agreementInWords(agreement)} ${effect}`;
  if (withdrawalUntil) {
    return [
      `${signed}, mais vous pouvez vous rétracter jusqu’au ${formatFrenchDate(withdrawalUntil)} (Code de la consommation, L221-18)\u00a0: annuler maintenant vaut rétractation, sans frais, et toute somme versée vous est rendue.`,
    ];
  }
  return [`${signed}.${quoted(clause)}`, ...withdrawalByLetter(agreement, today, ''), FOLLOWS];
}

interface LeavingDays {
  /** « ce jour » */
  readonly what: string;
  readonly today: string;
  /** The name of the button with which all days can be cancelled; empty where they cannot any more. */
  readonly cancelAll: string;
}

/**
 * Sentences about the agreement that also covers other days, before one of them is given up and in the mail about it:
 * whoever withdraws from it withdraws from all of them.
 */
export function leavingDays(agreement: SignedAgreement, { what, today, cancelAll }: LeavingDays): readonly string[] {
  const { withdrawalUntil, clause } = agreement;
  const signed = `Votre ${agreementInWords(agreement)} porte aussi sur ${what}.`;
  const until = withdrawalUntil && `Jusqu’au ${formatFrenchDate(withdrawalUntil)}, vous pouvez vous rétracter`;
  if (until && cancelAll) {
    return [
      `${signed} ${until} du contrat entier, sans frais, par «\u202f${cancelAll}\u202f» (Code de la consommation, L221-18).`,
      `Pour ${what.replace(/^ce /, 'ce seul ')}, nous vous écrivons pour la suite.`,
    ];
  }
  return [
    signed + quoted(clause),
    ...(until
      ? [`${until} du contrat entier\u00a0: écrivez-nous (Code de la consommation, L221-18).`]
      : withdrawalByLetter(agreement, today, ' du contrat entier')),
    FOLLOWS,
  ];
}

const FOLLOWS = 'Nous vous écrivons pour la suite.';

const quoted = (clause = '') => clause && ` Nos conditions pour un arrêt avant la fin\u00a0: «\u202f${clause}\u202f»`;

/** @param what « du contrat entier » with a space before it, or empty */
function withdrawalByLetter({ isContract, signedOn }: SignedAgreement, today: string, what: string): readonly string[] {
  const lastDay = addDays(signedOn, WITHDRAWAL_DAYS);
  return isContract && today <= lastDay
    ? [
        `Jusqu’au ${formatFrenchDate(lastDay)}, vous pouvez vous rétracter${what} par lettre recommandée avec avis de réception (Code du travail, L6353-5).`,
      ]
    : [];
}

interface OwnersCancellation {
  /** Days to come, yyyy-MM-dd, ascending; a list of several stands below the first sentence. */
  readonly days: readonly string[];
  readonly wereConfirmed: boolean;
  /** Whether other days stay reserved, or were held. Its own then stand in the first sentence. */
  readonly isPart?: boolean;
  /** Wishes for some of the days, whose answer comes too late: they invite to nothing. */
  readonly late?: readonly MovedDay[];
  /** What both sides had signed. */
  readonly agreement?: SignedAgreement | null | undefined;
  /** « cet e-mail »: what the reader can answer. */
  readonly answered: string;
}

/** Sentences about a request, or days of a reservation, that the owner has cancelled, in a mail and in a message. */
export function cancellationInWords(cancellation: OwnersCancellation): readonly string[] {
  const { wereConfirmed, isPart = false, late = [], agreement, answered } = cancellation;
  const days = cancellation.days.filter((day) => !late.some(({ to }) => to === day));
  if (late.length > 0 && days.length === 0) return lateInWords(late);
  const isAboutSeveral = days.length > 1;
  const [day] = days.map(formatFrenchDate);
  const several = wereConfirmed ? 'les journées ci-dessous' : 'votre demande pour les dates ci-dessous';
  const one = wereConfirmed ? yourDays(days) : `votre demande${day ? ` pour le ${day}` : ''}`;
  const which = isAboutSeveral && !isPart ? several : one;
  return [
    ...lateInWords(late),
    isPart && !wereConfirmed
      ? `L${listDays('le', days).slice(1)} ${isAboutSeveral ? 'ne sont pas possibles' : 'n’est pas possible'}.`
      : `Nous avons annulé ${which}${wereConfirmed ? `${noLonger(days)}. Nous en sommes désolés` : '\u00a0: rien n’est réservé'}.`,
    ...(agreement ? [agreementEndedByOwner(agreement, { isAboutSeveral, isPart })] : []),
    `Pour une autre date, répondez à ${answered}, ou envoyez une nouvelle demande sur notre site.`,
  ];
}

/** The title of a mail that refuses days beside those that were held, and the subject of the owner's message. */
export const refusalTitle = ({ length }: readonly string[]): string =>
  length > 1 ? 'Ces dates ne sont pas possibles' : 'Cette date n’est pas possible';

const yourDays = (days: readonly string[]): string =>
  `${days.length > 1 ? 'vos journées' : 'votre journée'} ${listDays('du', days)}`;

const noLonger = ({ length }: readonly string[]): string =>
  length > 1 ? ', qui ne sont plus réservées' : ', qui n’est plus réservée';

/** The sentence about days that the visitor has given up; none without one. */
export const givenUpInWords = (days: readonly string[]): readonly string[] =>
  days.length > 0 ? [`Vous avez annulé ${yourDays(days)}${noLonger(days)}.`] : [];

/** A day that takes the place of another one, both yyyy-MM-dd. */
export interface MovedDay {
  readonly from: string;
  readonly to: string;
}

/** What a visitor asks for in place of a confirmed day, after who does. @param days in words */
export const wishInWords = ({ from, to }: MovedDay): string => `demande le ${to} à la place du ${from}`;

/** Says to its visitor and to the owner that a wish was not answered before the confirmed day was held. */
export const WISH_TOO_LATE = 'trop tard\u00a0: la journée a eu lieu';

export interface ChangedDays {
  /** Confirmed days that replace other confirmed ones. */
  readonly moved: readonly MovedDay[];
  /** Confirmed days in place of those that the visitor had asked for. */
  readonly asked?: readonly MovedDay[];
  /** Days that the visitor had asked for in vain in place of those that stay confirmed. */
  readonly refused?: readonly MovedDay[];
  /** Wishes that were not answered before the confirmed day was held. */
  readonly late?: readonly MovedDay[];
  /** Days that were confirmed and are no longer, with or without the moved ones; yyyy-MM-dd. */
  readonly withdrawn: readonly string[];
}

/** Whether a confirmation answers nothing but wishes that it does not grant. */
export const onlyRefuses = ({ moved, asked = [], refused = [], withdrawn }: ChangedDays): boolean =>
  refused.length > 0 && [...moved, ...asked, ...withdrawn].length === 0;

/**
 * The title of a mail about confirmed days, and the subject of the owner's message.
 * @param onlyWithdraws whether no day is new, so that it tells first of the days that are no longer reserved
 */
export function confirmationTitle(days: readonly string[], changes: ChangedDays, onlyWithdraws: boolean): string {
  const { moved, withdrawn } = changes;
  if (onlyWithdraws) return withdrawn.length > 1 ? 'Des journées sont annulées' : 'Une journée est annulée';
  if (moved.length > 0) return moved.length > 1 ? 'Vos journées changent de date' : 'Votre journée change de date';
  if (onlyRefuses(changes)) return days.length > 1 ? 'Vos journées restent les mêmes' : 'Votre journée reste la même';
  return days.length > 1 ? 'Vos journées sont confirmées' : 'Votre journée est confirmée';
}

interface PlannedPrice extends Partial<KnownPrice> {
  readonly isFundingDropped?: boolean;
  readonly isFundingAdded?: boolean;
}

/** Follows the announced price of a request that asks for AGEFICE no longer, or only since, until one is agreed. */
export function otherPlanNote({ isFundingDropped, isFundingAdded, dayCents, priceCents }: PlannedPrice): string {
  if (typeof dayCents !== 'number' || typeof priceCents === 'number') return '';
  const plan = (isFundingDropped && 'financée') || (isFundingAdded && 'sans financement');
  return plan ? `. Ce prix est celui de la formule ${plan}\u00a0: votre formateur vous confirme le vôtre.` : '';
}

/** Follows the price of all days where some of them, which are not named beside it, are over. */
export const overPriceNote = (over: readonly string[]): string =>
  over.length > 0 ? `, y compris ${yourDays(over)}, déjà ${over.length > 1 ? 'passées' : 'passée'}` : '';

export const askedForInWords = (day: string): string => `Vous aviez demandé le ${formatFrenchDate(day)}`;

/** Sentences about wishes, and confirmed days that replace others: in the mail and in the owner's message. */
export const replacedInWords = (
  days: readonly string[],
  { moved, asked = [], refused = [] }: ChangedDays,
): readonly string[] => [
  ...refused.map(
    ({ from, to }) => `Le ${formatFrenchDate(to)} n’est pas possible\u00a0: ${yourDays([from])} reste réservée.`,
  ),
  ...moved.map(
    ({ from, to }) => `${days.length > 1 ? 'Une de vos journées' : 'Votre journée'} passe ${formatMove(from, to)}.`,
  ),
  ...asked.map(
    ({ from, to }) =>
      `${askedForInWords(from)}\u202f; ${days.length > 1 ? 'une journée' : 'votre journée'} est confirmée pour le ${formatFrenchDate(to)}.`,
  ),
];

/** The sentences about wishes that come to nothing since the day was held. */
const lateInWords = (late: readonly MovedDay[]): readonly string[] =>
  late.map(({ from, to }) => `${askedForInWords(to)} à la place du ${formatFrenchDate(from)}. C’est ${WISH_TOO_LATE}.`);

/** The sentences about requested days that a confirmation leaves out, in place of none; none without one. */
export function declinedInWords(
  all: readonly string[],
  { refused = [], late = [] }: Pick<ChangedDays, 'refused' | 'late'>,
): readonly string[] {
  const declined = all.filter((day) => ![...refused, ...late].some(({ to }) => to === day));
  const end = declined.length > 1 ? 'ces jours ne sont pas réservés' : 'ce jour n’est pas réservé';
  return [
    ...lateInWords(late),
    ...(declined.length > 0 ? [`Vous aviez aussi demandé ${listDays('le', declined)}\u00a0: ${end}.`] : []),
  ];
}

/** Days that are no longer reserved and were not moved. */
export const droppedDays = ({ withdrawn, moved }: ChangedDays): readonly string[] =>
  withdrawn.filter((day) => !moved.some(({ from }) => from === day));
