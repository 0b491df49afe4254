export type RequestStatus = 'nouvelle' | 'confirmee' | 'annulee';

/**
 * A message or a reservation, as `private.request_json()` gives it. Texts are as the visitor typed them and may hold
 * anything.
 */
export interface SiteRequest {
  readonly kind: 'contact' | 'reservation';
  /** A UUID. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  /** Contacts only, as is `nom`. */
  readonly prenom: string | null;
  readonly nom: string | null;
  /** The full name. */
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly isAgefice: boolean;
  /** Contacts only. */
  readonly message: string | null;
  /** Reservations only: yyyy-MM-dd, ascending; may be empty. */
  readonly dates: readonly string[];
  /** Reservations only. */
  readonly status: RequestStatus | null;
  /** Arrived while unusually many were arriving, from one address or in all. */
  readonly flagged: boolean;
  /** The honeypot was filled in: no mail is sent. */
  readonly unwanted: boolean;
}

/** Another open request for one of the same days. */
export interface Clash {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly name: string;
  readonly status: string;
}

interface Claimed {
  /** A bigint as text. */
  readonly id: string;
  /** A UUID, the same at every attempt. */
  readonly messageId: string;
  readonly attempts: number;
}

export interface ContactMail extends Claimed {
  readonly kind: 'contact';
  readonly detail: SiteRequest;
}

export interface ReservationMail extends Claimed {
  /** `dates`: dates were added after the first mail had gone. */
  readonly kind: 'reservation' | 'dates';
  readonly detail: SiteRequest & {
    /** The first few of them. */
    readonly clashes: readonly Clash[];
    readonly clashCount: number;
  };
}

/** One request of a digest. `dates`: dates were added to a reservation after its mail had gone. */
export type DigestRequest = Omit<SiteRequest, 'kind'> & { readonly kind: SiteRequest['kind'] | 'dates' };

export interface DigestMail extends Claimed {
  readonly kind: 'digest';
  readonly detail: {
    /** When the oldest of them came in: ISO 8601, UTC. */
    readonly since: string;
    /** All requests of the digest, named below or not. */
    readonly contacts: number;
    readonly reservations: number;
    readonly flagged: number;
    /** The first twenty, the oldest first. */
    readonly requests: readonly DigestRequest[];
    /** How many are not among `requests`. */
    readonly more: number;
  };
}

export interface RetentionMail extends Claimed {
  readonly kind: 'retention';
  readonly detail: {
    /** Requests that the held run would remove. */
    readonly requests: number;
    /** All stored requests. */
    readonly total: number;
    /** `share`: more than a tenth of them; `clock`: more than a day since the last run. */
    readonly reason: 'share' | 'clock';
    /** ISO 8601, UTC; null before the first run. */
    readonly lastRunAt: string | null;
  };
}

export interface IncidentCount {
  /** Name of a part of the site, or `other`. */
  readonly remote: string;
  /** Id of one of its releases, or `other`. */
  readonly release: string;
  /** An address counts once a day. */
  readonly count: number;
  /** Pages served with the release within a day; null where nobody counts them. */
  readonly pages: number | null;
  /** ISO 8601, UTC. */
  readonly lastAt: string;
}

export interface AlertMail extends Claimed {
  readonly kind: 'alert';
  readonly detail: {
    readonly unsent: number;
    /** ISO 8601, UTC. */
    readonly oldestUnsentAt: string | null;
    readonly lastError: string | null;
    /** Those of the last day by name; empty when no names are registered. */
    readonly incidents: readonly IncidentCount[];
    /** All incidents of the last day. */
    readonly incidentCount: number;
    /** How many addresses reported them. */
    readonly reporters: number;
  };
}

export interface CodeMail extends Claimed {
  readonly kind: 'code';
  readonly detail: {
    /** The owner who signs in, whom the mail goes to. */
    readonly email: string;
    /** What the code is computed from. */
    readonly nonce: string;
    /** Six digits; null in the database. */
    readonly code: string | null;
  };
}

export type BackupFailure = 'full' | 'refused' | 'other';

/** What needs the owner, as `private.concerns()` gives it. Times are ISO 8601, UTC. */
export type Concern =
  /** Requests to do for more than a day. */
  | { readonly kind: 'requests'; readonly count: number; readonly oldestAt: string }
  /** Mails that were given up. */
  | { readonly kind: 'mails'; readonly count: number; readonly lastError: string | null }
  /** A release that fails for many visitors. */
  | { readonly kind: 'part'; readonly remote: string; readonly release: string; readonly lastAt: string }
  /** Backups fail, or the last one is old. */
  | {
      readonly kind: 'backup';
      readonly failure: BackupFailure | null;
      readonly failedSince: string | null;
      readonly lastAt: string | null;
    }
  | { readonly kind: 'disk'; readonly host: string; readonly folder: string; readonly freeBytes: number }
  /** What a public site lacks, in French. */
  | { readonly kind: 'site'; readonly gaps: readonly string[] };

export interface ReminderMail extends Claimed {
  readonly kind: 'reminder';
  readonly detail: {
    /** The most urgent first; at least one. */
    readonly concerns: readonly Concern[];
  };
}

/** To the author of a request. It holds no text of theirs but the address. */
export interface VisitorMail extends Claimed {
  /** `confirmation`: also after a confirmed day was changed. */
  readonly kind: 'receipt' | 'confirmation' | 'cancellation';
  readonly detail: {
    /** Id of the request, a UUID. */
    readonly id: string;
    /** Whom the mail goes to. */
    readonly email: string;
    readonly request: SiteRequest['kind'];
    /** ISO 8601, UTC, as is `receivedAt`. */
    readonly queuedAt: string;
    readonly receivedAt: string;
    readonly isAgefice: boolean;
    /** What the mail is about: yyyy-MM-dd, ascending. A confirmation has the confirmed days only. */
    readonly days: readonly string[];
    /** Days whose calendar entries are taken back. */
    readonly withdrawn: readonly string[];
    /** Days were asked for that a confirmation does not confirm. */
    readonly hasOtherDays: boolean;
    /** Grows with each change of the request. */
    readonly sequence: number;
    /** Names the request in calendar entries. It is not its id. */
    readonly calendarId: string;
  };
}

export type RequestMail = ContactMail | ReservationMail;

/** One claimed row of the outbox with the content of its mail. */
export type ClaimedMail = RequestMail | DigestMail | AlertMail | RetentionMail | CodeMail | ReminderMail | VisitorMail;
