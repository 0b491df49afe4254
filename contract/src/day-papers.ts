// The database stores these for the papers of a training day, and checks the same limits (supabase/migrations,
// `day_papers`). Papers have the French names that the law gives them.

import { formatFrenchDate } from './french-dates.ts';

/** Papers that the owner marks as sent or signed. `facture`: an invoicing program issues it, from the data shown here. */
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
/** `convention` is a « contrat de formation » where the trainee pays alone. */
export type PaperName = (typeof PAPERS)[number];

export const PAPER_STEPS = ['sent', 'signed'] as const;
export type PaperStep = (typeof PAPER_STEPS)[number];

export const TRAINEE_STATUSES = ['independent', 'director', 'employee', 'portage', 'jobseeker', 'individual'] as const;
export type TraineeStatus = (typeof TRAINEE_STATUSES)[number];

/** `opco` and `company`: the employer, whose name, address and SIREN are those of the payer. `other`: another fund. */
export const PAYERS = ['self', 'agefice', 'fifpl', 'opco', 'company', 'other'] as const;
export type Payer = (typeof PAYERS)[number];

/**
 * The client signs the agreement and gets the invoice. A fund of the trainee's own pays the trainee back; null while
 * unknown.
 */
export function clientOf(payer: Payer | null): 'employer' | 'trainee' | null {
  if (payer === null) return null;
  return payer === 'opco' || payer === 'company' ? 'employer' : 'trainee';
}

/** Days before the first day on which its convocation and its blank sheet are due, as in `private.deadlines`. */
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
/** No shorter address reaches anybody by letter; counted in characters. */
export const SHORTEST_ADDRESS = 5;
/** Euro cents, for all days of the reservation. */
export const MOST_CENTS = 1_000_000;

/** Only the visitor knows these. The owner or the visitor's link fills them in; nothing is required. */
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

/** Half a day as it was really taught, HH:mm in Paris. Both times are null when the trainee was absent. */
export interface HalfDay {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly half: (typeof HALVES)[number];
  readonly from: string | null;
  readonly to: string | null;
  /** Minutes that were planned for its day when its hours were noted, the same for both halves; missing in older files. */
  readonly planned?: number;
}

export const RESULTS = ['reached', 'partly', 'missed'] as const;
export interface ObjectiveResult {
  /** Keeps the wording of the day. */
  readonly objective: string;
  readonly result: (typeof RESULTS)[number];
}

/** The questionnaire after the day, each from 1 to 5. */
export const QUESTIONS = ['objectives', 'content', 'trainer', 'organisation', 'overall'] as const;
/** The visitor's link asks them in these words, and the paper for an audit prints them. */
export const QUESTION_TEXTS: Readonly<Record<(typeof QUESTIONS)[number], string>> = {
  objectives: 'Les objectifs annoncés sont atteints.',
  content: 'Le contenu et le rythme m’ont convenu.',
  trainer: 'Le formateur était clair et à l’écoute.',
  organisation: 'L’organisation et les informations reçues étaient bonnes.',
  overall: 'Dans l’ensemble, cette formation m’a donné satisfaction.',
};
type Feedback = { readonly [Question in (typeof QUESTIONS)[number]]: number } & { readonly remark?: string };

/** Days are yyyy-MM-dd. */
interface PaperState {
  readonly paper: PaperName;
  readonly sentOn: string | null;
  readonly signedOn: string | null;
  /** The confirmed days when it was last marked; null before. */
  readonly days: readonly string[] | null;
  /** Fingerprint of what the paper said when it was marked; null when nobody marked it here. */
  readonly print: string | null;
  /** Fingerprint of what it would say, when the owner left it as it went out; null for nothing, missing in an older database. */
  readonly left?: string | null;
  /** False once the confirmed days have changed and, for papers that bind both sides, once the price or the regime of VAT has. */
  readonly isValid?: boolean;
  /**
   * When the paper that this one replaces went out, or for an agreement was signed. Null for a first one, missing in an older
   * database.
   */
  readonly replaces?: string | null;
  /** One of `VAT_REGIMES` when it was last marked; null while nobody has told the database, missing in an older one. */
  readonly vat?: string | null;
  /** Whether contracts asked for a deposit when it was last marked; null while nobody knows, missing in an older database. */
  readonly deposit?: boolean | null;
}

