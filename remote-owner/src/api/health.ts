/** It grows by adding: a part that an older database does not give is left out. */
export interface Health {
  readonly mails?: { readonly waiting?: number; readonly givenUp?: number; readonly oldestAt?: string | null };
  /** Null where no server of the site runs, as on a static host. */
  readonly backup?: BackupHealth | null;
  readonly disks?: readonly DiskHealth[] | null;
  readonly concerns?: readonly Concern[];
  readonly database?: { readonly bytes?: number | null; readonly requests?: number | null };
}

export type BackupFailure = 'full' | 'refused' | 'other';

export interface BackupHealth {
  /** False where the site is to make none. */
  readonly isOn: boolean;
  /** Of the last one that was read again and is good; null before the first, as is what follows. */
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

/** What needs the owner, the most urgent first; a newer database may give other kinds. */
export type Concern =
  | { readonly kind: 'requests'; readonly count: number; readonly oldestAt: string }
  | { readonly kind: 'mails'; readonly count: number; readonly lastError: string | null }
  | { readonly kind: 'part'; readonly remote: string; readonly release: string; readonly lastAt: string }
  | {
      readonly kind: 'backup';
      readonly failure: BackupFailure | null;
      readonly failedSince: string | null;
      readonly lastAt: string | null;
    }
  | { readonly kind: 'disk'; readonly host: string; readonly freeBytes: number }
  | { readonly kind: 'site'; readonly gaps: readonly string[] };
