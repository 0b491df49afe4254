import type { FactValue } from '@site/contract/page-data';

/**
 * The answers of the release interface by their command. Fields are only added. A change answers with its number, or
 * null when the answer was cut off.
 */
export interface ReleaseAnswers extends Readonly<Record<ReleaseChangeName, { readonly seq?: number } | null>> {
  readonly status: SiteStatus;
  readonly log: ChangeLogAnswer;
  readonly failures: FailureLinesAnswer;
  readonly speed: SpeedAnswer;
  readonly facts: FactsAnswer;
  readonly 'preview-facts': FactsPreview;
}

export type ReleaseCommandName = keyof ReleaseAnswers;

export type ReleaseChangeName = 'rollback' | 'deactivate' | 'resume' | 'edit-facts';

export interface PartStatus {
  readonly name: string;
  /** Title of the part's first page. */
  readonly title: string | null;
  readonly active: string;
  readonly activeSince: string | null;
  /** Ids that were active earlier, the latest first. */
  readonly previous: readonly string[];
  /** Published and not active, the latest first. */
  readonly waiting: readonly string[];
  readonly private?: boolean;
  /** The site cannot do without it. */
  readonly required: boolean;
}

export interface PartFailures {
  readonly name: string;
  readonly id: string;
  readonly state: string;
  readonly failures: number;
  readonly pages: number;
  readonly kinds: readonly {
    readonly code: string;
    readonly route: string;
    readonly mended?: string | null;
    readonly count: number;
  }[];
}

interface WatchedPart {
  readonly name: string;
  readonly since: { readonly networks: number; readonly reporters: number };
}

/** The comparison of a change's releases with the previous ones, while it goes on or as it ended. */
interface WatchStatus {
  readonly names: readonly string[];
  readonly until: string;
  /** `dropped`: reports of failures that exceeded a limit; missing in answers of an earlier server. */
  readonly look: { readonly parts: readonly WatchedPart[]; readonly dropped?: number } | null;
  readonly end: { readonly verdict: string; readonly parts: readonly WatchedPart[] } | null;
}

/** A held part: no release of it can be activated until somebody resumes it. */
export interface PartHold {
  /** `guard`: the site itself, because of failures in browsers. */
  readonly kind: string;
  /** The reason that was given; empty if there was none. */
  readonly why: string;
  readonly who: string;
  readonly at: string;
}

export type PartHolds = Readonly<Record<string, PartHold>>;

export interface SiteStatus {
  readonly seq: number;
  readonly names: readonly PartStatus[];
  /** Keyed by the name of the part, which may be inactive. */
  readonly holds: PartHolds;
  /** Null when the database did not answer. */
  readonly failures: readonly PartFailures[] | null;
  /** Lists parts that received any; null when the database did not answer. */
  readonly requests: readonly PartRequests[] | null;
  readonly watches: readonly WatchStatus[];
  /** Lists those of all active parts; missing from a server of before there were journeys. */
  readonly journeys?: readonly JourneyStatus[];
}

/** A journey, and whether it passed with the active releases. */
export interface JourneyStatus {
  readonly name: string;
  readonly title: string;
  /** ISO 8601; null when it has not run with the active releases. */
  readonly at: string | null;
  /** English; null when it passed. */
  readonly problem: string | null;
}

interface PartRequests {
  readonly name: string;
  readonly id: string;
  /** 10,001 for more than 10,000. */
  readonly requests: number;
}

/** Counts failures of one release at the same position. */
export interface FailureLine {
  readonly name: string;
  readonly id: string;
  readonly preview: boolean;
  /** Empty when it is unknown. */
  readonly commit: string;
  readonly count: number;
  /** Null without a position, as are line and column in it. */
  readonly script: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** Another part, whose script threw the error. */
  readonly thrownIn: string | null;
  /** Null when `noLine` says why. */
  readonly source: { readonly file: string; readonly line: number; readonly name: string | null } | null;
  readonly noLine: string | null;
}

export interface FailureLinesAnswer {
  /** Null when the database did not answer. */
  readonly failures: readonly FailureLine[] | null;
}

/** Values are in milliseconds, or without a unit for `cls`. */
export interface RouteSpeed {
  readonly name: string;
  readonly id: string;
  /** `previous`: the release that a rollback returns to. */
  readonly state: string;
  readonly route: string;
  readonly metric: string;
  readonly n: number;
  /** The 75th percentile; null beyond the scale. */
  readonly p75: number | null;
  readonly from: number;
  readonly to: number | null;
  readonly rating: string;
  /** Pages that are good, between, and poor. */
  readonly shares: readonly [number, number, number];
}

export interface SpeedAnswer {
  /** Null when the database did not answer. */
  readonly speeds: readonly RouteSpeed[] | null;
}

export interface LoggedChange {
  readonly seq: number;
  readonly command: string;
  readonly who: string;
  readonly why: string;
  readonly at: string;
  readonly parts: readonly { readonly name: string; readonly from?: string; readonly to?: string }[];
  readonly held?: { readonly kind: string };
  /** Keys of `site.json` that the owner has edited. */
  readonly facts?: readonly string[];
}

export interface ChangeLogAnswer {
  readonly changes: readonly LoggedChange[];
}

export interface Fact {
  /** Path of the key in `site.json`, such as `publisher.name`. */
  readonly key: string;
  readonly value: FactValue;
  /** The value in `site.json`. */
  readonly file: FactValue;
  readonly isEdited: boolean;
}

export interface FactsPreview {
  /** Value of `?release=` that shows the preview; null where the server shows no previews. */
  readonly requested: string | null;
  readonly paths: readonly string[];
}

export interface FactsAnswer {
  readonly seq: number;
  readonly facts: readonly Fact[];
  readonly visitorMailsLack: readonly ('server' | 'origin')[];
}
