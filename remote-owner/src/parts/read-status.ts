/** Answers of the release interface to `status`, `log` and `failures`. Fields are only added; unknown ones are ignored. */
export interface PartStatus {
  readonly name: string;
  readonly active: string;
  readonly activeSince: string | null;
  /** Ids that were active earlier, the latest first. */
  readonly previous: readonly string[];
  /** Published and not active, the latest first. */
  readonly waiting: readonly string[];
  readonly private?: boolean;
}

export interface PartFailures {
  readonly name: string;
  readonly id: string;
  readonly state: string;
  readonly failures: number;
  readonly pages: number;
  readonly kinds: readonly { readonly code: string; readonly route: string; readonly count: number }[];
}

export interface SiteStatus {
  /** Number of the last change. */
  readonly seq: number;
  readonly names: readonly PartStatus[];
  /** Null when the database did not answer. */
  readonly failures: readonly PartFailures[] | null;
  /** Of parts that received any; null when the database did not answer, missing from an older server. */
  readonly requests?: readonly PartRequests[] | null;
}

/** Requests that came with a release. */
export interface PartRequests {
  readonly name: string;
  readonly id: string;
  /** 10,001 for more than 10,000. */
  readonly requests: number;
}

/** How often one release failed at the same position. */
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

export interface LoggedChange {
  readonly seq: number;
  readonly command: string;
  readonly who: string;
  readonly why: string;
  readonly at: string;
  readonly parts: readonly { readonly name: string; readonly from?: string; readonly to?: string }[];
}

export interface ChangeLogAnswer {
  readonly changes: readonly LoggedChange[];
}

/** The change that made a part's release active: the last one of the log that names it. */
export const lastChangeOf = (log: readonly LoggedChange[], name: string): LoggedChange | undefined =>
  [...log].reverse().find(({ parts }) => parts.some((part) => part.name === name));

export const failuresOf = ({ failures }: SiteStatus, { name, active }: PartStatus): PartFailures | undefined =>
  failures?.find((rate) => rate.name === name && rate.id === active && rate.state === 'active');

export const linesOf = ({ failures }: FailureLinesAnswer, { name, active }: PartStatus): readonly FailureLine[] =>
  failures?.filter((line) => line.name === name && line.id === active && !line.preview && line.script !== null) ?? [];

/** The active release of a part comes first. */
export const requestsOf = ({ requests }: SiteStatus, { name }: PartStatus): readonly PartRequests[] =>
  requests?.filter((counted) => counted.name === name) ?? [];
