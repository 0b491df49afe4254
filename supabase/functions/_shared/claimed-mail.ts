import type {
  EndedAgreement,
  MovedDay,
  NewAgreement,
  OwedAgreement,
  SignedAgreement,
} from '@site/contract/agreement-words';
import type { Concern } from './concern.ts';
import type { FormAnswers } from './form-answers.ts';

// Moments are ISO 8601 in UTC, days are yyyy-MM-dd in ascending order, and ids are UUIDs unless noted.

export type RequestStatus = 'nouvelle' | 'confirmee' | 'annulee';

/** A message or a reservation, from `private.request_json()`. Texts are as the visitor typed them, not sanitized. */
export interface StoredRequest extends FormAnswers {
  readonly kind: 'contact' | 'reservation';
  readonly id: string;
  readonly receivedAt: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  /** Only contacts have one. */
  readonly message: string | null;
  /** Only reservations have them; may be empty. */
  readonly dates: readonly string[];
  /** The confirmed ones of `dates`. In a new reservation, its visitor asks for another day in place of one. */
  readonly confirmedDates?: readonly string[];
  /** The days of a cancelled or reopened reservation that its confirmation had left out. */
  readonly leftDates?: readonly string[];
  /**
   * Price of a day that the site announced when the request came in, in euro cents; null or missing where it is not
   * stored (`KnownPrice` in `prices.ts`).
   */
  readonly dayCents?: number | null;
  /** Only reservations have one. */
  readonly status: RequestStatus | null;
  /** Arrived while unusually many requests were arriving, from one address or in total. */
  readonly flagged: boolean;
  /** The honeypot was filled in: no mail is sent. */
  readonly unwanted: boolean;
}

export interface Clash {
  readonly date: string;
  readonly name: string;
  readonly status: string;
}

interface ClaimedRow {
  /** A bigint as text. */
  readonly id: string;
  /** A UUID, the same at every try. */
  readonly messageId: string;
}

export interface ContactMail extends ClaimedRow {
  readonly kind: 'contact';
  readonly detail: StoredRequest;
}

interface ReservationDetail extends StoredRequest {
  /** The first few; `clashCount` counts all. */
  readonly clashes: readonly Clash[];
  readonly clashCount: number;
  /** Whether the complete file has gone to the fund. */
  readonly isFundingFiled: boolean;
}

export interface ReservationMail extends ClaimedRow {
  /** `dates`: dates were added after the first mail was sent. */
  readonly kind: 'reservation' | 'dates';
  readonly detail: ReservationDetail;
}

/**
 * The last thing that a visitor did through the link to their request. `confirmed`: the days that were confirmed
 * until then.
 */
export type VisitorChange =
  | {
      readonly action: 'visitor_cancelled';
      readonly confirmed: readonly string[];
      /** The signed agreement. Missing without a signature, here and below. */
      readonly agreement?: EndedAgreement;
    }
  | { readonly action: 'visitor_asked'; readonly from: string; readonly to: string }
  | {
      readonly action: 'visitor_gave_up';
      readonly day: string;
      readonly wasConfirmed: boolean;
      readonly agreement?: SignedAgreement;
    }
  | { readonly action: 'visitor_wanted'; readonly daysWanted: string };

export interface ChangeMail extends ClaimedRow {
  readonly kind: 'change';
  readonly detail: ReservationDetail & {
    readonly change: VisitorChange & { readonly at: string };
  };
}

/** One request of a digest. `dates`: dates were added to a reservation after its mail was sent. */
export type DigestRequest = Omit<StoredRequest, 'kind'> & { readonly kind: StoredRequest['kind'] | 'dates' | 'change' };

export interface DigestMail extends ClaimedRow {
  readonly kind: 'digest';
  readonly detail: {
    /** The oldest request came in then. */
    readonly since: string;
    /** `contacts`, `reservations` and `flagged` count all requests of the digest, listed below or not. */
    readonly contacts: number;
    readonly reservations: number;
    readonly flagged: number;
    /** The first twenty, the oldest first. */
    readonly requests: readonly DigestRequest[];
    readonly more: number;
  };
}

export interface CodeMail extends ClaimedRow {
  readonly kind: 'code';
  readonly detail: {
    /** Address of the owner who is signing in: the recipient. */
    readonly email: string;
    readonly nonce: string;
    /** Eight digits; null in the database. The backend fills it in before sending. */
    readonly code: string | null;
  };
}

export interface ConcernsMail extends ClaimedRow {
  readonly kind: 'concerns';
  readonly detail: {
    /** The most urgent first; at least one. */
    readonly concerns: readonly Concern[];
  };
}

export interface CalendarEntry {
  /** `REQUEST` adds the day or moves it. */
  readonly method: 'REQUEST' | 'CANCEL';
  readonly day: string;
  /** The UID of the day in mails, files and the owner's feed. It stays when the date changes. */
  readonly uid: string;
  /** Grows with each change of the request. */
  readonly sequence: number;
}

