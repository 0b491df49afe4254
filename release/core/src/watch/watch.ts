import { DAY_MS } from '@site/contract/today';
import { historySince } from '../store/history';
import type { Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

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
  /** Pages on which it failed, and a retry, the previous release or the composed HTML helped. */
  readonly recovered: number;
  /** Networks to which the site's servers sent a page of the release. */
  readonly opened: number;
  /** Networks among `opened` from which a page became interactive. */
  readonly started: number;
  /** Networks from which a page became interactive, and to which a page was sent that names the release. */
  readonly working: number;
  /** Networks that opened the release, or were sent a page that names it and reported that it works or fails. */
  readonly networks: number;
  /**
   * Networks among `networks` that reported a failure of the release, even if the previous release or the composed HTML
   * then helped. A failure that ended with a retry does not count.
   */
  readonly reporters: number;
  /** Networks that reported a failure, but were sent no page that names the release. Verdicts ignore them. */
  readonly unproven: number;
}

export interface WatchedRelease {
  readonly name: string;
  readonly id: string;
  readonly since: string;
  readonly previous: string | null;
}

export interface ComparedCounts {
  readonly name: string;
  readonly id: string;
  readonly since: ReleaseCounts;
  /** Counts the previous release's last thousand networks in the 30 days before that moment; null without one. */
  readonly before: ReleaseCounts | null;
  /** Networks that reported a failure since then that no release can be blamed for: the shell did not start. */
  readonly unattributed: number;
  /** Reports of failures since then that exceeded a limit, and were not stored. */
  readonly dropped: number;
}

/** Returns the counts in the order of the question, or null while the backend does not answer or has no counts. */
export type ReadCounts = (watched: readonly WatchedRelease[]) => Promise<readonly ComparedCounts[] | null>;
const USUAL_DAYS = 3;
/** Incidents are kept as long. */
const MAX_DAYS = 30;
/** Networks on which a page became live, after which a watch may end before its days. */
export const WATCHED_NETWORKS = 300;
/** A whole day, because visitors at night differ from those by day. */
const MIN_DAYS = 1;

/** Counted in milliseconds since 1970. */
export interface WatchTime {
  readonly startedAt: number;
  readonly now: number;
  readonly days: number;
}

export const watchedUntil = ({ startedAt, days }: Omit<WatchTime, 'now'>): number => startedAt + days * DAY_MS;

export const hasEnoughNetworks = (working: number, { startedAt, now }: WatchTime): boolean =>
  working >= WATCHED_NETWORKS && now >= startedAt + MIN_DAYS * DAY_MS;

/** Days of the watch of an activation; null without one. @throws UserError for any other text than `7d` */
export function parseWatch(text: string | undefined, isUnwatched: boolean): number | null {
  if (isUnwatched) {
    if (text === undefined) return null;
    throw new UserError('--watch and --no-watch exclude each other: leave one of them out.');
  }
  if (text === undefined) return USUAL_DAYS;
  const days = /^([1-9]\d?)d$/.exec(text)?.[1];
  if (days && Number(days) <= MAX_DAYS) return Number(days);
  throw new UserError(`--watch is ${JSON.stringify(text)}: write 7d, with 1 to ${MAX_DAYS} days.`);
}

export interface Watch {
  readonly seq: number;
  readonly startedAt: number;
  readonly days: number;
  readonly parts: readonly WatchedRelease[];
}

function watchOf({ seq, change }: Revision): Watch | null {
  const { watchedDays: days, at } = change;
  if (days === undefined) return null;
  const parts = change.parts.flatMap(({ name, from, to }) =>
    to === undefined || to === from ? [] : [{ name, id: to, since: at, previous: from ?? null }],
  );
  return { seq, startedAt: Date.parse(at), days, parts };
}

/** The earliest first. The time of the last change counts, because this machine's clock may be wrong. */
export async function recentWatches(store: Store, { change }: Revision): Promise<readonly Watch[]> {
  const since = new Date(Date.parse(change.at) - MAX_DAYS * DAY_MS);
  return (await historySince(store, since)).map(watchOf).filter((watch) => watch !== null);
}

/** The parts that are as the change made them. A release that was activated again belongs to the later change. */
export const partsInPlace = ({ parts }: Watch, { releases, since }: Pick<Revision, 'releases' | 'since'>) =>
  parts.filter((part) => releases[part.name]?.active === part.id && since[part.name] === part.since);
