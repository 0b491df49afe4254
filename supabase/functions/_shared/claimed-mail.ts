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
  /** Came while far more than usual were coming in: look twice. */
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

export interface IncidentCount {
  remote: string;
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
    /** Those of the last hour. */
    incidents: IncidentCount[];
  };
}

/** One row of the outbox with all that its mail tells, as the database hands it to a worker. */
export type ClaimedMail = ContactMail | ReservationMail | AlertMail;
