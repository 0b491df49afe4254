// Types of the file of a training day and of its papers. The database stores them and checks the same limits
// (`private.day_files` and `private.day_papers` in supabase/migrations). Papers have the French names that the law
// gives them.

import { formatFrenchDate, formatMove } from './french-dates.ts';
import type { AgreedTexts } from './owner-facts.ts';
import { addDays } from './today.ts';

/**
 * Papers that the owner marks as sent or signed. `facture`: an invoicing program issues it, from the data shown here.
 */
export const PAPERS = [
  'devis',
  'convention',
  'programme',
  'convocation',
  'emargement',
  'certificat',
  'attestation',
  'facture',
] as const;
/** `convention` names both kinds of agreement. It is a « contrat de formation » if the trainee pays alone. */
export type PaperName = (typeof PAPERS)[number];

export const PAPER_STEPS = ['sent', 'signed'] as const;
export type PaperStep = (typeof PAPER_STEPS)[number];

export const TRAINEE_STATUSES = ['independent', 'director', 'employee', 'portage', 'jobseeker', 'individual'] as const;
export type TraineeStatus = (typeof TRAINEE_STATUSES)[number];

/** Whether somebody with this status has no business of their own, so that no SIREN is asked for. */
export const isWithoutBusiness = (status: string | null | undefined): boolean =>
  status === 'individual' || status === 'employee' || status === 'portage';

/**
 * The payer. `opco` and `company`: the employer, whose name, address and SIREN are in `payerName` and its neighbours.
 * `other`: another fund.
 */
export const PAYERS = ['self', 'agefice', 'fifpl', 'opco', 'company', 'other'] as const;
export type Payer = (typeof PAYERS)[number];

/**
 * The client, who signs the agreement and gets the invoice. A fund of the trainee's own pays the trainee back. Null
 * while nobody has said who pays.
 */
export function clientOf(payer: Payer | null): 'employer' | 'trainee' | null {
  if (payer === null) return null;
  return payer === 'opco' || payer === 'company' ? 'employer' : 'trainee';
}

/** The convocation and the blank sheet are due this many days before the first day, as in `private.deadlines`. */
export const CONVOCATION_DAYS_BEFORE = 7;

/** Lengths in characters, as `maxLength` counts them. */
export const DAY_FILE_LIMITS = {
  address: 300,
  /** Has room for a SIRET, with the spaces and dots between its digits. */
  siren: 24,
  payerName: 200,
  payerAddress: 300,
  priorLevel: 1000,
  nextDays: 2000,
  objective: 300,
  remark: 2000,
} as const;
/** A shorter address cannot receive a letter. Counted in characters. */
export const SHORTEST_ADDRESS = 5;
/** Euro cents, for all days of the reservation. */
export const MAX_CENTS = 1_000_000;

/**
 * Details that only the visitor knows. The visitor fills them in through the link, or the owner does. None is required.
 */
export interface TraineeDetails {
  readonly address: string | null;
  /** Nine digits. */
  readonly siren: string | null;
  readonly status: TraineeStatus | null;
  readonly payer: Payer | null;
  readonly payerName: string | null;
  readonly payerAddress: string | null;
  readonly payerSiren: string | null;
  readonly priorLevel: string | null;
}
export const TRAINEE_DETAILS = [
  'address',
  'siren',
  'status',
  'payer',
  'payerName',
  'payerAddress',
  'payerSiren',
  'priorLevel',
] as const satisfies readonly (keyof TraineeDetails)[];

export const HALVES = ['morning', 'afternoon'] as const;

/**
 * Half a day as it was really taught, HH:mm in Paris. Both times are null when the trainee was absent, and the same
 * where the timetable did not have this half.
 */
export interface HalfDay {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly half: (typeof HALVES)[number];
  readonly from: string | null;
  readonly to: string | null;
  /**
   * The planned minutes of its day at the time when the hours were noted, the same for both halves. Missing in older
   * files.
   */
  readonly planned?: number;
}

