export type BackupFailure = 'full' | 'refused' | 'other';

/** Something that needs the owner's attention, from `private.concerns()`. */
export type Concern = {
  /** The mail goes at once. */
  readonly isUrgent: boolean;
} & (
  | /** Requests that have waited for more than a day. */ {
      readonly kind: 'requests';
      readonly count: number;
      readonly oldestAt: string;
    }
  /** Given up. */
  | { readonly kind: 'mails'; readonly count: number; readonly lastError: string | null }
  /** Failed, and still tried. */
  | { readonly kind: 'unsent'; readonly count: number; readonly oldestAt: string; readonly lastError: string | null }
  | {
      readonly kind: 'part';
      readonly remote: string;
      readonly release: string;
      /** Of the last day; an address counts once. `pages` were served. */
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
  /** The owner's own calendar has not been read for a day; `since` is null when a restore kept its days and not its address. */
  | { readonly kind: 'calendar'; readonly since: string | null }
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
  /** Visitors since the activation, counted by network: those with the release, and those for whom it started. */
  readonly served: number;
  readonly live: number;
  /** Those who reported a failure. */
  readonly reporters: number;
  readonly at: string;
}

interface HeldRetention {
  /** Requests that the held run would remove, of all `total` stored ones. */
  readonly requests: number;
  readonly total: number;
  /** `share`: more than ten and a tenth of all; `clock`: more than a month since the last run. */
  readonly reason: 'share' | 'clock';
  /** Null before the first run. */
  readonly lastRunAt: string | null;
  /** When it goes on without a confirmation. */
  readonly resumesAt: string;
}
