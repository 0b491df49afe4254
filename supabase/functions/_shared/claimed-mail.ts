/** Who left a message or a reservation, as they typed it: every text but `receivedAt` may hold anything. */
export interface RequestedBy {
  /** The UUID of the message or the reservation. */
  id: string;
  name: string;
  email: string;
  phone: string | null;
  isAgefice: boolean;
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** Came while far more than usual were coming in, from one address or in all: look twice. */
  flagged: boolean;
}

export type RequestStatus = 'nouvelle' | 'confirmee' | 'annulee';

/** Another open request for one of the same days. */
export interface Clash {
  /** yyyy-MM-dd */
  date: string;
  name: string;
  status: string;
}

interface Claimed {
  /** A bigint as text. */
  id: string;
  /** A UUID, the same at every attempt. */
  messageId: string;
  attempts: number;
}

export interface ContactMail extends Claimed {
  kind: 'contact';
  detail: RequestedBy & { message: string | null };
}

export interface ReservationMail extends Claimed {
  /** `dates`: dates were added after the first mail had gone. */
  kind: 'reservation' | 'dates';
  detail: RequestedBy & {
    status: RequestStatus;
    /** yyyy-MM-dd, ascending; may be empty. */
    dates: string[];
    /** The first few of them. */
    clashes: Clash[];
    clashCount: number;
  };
}

/** One request of a digest. */
export interface DigestRequest extends RequestedBy {
  kind: 'contact' | 'reservation' | 'dates';
  /** yyyy-MM-dd, ascending; empty for a contact message. */
  dates: string[];
}

export interface DigestMail extends Claimed {
  kind: 'digest';
  detail: {
    /** When the oldest of them came in: ISO 8601, UTC. */
    since: string;
    /** All requests of the digest, named below or not. */
    contacts: number;
    reservations: number;
    /** How many of them need a second look. */
    flagged: number;
    /** The first twenty, the oldest first. */
    requests: DigestRequest[];
    /** How many are not among `requests`. */
    more: number;
  };
}

export interface RetentionMail extends Claimed {
  kind: 'retention';
  detail: {
    /** How many requests the run that waits would remove. */
    requests: number;
    /** All requests that are kept. */
    total: number;
    /** `share`: more than a tenth of them; `clock`: more than a day since the last run. */
    reason: 'share' | 'clock';
    /** ISO 8601, UTC; null before the first run. */
    lastRunAt: string | null;
  };
}

export interface IncidentCount {
  /** Name of a part of the site, or `other` for reports that name none. */
  remote: string;
  /** Id of one of its releases, or `other`. */
  release: string;
  count: number;
  /** ISO 8601, UTC. */
  lastAt: string;
}

export interface AlertMail extends Claimed {
  kind: 'alert';
  detail: {
    unsent: number;
    /** ISO 8601, UTC. */
    oldestUnsentAt: string | null;
    lastError: string | null;
    /** Those of the last day by name; empty where the database knows no names. */
    incidents: IncidentCount[];
    /** All incidents of the last day. */
    incidentCount: number;
    /** How many addresses reported them. */
    reporters: number;
  };
}

export type RequestMail = ContactMail | ReservationMail;

/** One row of the outbox with all that its mail tells, as the database hands it to a worker. */
export type ClaimedMail = RequestMail | DigestMail | AlertMail | RetentionMail;
