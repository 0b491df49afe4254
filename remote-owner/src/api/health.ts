import { addDays } from '@site/contract/today';
import type { BackupFailure, Concern, HeldRetention } from '@site/supabase/requests';

export interface Health {
  readonly mails: {
    readonly waiting: number;
    readonly givenUp: number;
    /** Given up or failing: `owner_retry_mails` sends them again. */
    readonly failed: number;
    /** Whether the site sends mails to visitors. */
    readonly toVisitors: boolean;
  };
  /** Null when the site has no server, as on a static host. */
  readonly backup: BackupHealth | null;
  readonly disks: readonly DiskHealth[] | null;
  /** The removal of old requests that waits for the owner; null while none does. */
  readonly retention: HeldRetention | null;
  readonly database: { readonly bytes: number };
}

/** What name servers know of the domain of the site's mails. A newer server may return more. */
export interface MailRecords {
  /** The domain of the address that mails come from; null while the site has no such address. */
  readonly domain: string | null;
  readonly records: readonly MailRecord[];
}

export interface MailRecord {
  readonly kind: 'spf' | 'dkim' | 'dmarc';
  /** Name of the DNS record, whether it exists or not. */
  readonly name: string;
  /**
   * `several`: receivers ignore all. `unknown`: names of DKIM keys cannot be listed. `away`: no name server answered.
   */
  readonly state: 'set' | 'missing' | 'several' | 'unknown' | 'away';
  readonly found: readonly string[];
}

export interface RetriedMails {
  readonly retried: number;
  /** Mails that wait for the next hour, because the limit of this one is reached. */
  readonly left: number;
}

export interface BackupHealth {
  /** False when backups are switched off. */
  readonly isOn: boolean;
  /** The time of the last verified backup; null before the first, like the fields that describe it. */
  readonly at: string | null;
  readonly host: string | null;
  readonly folder: string | null;
  readonly sameDisk: boolean | null;
  readonly withReleases: boolean | null;
  readonly bytes: number | null;
  readonly failedSince: string | null;
  readonly failure: BackupFailure | null;
}

export interface DiskHealth {
  readonly host: string;
  readonly isBackup: boolean;
  readonly freeBytes: number;
  readonly totalBytes: number;
  readonly isLow: boolean;
}

/**
 * Whether a concern is work for the owner, like a request: hours to note, a file with news or papers to send, a day
 * that needs a request of the consumer, the end of a signed agreement, a last day for AGEFICE that is near.
 */
export const isTask = (concern: Concern): boolean =>
  concern.kind === 'express_request' ||
  concern.kind === 'ended' ||
  (concern.kind === 'deadline' && (concern.isAsked === true || ['kept', 'file'].includes(concern.step)));
export const isFault = ({ kind }: Concern): boolean =>
  !['deadline', 'invoice', 'express_request', 'ended', 'more'].includes(kind);
const isDated = (concern: Concern): boolean => !isFault(concern) && !isTask(concern);

const CLOSING_DAYS = 14;

/** A reimbursement that is soon lost: its time begins calmly, months before. @param today yyyy-MM-dd, like its date */
export const isClosing = (concern: Concern, today: string): boolean =>
  concern.kind === 'deadline' && concern.step === 'reimbursement' && concern.due <= addDays(today, CLOSING_DAYS);

/** A date that is only near is no alarm. @param today yyyy-MM-dd, like the date @param ahead of `firstDayAhead` */
export const isPressing = (concern: Concern, today: string, ahead: string): boolean =>
  !isDated(concern) ||
  isClosing(concern, today) ||
  ('due' in concern &&
    concern.due !== null &&
    concern.due < (stepOf(concern) === 'signature' ? ahead : today) &&
    // From its day on, a deposit may be asked for, or not.
    stepOf(concern) !== 'payable');

const stepOf = (concern: Concern) => concern.kind === 'deadline' && concern.step;
