type ReleaseIds = Readonly<Record<string, readonly string[]>>;
/** Pages by part, release and route. */
export type PageCounts = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;

/** Groups of networks, from 0 to 1023, by part and release. */
export type NetworkGroups = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

export interface SentNetworks {
  /** Counts each release that the page's index names: its visitor may reach it by a link. */
  readonly sent: NetworkGroups;
  /** Counts the releases of the page itself only. */
  readonly opened: NetworkGroups;
}

/** Reports of a release may name nothing else. */
export interface ReleaseNames {
  readonly routes: readonly string[];
  readonly scripts: readonly string[];
}

/** A message from the site's process to the backend, over the IPC channel. */
export interface SiteUpdate {
  /** The names that incidents may have. */
  readonly releases?: {
    /** Releases that are or were active. */
    readonly active: ReleaseIds;
    /** All releases that can be previewed. */
    readonly published: ReleaseIds;
    /** Keyed by part and id; missing for those that the store no longer has. */
    readonly described: Readonly<Record<string, Readonly<Record<string, ReleaseNames>>>>;
  };
  /** HTML pages served since the previous message. */
  readonly servedPages?: PageCounts;
  /** Networks to which they were sent. */
  readonly servedNetworks?: SentNetworks;
  readonly watchNotice?: WatchNotice;
  /** Variables of the environment that come from the site's facts, after a change of these. */
  readonly mailSettings?: Readonly<Record<string, string>>;
}

/** Tells the owner about a watched change. The site sends the same again and again. */
export interface WatchNotice {
  /** Number of the change in the release store. */
  readonly seq: number;
  readonly outcome: 'returned' | 'not-returned' | 'unattributed' | 'ambiguous' | 'visits';
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly because?: 'silence' | 'failures';
  /** Figures of the parts: `PartFigures` of release/core/src/watch/stored-watches.ts. */
  readonly parts: readonly object[];
}

interface WatchedRelease {
  readonly name: string;
  readonly id: string;
  /** ISO 8601. */
  readonly since: string;
  readonly previous: string | null;
}

/** A message from the site's process, over the IPC channel. */
export interface EvidenceQuestion {
  /** Comes back with the answer. */
  readonly question: number;
  readonly watched: readonly WatchedRelease[];
}

export interface EvidenceAnswer {
  readonly question: number;
  /** ReleaseEvidence of release/core/src/watch/watch.ts, in the order of the question; null without an answer. */
  readonly evidence: readonly object[] | null;
}