/** `unassessed`: the trainee had left before the assessment, for example. */
export const RESULTS = ['reached', 'partly', 'missed', 'unassessed'] as const;
export interface ObjectiveResult {
  /** The wording of the objective on that day. */
  readonly objective: string;
  readonly result: (typeof RESULTS)[number];
}

/** The questionnaire after the day, each from 1 to 5. */
export const QUESTIONS = ['objectives', 'content', 'trainer', 'organisation', 'overall'] as const;
/** The visitor's link asks them in these words, and the paper for an audit prints them. */
export const QUESTION_TEXTS: Readonly<Record<(typeof QUESTIONS)[number], string>> = {
  objectives: 'Les objectifs annoncés sont atteints.',
  content: 'Le contenu et le rythme m’ont convenu.',
  trainer: 'L’animation était claire et à l’écoute.',
  organisation: 'L’organisation et les informations reçues étaient bonnes.',
  overall: 'Dans l’ensemble, cette formation m’a donné satisfaction.',
};
type Feedback = { readonly [Question in (typeof QUESTIONS)[number]]: number } & { readonly remark?: string };

/** Days are yyyy-MM-dd. */
export interface PaperState {
  readonly paper: PaperName;
  readonly sentOn: string | null;
  readonly signedOn: string | null;
  /** The confirmed days at the time of the last mark; null without a mark. */
  readonly days: readonly string[] | null;
  /** The fingerprint of the paper at the time of the last mark; null when it was not marked in the owner's space. */
  readonly print: string | null;
  /**
   * The fingerprint of what the paper would say when the owner left it as it went out; null for nothing, missing in an
   * older database.
   */
  readonly left?: string | null;
  /**
   * False once the confirmed days have changed. A paper that binds both sides also ends with another price or regime
   * of VAT.
   */
  readonly isValid?: boolean;
  /**
   * The day that this paper names for the paper that it replaces: when that one went out, or, for an agreement, was
   * signed. Null for a first paper, missing in an older database.
   */
  readonly replaces?: string | null;
  /**
   * One of `VAT_REGIMES` at the time of the last mark; null while the database did not know it, missing in an older
   * database.
   */
  readonly vat?: string | null;
  /**
   * Whether contracts asked for a deposit at the time of the last mark; null while that was unknown, missing in an
   * older database.
   */
  readonly deposit?: boolean | null;
  /**
   * The texts of the site at the time of the last mark of an agreement; null while they were unknown, missing in an
   * older database.
   */
  readonly texts?: AgreedTexts | null;
  /**
   * The first day, yyyy-MM-dd, on which a signed agreement that this one replaces allowed a deposit; null without one,
   * missing in an older database.
   */
  readonly payableFrom?: string | null;
}