/** What each mail to the author of a request has. */
interface VisitorDetail {
  readonly id: string;
  readonly email: string;
  /** Null in a receipt, and for a name that is not just letters: a stranger may have typed it. */
  readonly name: string | null;
  readonly request: StoredRequest['kind'];
  readonly queuedAt: string;
  readonly receivedAt: string;
  readonly isAgefice: boolean;
  /** Whether the complete file has gone to the fund, or the fund is not asked after all. Missing of a message. */
  readonly isFundingSettled?: boolean;
  /** Whether AGEFICE was asked for, and is no longer. Missing where `isFundingSettled` is. */
  readonly isFundingDropped?: boolean;
  /** Whether AGEFICE is asked for only since the price was announced. Missing where `isFundingSettled` is. */
  readonly isFundingAdded?: boolean;
  /**
   * Euro cents with all taxes: `dayCents` was announced for a day, `priceCents` was agreed since for all days. Null
   * where it is not known.
   */
  readonly dayCents?: number | null;
  readonly priceCents?: number | null;
  /** The answer about several dates, `one` or `all`; null where nobody was asked. */
  readonly daysWanted?: string | null;
  /** One of `TRAINEE_STATUSES`; null where it is not known. */
  readonly status?: string | null;
  /** The days that the mail is about. Those of a confirmation or a reminder are confirmed. */
  readonly days: readonly string[];
  /** A confirmation and `asked` list days that the visitor knew as confirmed and that are no longer. */
  readonly withdrawn: readonly string[];
  /** In a confirmation: those of `days` that replace other days. */
  readonly moved: readonly MovedDay[];
  /** Whether the days of a cancellation were confirmed. */
  readonly wereConfirmed: boolean;
  readonly entry: CalendarEntry | null;
  /** How many calendar entries follow, each in a mail of its own. */
  readonly furtherEntries: number;
  /** The day that the visitor asks for in place of a reminder's; null without one. Missing of a message. */
  readonly wished?: string | null;
  /** Whether the agreement is a « contrat » and not a « convention »; null while nobody knows who pays. */
  readonly isContract?: boolean | null;
  /** Page on which the visitor manages the request: an address, or a path of the site. */
  readonly manageUrl: string | null;
}

interface ConfirmationDetail {
  /** The days, among `days`, that the owner has put in place of days that the visitor had asked for. */
  readonly asked: readonly MovedDay[];
  /** The days, among `declined`, that were to replace confirmed ones, in `from`, which stay. */
  readonly refused: readonly MovedDay[];
  /** Wishes that are refused once the confirmed day was held. The mail derives them from `refused`. */
  readonly late: readonly MovedDay[];
  /** The requested days that it does not confirm, without one that its visitor has replaced. */
  readonly declined: readonly string[];
  /** The details that the agreement still lacks; null once it has gone out. */
  readonly lacks: readonly string[] | null;
  /** What the owner writes about days that it calls off, as typed. */
  readonly reason: string | null;
}

interface AskedDetail {
  /** Days that stay confirmed until the owner answers. */
  readonly kept: readonly string[];
  /** The days, among `days`, that are to replace confirmed ones. */
  readonly instead: readonly MovedDay[];
}

interface CancellationDetail {
  /** What the owner writes about it, as typed. */
  readonly reason: string | null;
  /** The signed agreement that the owner has ended. */
  readonly calledOff: SignedAgreement | null;
  /** Whether the agreement that its visitor has ended names one of the cancelled days: they may have moved since. */
  readonly isForDays: boolean;
  /** What is to be given back since an earlier cancellation; null without it. */
  readonly owed: OwedAgreement | null;
}

/** The signed agreement, in a confirmation, in `asked` and in a reminder. */
interface AgreementDetail {
  /** A cancellation by the visitor has it too. */
  readonly agreement: SignedAgreement | null;
  /** Which one is to be signed in its place; null for none. */
  readonly newAgreement: NewAgreement | null;
  /** Days of it that the visitor has given up, at any time. */
  readonly leftDays: readonly string[];
  /** Days that the visitor has given up, of the agreement or not. */
  readonly givenUpDays: readonly string[];
  /** Days of it that the owner has cancelled. */
  readonly calledOffDays: readonly string[];
}

/** A mail to the author of a request. It contains none of their texts except the address and, later, the name. */
export interface VisitorMail extends ClaimedRow {
  /**
   * `confirmation`: also after a confirmed day was changed. `calendar`: brings the entry of a day that the mail before
   * it names. `funding`: the file for the fund is due. `feedback`: the questionnaire, after the last day. `link`: a
   * request was sent twice, and its link is sent again. `asked`: its visitor asks for other days by now.
   */
  readonly kind:
    | 'receipt'
    | 'confirmation'
    | 'cancellation'
    | 'calendar'
    | 'reminder'
    | 'funding'
    | 'feedback'
    | 'link'
    | 'asked';
  /** What a kind has alone is missing in others. */
  readonly detail: VisitorDetail & Partial<ConfirmationDetail & AskedDetail & CancellationDetail & AgreementDetail>;
}

/** Tells a new owner where the owner's space is. */
interface WelcomeMail extends ClaimedRow {
  readonly kind: 'welcome';
  readonly detail: {
    /** The new owner's address: the recipient. */
    readonly email: string;
  };
}

export type RequestMail = ContactMail | ReservationMail | ChangeMail;

/** One claimed row of the outbox with the content of its mail. */
export type ClaimedMail = RequestMail | DigestMail | ConcernsMail | CodeMail | WelcomeMail | VisitorMail;
