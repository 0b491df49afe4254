/**
 * Pages and networks of one release between two moments, without an identifier. A network is a /24 of IPv4 or a /48 of
 * IPv6, and counts once, whatever it does: only networks judge. Pages are sums by the hour, for whoever reads them, and
 * include the whole hour of the first moment.
 */
export interface ReleaseCounts {
  /** Pages that the site's servers sent to browsers; always 0 where no server of the site's own counts them. */
  readonly served: number;
  /** Pages that became interactive with this release, including those that visitors reached by a link. */
  readonly live: number;
  /** Pages on which the release failed, and nothing helped. A network counts once a day. */
  readonly failed: number;
  /** Pages on which it failed, and a retry, the previous release or the composed copy helped. */
  readonly recovered: number;
  /** Networks to which the site's servers sent a page of the release. */
  readonly opened: number;
  /** Those of them from which a page became interactive. */
  readonly started: number;
  /** Networks from which a page became interactive, and to which a page was sent that names the release. */
  readonly working: number;
  /** Networks with the release: they opened it, or were sent a page that names it and reported that it works or fails. */
  readonly networks: number;
  /**
   * Those of them on which the release failed for certain. It also counts where the previous release or the composed
   * copy helped: the release failed all the same. What a retry mended does not count.
   */
  readonly reporters: number;
  /** Networks that report a failure, and were sent no page that names the release: they judge nothing. */
  readonly unproven: number;
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
  /** Of the previous release, its last thousand networks in the 30 days before that moment; null without one. */
  readonly before: ReleaseCounts | null;
  /** Networks that reported a failure since then that no release can be blamed for: the shell did not start. */
  readonly unattributed: number;
  /** Reports of failures since then that exceeded a limit, and were not stored. */
  readonly dropped: number;
}

/** Returns the evidence in the order of the question, or null while the backend does not answer or has no counts. */
export type ReadEvidence = (watched: readonly WatchedRelease[]) => Promise<readonly ReleaseEvidence[] | null>;