export interface DayFile extends TraineeDetails {
  /** Counts the changes. A call names the version that its author saw. */
  readonly version: number;
  /** The content of the days after the first one; null where they repeat it, missing in an older database. */
  readonly nextDays?: string | null;
  /** The agreed price of all days in euro cents, with all taxes; null while the announced price counts. */
  readonly priceCents: number | null;
  /**
   * The price of what was followed in euro cents, with all taxes. Set by the owner where that is less than planned;
   * null until then.
   */
  readonly followedCents: number | null;
  /**
   * Price of a day that the site announced when the request came in, in euro cents; null or missing where it is not
   * stored (`KnownPrice` in `prices.ts`).
   */
  readonly dayCents?: number | null;
  /** The hours that the trainee attended, one entry for each half-day; null until the owner has noted any. */
  readonly kept: readonly HalfDay[] | null;
  /** How far the trainee reached each objective; null until the owner has noted it. */
  readonly results: readonly ObjectiveResult[] | null;
  /** The day, yyyy-MM-dd, on which the complete file went to AGEFICE. */
  readonly fundingFiledOn: string | null;
  /**
   * The day, yyyy-MM-dd, on which the owner noted that AGEFICE is not asked after all. Missing in an older database.
   */
  readonly fundingDroppedOn?: string | null;
  /**
   * Euro cents of the compensation (« dédit ») after a cancellation, or for what was not followed: no price of a
   * training. Null for nothing, missing in an older database.
   */
  readonly cancelCents?: number | null;
  /** The day, yyyy-MM-dd, on which the deposit of a contrat was paid. */
  readonly depositOn: string | null;
  /** Euro cents of that deposit; null while unknown, missing in an older database. */
  readonly depositCents?: number | null;
  /**
   * The day, yyyy-MM-dd, on which the consumer asked to begin before the time to withdraw is over. It counts for an
   * agreement that was signed by then. Missing in an older database.
   */
  readonly expressRequestOn?: string | null;
  /** The day, yyyy-MM-dd, on which AGEFICE was asked for the reimbursement; missing in an older database. */
  readonly reimbursementAskedOn?: string | null;
  /** When the visitor last filled something in; ISO 8601, UTC. */
  readonly filledAt: string | null;
  /** The visitor's answers to the questionnaire after the day; null until then. */
  readonly feedback: Feedback | null;
  readonly answeredAt: string | null;
  /** Whether the visitor has written something since the owner last opened the file. */
  readonly isNew: boolean;
  /** One entry for each of `PAPERS`. */
  readonly papers: readonly PaperState[];
}

/** Changes that the owner saves in one call. A missing key stays as it is, null empties it. */
export type DayFileChanges = Partial<
  TraineeDetails &
    Pick<
      DayFile,
      | 'nextDays'
      | 'priceCents'
      | 'followedCents'
      | 'kept'
      | 'results'
      | 'fundingFiledOn'
      | 'fundingDroppedOn'
      | 'cancelCents'
      | 'depositOn'
      | 'expressRequestOn'
      | 'reimbursementAskedOn'
    >
>;

/** The signed agreement, as the visitor's link and the messages about a cancellation show it. Days are yyyy-MM-dd. */
export interface SignedAgreement {
  /** Whether the trainee pays alone, so that the agreement is a contrat and not a convention. */
  readonly isContract: boolean;
  readonly signedOn: string;
  /** The last day on which a consumer may withdraw free of charge. Missing afterwards, and for other clients. */
  readonly withdrawalUntil?: string;
  /** The owner's clause about leaving early that it has, empty for none. Missing where nobody knows what it says. */
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
}

/** @param isContract null while nobody has said who pays */
export function agreementName(isContract: boolean | null): string {
  if (isContract === null) return 'la convention ou le contrat';
  return isContract ? 'le contrat' : 'la convention';
}

/** « contrat signé le lundi 23 novembre 2026 » */
export const agreementInWords = ({ isContract, signedOn }: SignedAgreement): string =>
  `${isContract ? 'contrat signé' : 'convention signée'} le ${formatFrenchDate(signedOn)}`;

/** The owner reads this after a cancellation until `withdrawalUntil`, in a mail and in the space. */
export const FREE_WITHDRAWAL = 'c’est une rétractation, sans frais.';

/** The visitor who has cancelled reads these sentences on the page of the link and in a mail. */
export const agreementEndedByVisitor = (agreement: SignedAgreement, today: string): readonly string[] =>
  agreement.withdrawalUntil
    ? [
        `Votre rétractation est enregistrée, sans frais\u00a0: votre ${agreementInWords(agreement)} prend fin, et toute somme versée vous est rendue sous quatorze jours (Code de la consommation, L221-18 et L221-24).`,
      ]
    : [
        `Au sujet de votre ${agreementInWords(agreement)}, nous vous écrivons pour la suite.${quoted(agreement.clause)}`,
        ...withdrawalByLetter(agreement, today, ''),
      ];

