/**
 * Pages of one release, each counted once and without an identifier. `served` and `live` are sums by the hour, and
 * include the whole hour of the moment from which they are counted.
 */
export interface ReleaseCounts {
  /** Pages that the site's servers sent to browsers; always 0 where no server of the site's own counts them. */
  readonly served: number;
  /** Pages that became interactive with this release, including those that visitors reached by a link. */
  readonly live: number;
  /** Pages on which the release failed, and nothing helped. An address counts once a day. */
  readonly failed: number;
  /** Pages on which it failed, and a retry, the previous release or the composed copy helped. */
  readonly recovered: number;
  /**
   * Distinct networks on which the release failed for certain. It also counts where the previous release or the composed
   * copy helped: the release failed all the same. What a retry mended does not count. Of the previous release, a network
   * counts once a day: it has 30 days to come back, and the new one three, in which it counts once.
   */
  readonly reporters: number;
  /**
   * Distinct networks that pages were sent to: /24 of IPv4, /48 of IPv6, in 64 groups. It says how many visitors may
   * have seen nothing, where `served` may be one program that opens pages.
   */
  readonly networks: number;
}

/** A release whose evidence is asked for. */
export interface WatchedRelease {
  readonly name: string;
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Id of the previous release; null for the first one. */
  readonly previous: string | null;
}

export interface ReleaseEvidence {
  readonly name: string;
  readonly id: string;
  /** Since the moment that was asked for. */
  readonly since: ReleaseCounts;
  /** Of the previous release, in 30 days; null without one. */
  readonly before: ReleaseCounts | null;
  /** Networks that reported a failure since then that no release can be blamed for: the shell did not start. */
  readonly unattributed: number;
}

/** Returns the evidence in the order of the question, or null while the backend does not answer or has no counts. */
export type ReadEvidence = (watched: readonly WatchedRelease[]) => Promise<readonly ReleaseEvidence[] | null>;
