import type { EndedAgreement, MovedDay } from '@site/contract/agreement-words';

// Moments are ISO 8601 in UTC, days are yyyy-MM-dd in ascending order, and ids are UUIDs unless noted.

/**
 * The kinds of deadlines, from `private.deadlines()`: dates of the law or of a fund, a day whose hours are not noted
 * (`kept`), or a `file` with something to read or to send.
 */
export type DeadlineStep = 'kept' | 'file' | 'funding' | 'signature' | 'payable' | 'reimbursement' | 'report';

export type BackupFailure = 'full' | 'refused' | 'other';

/** Something that needs the owner's attention, from `private.concerns()`. */
export type Concern = {
  readonly isUrgent: boolean;
} & (
  | {
      /**
       * Requests that have waited for more than a day, without those of wishes. The space counts all that wait, and has
       * the `name` if it is only one.
       */
      readonly kind: 'requests';
      readonly count: number;
      readonly oldestAt: string;
      readonly name: string | null;
    }
  /**
   * What a visitor asks for in place of a confirmed day. `isLate`: that day was held. `isTaken`: another reservation is
   * confirmed for the new day.
   */
  | ({
      readonly kind: 'wish';
      readonly request: string;
      readonly name: string;
      readonly isLate: boolean;
      readonly isTaken: boolean;
    } & MovedDay)
  /** Mails that are no longer tried. */
  | { readonly kind: 'mails'; readonly count: number; readonly lastError: string | null }
  /** Mails that failed and are tried again. */
  | { readonly kind: 'unsent'; readonly count: number; readonly oldestAt: string; readonly lastError: string | null }
  | {
      readonly kind: 'part';
      readonly remote: string;
      readonly release: string;
      /** Networks of the last day, each counted once. `pages`: the pages that were served. */
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
   * The owner's own calendar has not been read for a day. `since` is null after a restore that brought back its days
   * without its address.
   */
  | { readonly kind: 'calendar'; readonly since: string | null }
  /** A date of the law or of a fund is near. `name` and `request` (an id) are null for the yearly report. */
  | {
      readonly kind: 'deadline';
      readonly step: DeadlineStep;
      readonly request: string | null;
      readonly name: string | null;
      readonly due: string;
      /**
       * The days that it is about. `funding` and `signature` name all of their days, `file` those ahead, or all that
       * are over, `kept` those that are over.
       */
      readonly days?: readonly string[];
      /**
       * What is new in a `file`. `filled`, `answered`: the visitor wrote something since the owner last opened it.
       * `low`: a mark of 2 or less without a later note. `hours`: the visitor's calendar has other hours. `price`:
       * the invoice waits for a price. Of a `signature`, why the signed agreement is void: for another client
       * (`payer`), for other days (`moved`), for some of its days (`dropped`), at another price (`repriced`) or in
       * another regime of VAT (`taxed`).
       * Of a deposit (`payable`), that something was paid before the law allows it (`early`).
       */
      readonly news?: readonly (
        | 'filled'
        | 'answered'
        | 'low'
        | 'hours'
        | 'price'
        | 'payer'
        | 'moved'
        | 'dropped'
        | 'repriced'
        | 'taxed'
        | 'early'
      )[];
      /**
       * Papers that have not gone out, for `file` and `reimbursement`. The attendance sheet is listed until it is
       * signed.
       */
      readonly papers?: readonly (
        | 'convocation'
        | 'blank_sheet'
        | 'emargement'
        | 'certificat'
        | 'attestation'
        | 'facture'
      )[];
      /**
       * Whether it is late. For `funding`: `due` is over. For `file`: the invoice should be paid by now and has not
       * gone out.
       */
      readonly isLate?: boolean;
      /** Whether the request still waits for an answer, for `funding`. */
      readonly isAsked?: boolean;
      /** Whether the agreement is a contrat, for `signature`; missing while nobody has said who pays. */
      readonly isContract?: boolean;
      /** Whether the agreement has not gone out yet, for `signature`. */
      readonly isUnsent?: boolean;
      /** `reimbursement` has it while more than two months are left. */
      readonly isEarly?: boolean;
    }
  /** The number of dates that the list leaves out. */
  | { readonly kind: 'more'; readonly count: number }
  /** An unpaid invoice. `due` is null where nothing says when it is due. */
  | {
      readonly kind: 'invoice';
      readonly request: string;
      readonly name: string;
      readonly due: string | null;
      readonly days: readonly string[];
      readonly isLate?: boolean;
    }
  /**
   * Days within the time in which a consumer may withdraw. They may take place only once a request for them is noted
   * (L221-25).
   */
  | {
      readonly kind: 'express_request';
      readonly request: string;
      readonly name: string;
      readonly days: readonly string[];
      readonly isContract: boolean;
    }
  /**
   * A signed agreement that a cancellation has ended, until what that asks for is noted. `isOwn`: the owner has
   * cancelled. `days` were confirmed until its visitor cancelled, or are what is gone beside days that were held or are
   * still ahead. `dueCents` is due since and not paid, in euro cents.
   */
  | {
      readonly kind: 'ended';
      readonly request: string;
      readonly name: string;
      readonly agreement: EndedAgreement;
      readonly isOwn: boolean;
      readonly days?: readonly string[];
      readonly dueCents?: number;
    }
  /** Information that a public site lacks, in French. */
  | { readonly kind: 'site'; readonly gaps: readonly string[] }
);

export interface WatchConcern {
  readonly kind: 'watch';
  /** How the watch ended. The last three changed nothing and need a person. */
  readonly outcome: 'returned' | 'not-returned' | 'unattributed' | 'ambiguous' | 'visits';
  /** Null unless the site rolled back. */
  readonly because: 'silence' | 'failures' | null;
  readonly remote: string;
  readonly release: string;
  /** The previous release; null for a first one. */
  readonly previous: string | null;
  /** Networks since the activation: those that got the release (`served`), and those where it started (`live`). */
  readonly served: number;
  readonly live: number;
  /** Networks that reported a failure. */
  readonly reporters: number;
  readonly at: string;
}

/** A removal of old requests that waits for the owner's confirmation. Times in ISO 8601, UTC. */
export interface HeldRetention {
  /** The requests that this run would remove, and `total`, all stored ones. */
  readonly requests: number;
  readonly total: number;
  /**
   * Why it waits. `share`: more than ten requests and more than a tenth of all. `clock`: more than a month since the
   * last run.
   */
  readonly reason: 'share' | 'clock';
  /** The run has been held since then. */
  readonly since: string;
  /** Null before the first run. */
  readonly lastRunAt: string | null;
  /** The run goes on then without a confirmation. */
  readonly resumesAt: string;
}