/**
 * Says which agreement follows a confirmation. A convention has a time to withdraw for consumers alone.
 * @param isContract null while nobody has said who pays
 * @param status one of `TRAINEE_STATUSES`; null or missing where it is not known
 */
export function agreementToSign(isContract: boolean | null, status: string | null | undefined): string {
  const isProfessional = isContract === false && status && status !== 'individual';
  const most = isProfessional ? '' : ', sous réserve, s’il s’applique, du délai de rétractation';
  const withdrawal = isContract ? ', sous réserve du délai de rétractation' : most;
  return `Vous recevez ${agreementName(isContract)} de formation. Votre signature rend la réservation définitive${withdrawal}.`;
}

/** Where the address of the video call is not known yet. */
export const LINK_FOLLOWS = 'le lien suit, avec la convocation';

interface CancelledDays {
  readonly isAboutSeveral: boolean;
  /** Whether the agreement has other days, for which it goes on. */
  readonly isPart: boolean;
}

/** Visitors whose signed days the owner cancels read this on the page of the link, in a mail and in a message. */
export function agreementEndedByOwner(agreement: SignedAgreement, { isAboutSeveral, isPart }: CancelledDays): string {
  const days = isAboutSeveral ? 'les jours annulés' : 'ce jour';
  const end = isPart ? `ne vaut plus pour ${days}` : 'prend fin';
  return `Votre ${agreementInWords(agreement)} ${end}\u00a0: toute somme versée pour ${days} vous est rendue (Code du travail, L6354-1).`;
}

/**
 * The agreement that is to be signed in place of the signed one: for fewer days than it has, for others, at another
 * price or tax, or of the other kind, for another payer.
 */
export type NewAgreement = 'fewer' | 'others' | 'price' | 'kind';

/** The mail about changed days says it, the page of the link and the message that the owner sends. */
export function newAgreementInWords(isContract: boolean, next: NewAgreement, days: readonly unknown[]): string {
  const isMany = days.length > 1;
  const [name, other] = isContract ? ['contrat', 'convention'] : ['convention', 'contrat'];
  const causes: Readonly<Record<NewAgreement, string>> = {
    fewer: isMany ? 'pour les jours qui restent' : 'pour le jour qui reste',
    others: isMany ? 'avec vos nouvelles dates' : 'avec votre nouvelle date',
    price: 'avec le prix mis à jour',
    kind: `à la place de votre ${other}`,
  };
  const begin = isContract ? 'un nouveau' : 'une nouvelle';
  return `Vous recevez ${next === 'kind' ? begin.replace(/ .*/, '') : begin} ${name} de formation à signer, ${causes[next]}.`;
}

/**
 * The visitor who asks for another day in place of one of the signed agreement reads this on the page of the link and
 * in the mail about it.
 */
export function agreementUntilThen(agreement: SignedAgreement): string {
  const { isContract } = agreement;
  const next = isContract ? 'un nouveau contrat sera' : 'une nouvelle convention sera';
  return `Votre ${agreementInWords(agreement)} porte sur le jour confirmé\u00a0: si le nouveau jour l’est à son tour, ${next} à signer\u202f; jusque-là, ${isContract ? 'il' : 'elle'} reste valable.`;
}

/** L6353-5: who pays alone may withdraw by letter until this many days after the signature. */
export const WITHDRAWAL_DAYS = 10;

/** Sentences about the agreement that a cancellation ends, before it is made. */
export function leavingAgreement(agreement: SignedAgreement, today: string): readonly string[] {
  const { withdrawalUntil, clause } = agreement;
  const signed = `Votre ${agreementInWords(agreement)} vous engage`;
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
  /** What both sides had signed. */
  readonly agreement?: SignedAgreement | null | undefined;
  /** « cet e-mail »: what the reader can answer. */
  readonly answered: string;
}

