// Types of the file of a training day and of its papers. The database stores them and checks the same limits
// (`private.day_files` and `private.day_papers` in supabase/migrations). Papers have the French names that the law
// gives them.

import type { AgreedTexts } from './owner-facts.ts';

/** Papers that the owner marks as sent or signed. An invoicing program issues the `facture`, from our data. */
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
 * `other`: another fund, with its name there.
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

/** Whether the payer is a fund of the self-employed, which pays a person or the person’s own company back. */
export const isOwnFund = (payer: Payer | null): boolean => payer === 'agefice' || payer === 'fifpl';

/** Whether the payer may pay for somebody with this status, as in `private.may_pay_for`. */
export function mayPayFor(payer: Payer | null, status: string): boolean {
  if (isOwnFund(payer)) return status === 'independent' || status === 'director';
  return payer !== 'opco' || ['director', 'employee', 'portage'].includes(status);
}

interface FormWords {
  readonly payers: Readonly<Record<Payer, string>>;
  readonly statuses: Readonly<Record<TraineeStatus, string>>;
}

/** Why a form refuses the status for this payer, in its own words; undefined where they go together. */
export function wrongStatus(
  payer: Payer | null,
  status: string | null | undefined,
  words: FormWords,
): string | undefined {
  if (payer === null || !status || mayPayFor(payer, status)) return undefined;
  const fitting = TRAINEE_STATUSES.filter((one) => mayPayFor(payer, one)).map((one) => words.statuses[one]);
  return `Ce statut ne va pas avec qui paie\u00a0: corrigez l’un des deux. «\u202f${words.payers[payer]}\u202f» va avec\u00a0: ${fitting.join(', ')}.`;
}

/**
 * Whether the client is a company of the trainee’s own, which that fund pays back: one with a name in `payerName`. Its
 * address and SIREN stand in place of the trainee’s. A director has one even while its name is not known.
 */
export const isOwnCompany = ({ payer, payerName, status }: Pick<TraineeDetails, 'payer' | 'payerName' | 'status'>) =>
  isOwnFund(payer) && (payerName !== null || status === 'director');

/** Whether the agreement is a contrat: the trainee pays alone (L6353-3). Otherwise it is a convention (L6353-1). */
export const isContract = ({ payer }: { readonly payer: string | null }) => payer === 'self';

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

/** Details that only the visitor knows, who fills them in through the link, or the owner does. None is required. */
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

/** Half a day as taught, HH:mm in Paris. Both times are null for an absence, or without this half in the timetable. */
export interface HalfDay {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly half: (typeof HALVES)[number];
  readonly from: string | null;
  readonly to: string | null;
  /** The planned minutes of its day when the hours were noted, the same for both halves. Missing in older files. */
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
   * The fingerprint of the changed text when the owner chose to leave the paper as it was sent; null without such a
   * choice.
   */
  readonly left: string | null;
  /** False once the confirmed days have changed; of a paper for both sides, also with another price or VAT regime. */
  readonly isValid?: boolean;
  /**
   * The day that this paper states for the paper that it replaces: the day of its dispatch or, for an agreement, of its
   * signature. Null for a first paper.
   */
  readonly replaces: string | null;
  /** Whether a contrat asked for a deposit at the last mark; null while unknown. */
  readonly deposit: boolean | null;
  /** The texts of the site at the last mark of an agreement; null while unknown. */
  readonly texts: AgreedTexts | null;
  /**
   * The first day, yyyy-MM-dd, on which a signed agreement that this one replaces allowed a deposit; null without one.
   */
  readonly payableFrom: string | null;
}

export interface DayFile extends TraineeDetails {
  /** One of `VAT_REGIMES`, that of the last confirmed day; null where none was chosen then. */
  readonly vatThen: string | null;
  /** The client of the agreement that both sides are bound by; null without one. */
  readonly signedClient: Pick<TraineeDetails, 'payer' | 'payerName' | 'payerSiren'> | null;
  /** Counts the changes. A call names the version that its author saw. */
  readonly version: number;
  /** The content of the days after the first one; null where they repeat it. */
  readonly nextDays: string | null;
  /** The agreed price of all days in euro cents, with all taxes; null while the announced price counts. */
  readonly priceCents: number | null;
  /** Euro cents of what was followed, with all taxes, where the owner has set them; null until then. */
  readonly followedCents: number | null;
  /**
   * Price of a day that the site announced when the request came in, in euro cents; null where it is not stored
   * (`KnownPrice` in `prices.ts`).
   */
  readonly dayCents: number | null;
  /** The hours that the trainee attended, one entry for each half-day; null until the owner has noted any. */
  readonly kept: readonly HalfDay[] | null;
  /** How far the trainee reached each objective; null until the owner has noted it. */
  readonly results: readonly ObjectiveResult[] | null;
  /** The day, yyyy-MM-dd, on which the complete file went to AGEFICE. */
  readonly fundingFiledOn: string | null;
  /** The day, yyyy-MM-dd, of the note that AGEFICE is not asked after all. */
  readonly fundingDroppedOn: string | null;
  /**
   * Euro cents of the compensation (« dédit ») after a cancellation, or for what was not followed: no price of a
   * training. Null for nothing.
   */
  readonly cancelCents: number | null;
  /** The day, yyyy-MM-dd, on which the deposit of a contrat was paid. */
  readonly depositOn: string | null;
  /** Euro cents of that deposit; null while unknown. */
  readonly depositCents: number | null;
  /**
   * The day, yyyy-MM-dd, on which the consumer asked to begin before the time to withdraw is over. It counts for an
   * agreement that was signed by then.
   */
  readonly expressRequestOn: string | null;
  /** The day, yyyy-MM-dd, on which AGEFICE was asked for the reimbursement. */
  readonly reimbursementAskedOn: string | null;
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

/** The file as a visitor's link shows it. Links are forwarded: it repeats nothing that was typed, except who pays. */
export interface ManagedDayFile {
  readonly version: number;
  readonly given: readonly (keyof TraineeDetails)[];
  /** The given addresses that may be abroad. An older database does not have them. */
  readonly foreign?: readonly ('address' | 'payerAddress')[];
  readonly payer: Payer | null;
  /** Whether the convention has gone out: from then on, only the owner changes the details. */
  readonly isClosed: boolean;
  /** Whether the first confirmed day has come. */
  readonly mayAnswer: boolean;
  readonly hasAnswered: boolean;
}