export interface DayFile extends TraineeDetails {
  /** Counts the changes: a call names the one that its author saw. */
  readonly version: number;
  /** What the days after the first one contain; null where they are like it, missing in an older database. */
  readonly nextDays?: string | null;
  /** Includes all taxes and all days; null for the announced price. */
  readonly priceCents: number | null;
  /** Includes all taxes, and only what was followed, where that is less than planned; null until the owner has said it. */
  readonly followedCents: number | null;
  /**
   * Price of a day that the site announced when the request came in, in euro cents; null or missing where it is not stored
   * (`KnownPrice` in `offer.ts`).
   */
  readonly dayCents?: number | null;
  /** The hours that the trainee attended, one entry for each half-day; null until the owner has noted any. */
  readonly kept: readonly HalfDay[] | null;
  /** How far the trainee reached each objective; null until the owner has noted it. */
  readonly results: readonly ObjectiveResult[] | null;
  /** The complete file went to AGEFICE on this day, yyyy-MM-dd. */
  readonly fundingFiledOn: string | null;
  /** The owner noted on this day, yyyy-MM-dd, that AGEFICE is not asked after all; missing in an older database. */
  readonly fundingDroppedOn?: string | null;
  /** Euro cents that the owner asks for after a cancellation; null for nothing, missing in an older database. */
  readonly cancelCents?: number | null;
  /** The first payment of a contrat came on this day, yyyy-MM-dd. */
  readonly depositOn: string | null;
  /**
   * The consumer asked on this day, yyyy-MM-dd, that the training begins before the time to withdraw is over; missing in an
   * older database. It counts for an agreement that was signed by then.
   */
  readonly expressRequestOn?: string | null;
  /** AGEFICE was asked for the reimbursement on this day, yyyy-MM-dd; missing in an older database. */
  readonly reimbursementAskedOn?: string | null;
  /** The visitor last filled something in at this time; ISO 8601, UTC. */
  readonly filledAt: string | null;
  /** The visitor's answers to the questionnaire after the day; null until then. */
  readonly feedback: Feedback | null;
  readonly answeredAt: string | null;
  /** Whether the visitor has written something since the owner last opened the file. */
  readonly isNew: boolean;
  /** One of each of `PAPERS`. */
  readonly papers: readonly PaperState[];
}

/** The owner changes these at once; a missing key stays as it is, null empties it. */
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

/** The agreement that both sides have signed, as a visitor's link and what tells of a cancellation know it. Days are yyyy-MM-dd. */
export interface SignedAgreement {
  /** Whether it is a contrat, as the trainee pays alone, and no convention. */
  readonly isContract: boolean;
  readonly signedOn: string;
  /** A consumer withdraws free of charge until this day; missing of others, and afterwards. */
  readonly withdrawalUntil?: string;
}

/** « contrat signé le lundi 23 novembre 2026 » */
export const agreementInWords = ({ isContract, signedOn }: SignedAgreement): string =>
  `${isContract ? 'contrat signé' : 'convention signée'} le ${formatFrenchDate(signedOn)}`;

/** Told to the owner after a cancellation until `withdrawalUntil`, by mail and in the space. */
export const WITHDRAWN =
  'c’est une rétractation, sans frais. Rendez toute somme reçue sous quatorze jours (Code de la consommation, L221-18 et L221-24).';

/** Told to the visitor who has cancelled, on the page of the link and by mail. */
export const endOfAgreement = (agreement: SignedAgreement): string =>
  agreement.withdrawalUntil
    ? `Votre rétractation est enregistrée, sans frais\u00a0: votre ${agreementInWords(agreement)} prend fin, et toute somme versée vous est rendue sous quatorze jours (Code de la consommation, L221-18 et L221-24).`
    : `Au sujet de votre ${agreementInWords(agreement)}, nous vous écrivons pour la suite.`;

/** A visitor's link shows nothing that was typed, since links are forwarded: of the facts, only who is said to pay. */
export interface ManagedDayFile {
  readonly version: number;
  readonly given: readonly (keyof TraineeDetails)[];
  /** Missing where the database is older. */
  readonly payer?: Payer | null;
  /** Whether the convention has gone out: from then on, only the owner changes the facts. */
  readonly isClosed: boolean;
  /** Whether the first confirmed day has come. */
  readonly mayAnswer: boolean;
  readonly hasAnswered: boolean;
}
