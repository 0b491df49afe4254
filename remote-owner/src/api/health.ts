import type { Deadline } from '@site/supabase/requests';

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
  /** `several`: receivers ignore all of them. `unknown`: names of DKIM keys cannot be listed. `away`: no name server answered. */
  readonly state: 'set' | 'missing' | 'several' | 'unknown' | 'away';
  readonly found: readonly string[];
}

export interface RetriedMails {
  readonly retried: number;
  /** Mails that wait for the next hour, because the limit of this one is reached. */
  readonly left: number;
}

/** A removal of old requests that the site stopped, because it would remove unusually many. */
export interface HeldRetention {
  readonly requests: number;
  readonly total: number;
  /** The removal runs then even if the owner does not answer. */
  readonly resumesAt: string;
}

export type BackupFailure = 'full' | 'refused' | 'other';

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

/** Something that needs the owner's attention. A newer database may return other kinds. */
export type Concern = { readonly isUrgent: boolean } & ConcernKind;

export type ConcernKind =
  | { readonly kind: 'requests'; readonly count: number; readonly oldestAt: string }
  | { readonly kind: 'mails'; readonly count: number; readonly lastError: string | null }
  | { readonly kind: 'unsent'; readonly count: number; readonly oldestAt: string; readonly lastError: string }
  | { readonly kind: 'incidents'; readonly count: number; readonly reporters: number }
  | { readonly kind: 'part'; readonly remote: string; readonly release: string; readonly lastAt: string }
  | {
      readonly kind: 'backup';
      readonly failure: BackupFailure | null;
      readonly failedSince: string | null;
      readonly lastAt: string | null;
    }
  | {
      readonly kind: 'watch';
      readonly outcome: string;
      readonly remote: string;
      readonly release: string;
      readonly previous: string | null;
      readonly at: string;
    }
  | { readonly kind: 'disk'; readonly host: string; readonly freeBytes: number }
  /** A date of the law or of a fund is near; `request` and `name` are null for the yearly report. `due`: yyyy-MM-dd. */
  | ({
      readonly kind: 'deadline';
      readonly request: string | null;
      readonly name: string | null;
    } & Deadline)
  /** Nobody has paid it. `due`: yyyy-MM-dd, null where nothing says when it is due. */
  | {
      readonly kind: 'invoice';
      readonly request: string;
      readonly name: string;
      readonly due: string | null;
      readonly days: readonly string[];
      readonly isLate?: boolean;
    }
  | { readonly kind: 'site'; readonly gaps: readonly string[] }
  | { readonly kind: 'retention'; readonly requests: number; readonly resumesAt: string }
  /** `since`: when the owner's own calendar was last read; null after a restore, which keeps its days but not its address. */
  | { readonly kind: 'calendar'; readonly since: string | null };

/** Hours that nobody has noted and files with something to read or to send are to do, like a request. */
export const isToDo = (concern: Concern): boolean =>
  concern.kind === 'deadline' && ['kept', 'file'].includes(concern.step);
export const isWrong = ({ kind }: Concern): boolean => kind !== 'deadline' && kind !== 'invoice';
export const isDate = (concern: Concern): boolean => !isWrong(concern) && !isToDo(concern);

/** A date that is only near is no alarm. */
export const isPressing = (concern: Concern): boolean =>
  !isDate(concern) || ('isLate' in concern && concern.isLate === true);