/** Sentences about a request or a reservation that the owner has cancelled, in a mail and in a message. */
export function cancellationInWords(cancellation: OwnersCancellation): readonly string[] {
  const { days, wereConfirmed, agreement, answered } = cancellation;
  const [day, ...more] = days.map(formatFrenchDate);
  const several = wereConfirmed ? 'les journées ci-dessous' : 'votre demande pour les dates ci-dessous';
  const one = wereConfirmed ? `votre journée du ${day}` : `votre demande${day ? ` pour le ${day}` : ''}`;
  const end = more.length > 0 ? 'qui ne sont plus réservées' : 'qui n’est plus réservée';
  return [
    `Nous avons annulé ${more.length > 0 ? several : one}${wereConfirmed ? `, ${end}` : '\u00a0: rien n’est réservé'}.`,
    ...(agreement ? [agreementEndedByOwner(agreement, { isAboutSeveral: more.length > 0, isPart: false })] : []),
    `Pour une autre date, répondez à ${answered}, ou envoyez une nouvelle demande sur notre site.`,
  ];
}

/** A day that takes the place of another one, both yyyy-MM-dd. */
export interface MovedDay {
  readonly from: string;
  readonly to: string;
}

export interface ChangedDays {
  /** Confirmed days that replace other confirmed ones. */
  readonly moved: readonly MovedDay[];
  /** Confirmed days in place of those that the visitor had asked for. */
  readonly asked?: readonly MovedDay[];
  /** Days that were confirmed and are no longer, with or without the moved ones; yyyy-MM-dd. */
  readonly withdrawn: readonly string[];
}

export const askedForInWords = (day: string): string => `Vous aviez demandé le ${formatFrenchDate(day)}`;

/**
 * Sentences about the confirmed days that take the place of others: in the mail about them, and in the text that the
 * owner sends.
 */
export const replacedInWords = (days: readonly string[], { moved, asked = [] }: ChangedDays): readonly string[] => [
  ...moved.map(
    ({ from, to }) => `${days.length > 1 ? 'Une de vos journées' : 'Votre journée'} passe ${formatMove(from, to)}.`,
  ),
  ...asked.map(
    ({ from, to }) =>
      `${askedForInWords(from)}\u202f; ${days.length > 1 ? 'une journée' : 'votre journée'} est confirmée pour le ${formatFrenchDate(to)}.`,
  ),
];

/** The sentence about requested days that a confirmation leaves out; none without one. */
export function declinedInWords(declined: readonly string[]): readonly string[] {
  if (declined.length === 0) return [];
  const which = declined.map((day) => `le ${formatFrenchDate(day)}`).join(' et ');
  const end = declined.length > 1 ? 'ces jours ne sont pas réservés' : 'ce jour n’est pas réservé';
  return [`Vous aviez aussi demandé ${which}\u00a0: ${end}.`];
}

/** The sentence about days that are no longer reserved and were not moved; none without one. */
export function droppedInWords({ withdrawn, moved }: ChangedDays): readonly string[] {
  const [day, ...more] = withdrawn.filter((day) => !moved.some(({ from }) => from === day)).map(formatFrenchDate);
  if (!day) return [];
  return [
    more.length > 0 ? `Ne sont plus réservés\u00a0: ${[day, ...more].join(', ')}.` : `Le ${day} n’est plus réservé.`,
  ];
}

/**
 * The file as a visitor's link shows it. Links are forwarded, so that it repeats nothing that was typed, except who
 * pays.
 */
export interface ManagedDayFile {
  readonly version: number;
  readonly given: readonly (keyof TraineeDetails)[];
  /** Missing where the database is older. */
  readonly payer?: Payer | null;
  /** Whether the convention has gone out: from then on, only the owner changes the details. */
  readonly isClosed: boolean;
  /** Whether the first confirmed day has come. */
  readonly mayAnswer: boolean;
  readonly hasAnswered: boolean;
}
