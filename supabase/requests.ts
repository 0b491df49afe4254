import type { MovedDay, NewAgreement, OwedAgreement, SignedAgreement } from '@site/contract/agreement-words';
import type { RequestStatus, StoredRequest } from './functions/_shared/claimed-mail';

export type { BackupFailure, Concern, HeldRetention } from './functions/_shared/concern';
export {
  type ConcernLine,
  closingField,
  concernLines,
  countPoints,
  groupMember,
} from './functions/_shared/content/concern-lines';
export {
  balanceOf,
  beforeName,
  deadlinePieces,
  endedPieces,
  fundingLines,
  invoicePieces,
  requestPieces,
  settlement,
} from './functions/_shared/content/deadlines';
export { mailFailure, mayBeSent } from './functions/_shared/content/mail-failure';
export { answerRemarks, answerRows } from './functions/_shared/form-answers';

/** The words of the owner's space and of the export. */
export const STATUS_WORDS: Readonly<Record<RequestStatus, string>> = {
  nouvelle: 'À confirmer',
  confirmee: 'Confirmée',
  annulee: 'Annulée',
};
export const MARK_WORDS = { handled: 'Traité', toHandle: 'À traiter', spam: 'Indésirable' } as const;
export const KIND_WORDS = { contact: 'Message', reservation: 'Réservation' } as const;

/** Steps in the usual order. The database refuses a paid contrat before its term and a held day before it has come. */
export const FOLLOW_UP_WORDS = {
  convention_sent: 'Convention ou contrat envoyé',
  convention_signed: 'Convention ou contrat signé',
  paid: 'Réglée',
  held: 'Journée faite',
} as const;

export type FollowUpStep = keyof typeof FOLLOW_UP_WORDS;

export const FOLLOW_UP_STEPS = Object.keys(FOLLOW_UP_WORDS) as readonly FollowUpStep[];

/**
 * A request with what the owner did with it, as the database's functions for the owner return it. Messages lack the
 * optional keys.
 */
export interface OwnedRequest extends StoredRequest {
  /** Counts the changes of the request: an action names the version that its author saw. */
  readonly version: number;
  readonly confirmedDates: readonly string[];
  /** Requested days that are confirmed for another reservation. */
  readonly takenDates: readonly string[];
  /** The honeypot was filled in, or the owner marked the request. */
  readonly isSpam: boolean;
  readonly handledAt: string | null;
  readonly note: string | null;
  /** Whether the trainee pays alone, so that the agreement is a contrat; null until somebody says who pays. */
  readonly isContract?: boolean | null;
  /** One of `TRAINEE_STATUSES`; null where it is not known. */
  readonly traineeStatus?: string | null;
  /** Whether AGEFICE pays and its complete file has not gone. */
  readonly isFundingAwaited?: boolean;
  /**
   * Days that wait for an answer, each with the confirmed one that it is to replace, and when its visitor asked last;
   * null for none.
   */
  readonly wishes?: readonly (MovedDay & { readonly at?: string })[] | null;
  /** The agreement that both sides have signed, until they sign another one. */
  readonly agreement?: SignedAgreement | null;
  /** The agreement to sign in place of the signed one; null for none. */
  readonly newAgreement?: NewAgreement | null;
  /**
   * The euro cents that came under a signed agreement of a cancelled or reopened reservation and are not settled; 0
   * while they are unknown, null for none.
   */
  readonly heldCents?: number | null;
  /** The euro cents that are noted as received; 0 while they are unknown, null for none. */
  readonly receivedCents?: number | null;
  /**
   * The agreement that the last cancellation has ended for good; once the reservation is opened again, only while a sum
   * is to be given back. Null without one.
   */
  readonly owed?: OwedAgreement | null;
  /** The day of each step that the owner has noted, yyyy-MM-dd. */
  readonly followUp: { readonly [Step in FollowUpStep]?: string };
}

/** Once it is answered, a reservation has the days that were kept, also when it is cancelled or reopened. */
export const standingDays = ({ status, dates, confirmedDates, leftDates = [] }: OwnedRequest): readonly string[] =>
  status === 'confirmee' ? confirmedDates : dates.filter((date) => !leftDates.includes(date));

export const isHeld = <R extends OwnedRequest>(request: R): request is R & { readonly heldCents: number } =>
  typeof request.heldCents === 'number';

/** The state of a request, as the owner's space shows it. */
export function stateWordOf({ isSpam, status, handledAt }: OwnedRequest): string {
  if (isSpam) return MARK_WORDS.spam;
  if (status) return STATUS_WORDS[status];
  return handledAt ? MARK_WORDS.handled : MARK_WORDS.toHandle;
}
