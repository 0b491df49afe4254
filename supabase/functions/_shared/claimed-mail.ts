import type { SignedAgreement } from '@site/contract/day-papers';
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
  /** In a new reservation, its visitor asks for another day in place of one. Missing in an older database. */
  readonly confirmedDates?: readonly string[];
  /**
   * Price of a day that the site announced when the request came in, in euro cents; null or missing where it is not stored
   * (`KnownPrice` in `offer.ts`).
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
}

export interface ReservationMail extends ClaimedRow {
  /** `dates`: dates were added after the first mail was sent. */
  readonly kind: 'reservation' | 'dates';
  readonly detail: ReservationDetail;
}

/**
 * What a visitor has done through the link to their request, the last of several changes. `confirmed` are the days that
 * were confirmed until then.
 */
export type VisitorChange =
  | {
      readonly action: 'visitor_cancelled';
      readonly confirmed: readonly string[];
      /** This, and that of a day that was given up, is missing where nothing was signed, and in an older database. */
      readonly agreement?: SignedAgreement;
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
  readonly detail: ReservationDetail & { readonly change: VisitorChange };
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

/** A confirmed day that took the place of another one. */
interface MovedDay {
  readonly from: string;
  readonly to: string;
}

export interface CalendarEntry {
  /** `REQUEST` adds the day or moves it. */
  readonly method: 'REQUEST' | 'CANCEL';
  readonly day: string;
  /** UID of the day, whatever its date becomes: the same in mails, files and the owner's feed. */
  readonly uid: string;
  /** Grows with each change of the request. */
  readonly sequence: number;
}

/** A mail to the author of a request. It contains none of their texts except the address and, later, the name. */
export interface VisitorMail extends ClaimedRow {
  /**
   * `confirmation`: also after a confirmed day was changed. `calendar`: brings the entry of a day that the mail before it
   * names. `funding`: the file for the fund is due. `feedback`: the questionnaire, after the last day.
   * `link`: a request was sent twice, and its link is sent again.
   */
  readonly kind:
    | 'receipt'
    | 'confirmation'
    | 'cancellation'
    | 'calendar'
    | 'reminder'
    | 'funding'
    | 'feedback'
    | 'link';
  readonly detail: {
    readonly id: string;
    readonly email: string;
    /** Null in a receipt, and for a name that is not just letters: a stranger may have typed it. */
    readonly name: string | null;
    readonly request: StoredRequest['kind'];
    readonly queuedAt: string;
    readonly receivedAt: string;
    readonly isAgefice: boolean;
    /** Euro cents with all taxes: announced for a day, and agreed since for all days; null where it is not known. */
    readonly dayCents?: number | null;
    readonly priceCents?: number | null;
    /** Says of several dates `one` or `all`; null where nobody was asked. */
    readonly daysWanted?: string | null;
    /** One of `TRAINEE_STATUSES`; null where it is not known. */
    readonly status?: string | null;
    /** The days that the mail is about. Those of a confirmation or a reminder are confirmed. */
    readonly days: readonly string[];
    /** A confirmation lists days that the visitor knew as confirmed and that are no longer. */
    readonly withdrawn: readonly string[];
    /** A confirmation lists those of `days` that the visitor knew as other days. */
    readonly moved: readonly MovedDay[];
    /** Counts the days of the request that the confirmation does not confirm. */
    readonly otherDays: number;
    /** Whether the days of a cancellation were confirmed. */
    readonly wereConfirmed: boolean;
    /** A cancellation by the visitor has the agreement that was signed; null without one. */
    readonly agreement?: SignedAgreement | null;
    readonly entry: CalendarEntry | null;
    /** Whether entries of further days follow, each in a mail of its own. */
    readonly hasMoreEntries: boolean;
    /** A confirmation has the facts that the agreement still lacks; null once it has gone out. */
    readonly lacks?: readonly string[] | null;
    /** Whether its visitor signs a « contrat », not a « convention »; null while nobody knows who pays. */
    readonly isContract?: boolean | null;
    /** Page on which the visitor manages the request: an address, or a path of the site. */
    readonly manageUrl?: string | null;
  };
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

/**
 * A date that the law or a fund sets, a day whose hours are not noted (`kept`), or a `file` with something to read or to
 * send, from `private.deadlines()`.
 */
export type DeadlineStep = 'kept' | 'file' | 'funding' | 'signature' | 'payable' | 'reimbursement' | 'report';

export type BackupFailure = 'full' | 'refused' | 'other';

/** Something that needs the owner's attention, from `private.concerns()`. */
export type Concern = {
  readonly isUrgent: boolean;
} & (
  | /** Requests that have waited for more than a day. */ {
      readonly kind: 'requests';
      readonly count: number;
      readonly oldestAt: string;
    }
  /** Mails that are no longer tried. */
  | { readonly kind: 'mails'; readonly count: number; readonly lastError: string | null }
  /** Mails that failed and are tried again. */
  | { readonly kind: 'unsent'; readonly count: number; readonly oldestAt: string; readonly lastError: string | null }
  | {
      readonly kind: 'part';
      readonly remote: string;
      readonly release: string;
      /** Counts networks of the last day, each once. `pages` were served. */
      readonly count: number;
      readonly pages: number;
      readonly lastAt: string;
    }
  /** What visitors' browsers reported against a watched activation, and what the site did. */
  | WatchConcern
  /** Failures of any part, where pages are not counted. */
  | { readonly kind: 'incidents'; readonly count: number; readonly reporters: number }
  /** Backups fail, or the last one is old. */
  | {
      readonly kind: 'backup';
      readonly failure: BackupFailure | null;
      readonly failedSince: string | null;
      readonly lastAt: string | null;
    }
  | { readonly kind: 'disk'; readonly host: string; readonly folder: string; readonly freeBytes: number }
  | ({ readonly kind: 'retention' } & HeldRetention)
  /**
   * The owner's own calendar has not been read for a day; `since` is null when a restore kept its days and not its
   * address.
   */
  | { readonly kind: 'calendar'; readonly since: string | null }
  /** A date of the law or of a fund is near. `name` and the id `request` are null for the yearly report. */
  | {
      readonly kind: 'deadline';
      readonly step: DeadlineStep;
      readonly request: string | null;
      readonly name: string | null;
      readonly due: string;
      /**
       * `file`, `funding` and `signature` have all their days, `kept` those that are over. An older database has them for `file`
       * alone.
       */
      readonly days?: readonly string[];
      /**
       * What is new in a `file`. `filled`, `answered`: by the visitor, since the owner last opened it. `low`: a mark of 2 or less
       * without a later note. `hours`: the visitor's calendar has other hours. `price`: the invoice waits for it.
       */
      readonly news?: readonly ('filled' | 'answered' | 'low' | 'hours' | 'price')[];
      /** `file` and `reimbursement` list papers that have not gone out, and the attendance sheet until it is signed. */
      readonly papers?: readonly (
        | 'convocation'
        | 'blank_sheet'
        | 'emargement'
        | 'certificat'
        | 'attestation'
        | 'facture'
      )[];
      /** `funding` has it when `due` is over, `file` while its invoice would have to be paid and has not gone out. */
      readonly isLate?: boolean;
      /** `funding` has it while the request waits for an answer. */
      readonly isAsked?: boolean;
      /** `signature` says whether the agreement is a contrat; missing while nobody has said who pays. */
      readonly isContract?: boolean;
      /** `signature` has it until the agreement has gone out. */
      readonly isUnsent?: boolean;
      /** `reimbursement` has it while more than two months are left. */
      readonly isEarly?: boolean;
    }
  /** Counts dates that the list leaves out. */
  | { readonly kind: 'more'; readonly count: number }
  /** Nobody has paid it; `due` is null where nothing says when it is due. */
  | {
      readonly kind: 'invoice';
      readonly request: string;
      readonly name: string;
      readonly due: string | null;
      readonly days: readonly string[];
      readonly isLate?: boolean;
    }
  /** Days in the time in which a consumer may withdraw: they may not be held while no request for them is noted (L221-25). */
  | {
      readonly kind: 'express_request';
      readonly request: string;
      readonly name: string;
      readonly days: readonly string[];
      readonly isContract: boolean;
    }
  /** Information that a public site lacks, in French. */
  | { readonly kind: 'site'; readonly gaps: readonly string[] }
);

export interface WatchConcern {
  readonly kind: 'watch';
  /** The last three need somebody who looks: nothing was changed. */
  readonly outcome: 'returned' | 'not-returned' | 'unattributed' | 'ambiguous' | 'visits';
  /** Null without a return. */
  readonly because: 'silence' | 'failures' | null;
  readonly remote: string;
  readonly release: string;
  /** The release from before; null for a first one. */
  readonly previous: string | null;
  /** Networks since the activation: those with the release, and those for whom it started. */
  readonly served: number;
  readonly live: number;
  /** Counts networks that reported a failure. */
  readonly reporters: number;
  readonly at: string;
}

/** A removal of old requests that waits for the owner's confirmation. Times in ISO 8601, UTC. */
export interface HeldRetention {
  /** Requests that the held run would remove, of all `total` stored ones. */
  readonly requests: number;
  readonly total: number;
  /** `share`: more than ten and more than a tenth of all; `clock`: more than a month since the last run. */
  readonly reason: 'share' | 'clock';
  /** The run has been held since then. */
  readonly since: string;
  /** Null before the first run. */
  readonly lastRunAt: string | null;
  /** The run goes on then without a confirmation. */
  readonly resumesAt: string;
}
