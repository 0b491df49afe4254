/** The output of `backend/bin/incidents.ts`. */
export interface IncidentReport {
  /** The release that failed last comes first, with its most frequent failures first, 20 kinds of each at most. */
  readonly failures: readonly FailureKind[];
  /** The same failures by position, 20 of each release at most, in the same order. */
  readonly positions: readonly FailurePosition[];
  /** Releases that failed or were served within 30 days, without previews. */
  readonly rates: readonly ReleaseRate[];
  /** Number of addresses that reported failures within a day, whatever `--since` is: older ones are forgotten. */
  readonly reporters: number;
  /** One for each release that `--releases` names, in that order. */
  readonly requests: readonly ReleaseRequests[];
  /** Mails whose sending failed and that are still unsent; null when there is none. */
  readonly mails: UnsentMails | null;
}

export interface UnsentMails {
  readonly unsent: number;
  /** The mail server's words for the latest one. */
  readonly lastError: string;
}

/** Requests of visitors that came with a release, without spam. */
export interface ReleaseRequests {
  readonly name: string;
  readonly id: string;
  /** 10,001 for more than 10,000. */
  readonly requests: number;
}

/** Counts failures of one release of the same kind; a network counts once a day for a release. */
export interface FailureKind {
  /** `other` when the site has registered no such part and release. */
  readonly remote: string;
  readonly release: string;
  readonly preview: boolean;
  readonly phase: string;
  readonly code: string;
  readonly route: string;
  /** Names what helped on the page; null: nothing. Only a retry mends the release itself. */
  readonly mended: 'retry' | 'previous' | 'copy' | null;
  readonly count: number;
  /** ISO 8601, UTC. */
  readonly firstAt: string;
  readonly lastAt: string;
}

/** Counts failures of one release at the same position. */
export interface FailurePosition extends FailureKind {
  /** File name of the release's script; null without a position, as are line and column. */
  readonly script: string | null;
  /** Lines and columns are counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
  /** Another part, whose script threw the error. */
  readonly thrownIn: string | null;
}

export interface ReleaseRate {
  readonly remote: string;
  readonly release: string;
  /** Counts the last 24 begun hours. */
  readonly day: Counts;
  /** Counts 30 days. */
  readonly kept: Counts;
}

export interface Counts {
  /** Leaves out those that a retry recovered. */
  readonly failures: number;
  /** Failures that a retry, the previous release or the composed HTML recovered. */
  readonly recovered: number;
  /** HTML pages served with the release; 0 when nobody counts them. */
  readonly pages: number;
  /** Pages that became interactive, as browsers report. */
  readonly live: number;
}

/** One of `backend/bin/incidents.ts speeds`: pages of 30 days whose metric was in a bucket. */
export interface SpeedCount {
  readonly remote: string;
  readonly release: string;
  readonly route: string;
  readonly metric: string;
  /** Number of a bucket; contract/src/page-speed.ts has the edges. */
  readonly bucket: number;
  readonly pages: number;
}
