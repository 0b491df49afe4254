import { partsInPlace, type Watch, watchOf } from '../changes/watched-change';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { type SyntheticVisit, visitsIn } from '../watch/stored-visits';
import { type WatchEnd, type WatchLook, watchesIn } from '../watch/stored-watches';
import { MOST_DAYS, watchedUntil } from '../watch/watch-length';

const DAY_MS = 86_400_000;

export interface WatchStatus {
  /** Number of the change. */
  readonly seq: number;
  /** Its parts that nobody has changed since. */
  readonly names: readonly string[];
  /** ISO 8601; it ends earlier after 300 live pages. */
  readonly until: string;
  /** The latest figures; null before the first ones. */
  readonly look: WatchLook | null;
  /** Null while it goes on. */
  readonly end: WatchEnd | null;
  /** The earliest first. */
  readonly visits: readonly SyntheticVisit[];
}

/** The watches of active releases, and those of the last weeks that were returned, the latest first. */
export async function readWatches(store: Store): Promise<readonly WatchStatus[]> {
  const watches = await findWatches(store);
  const { readEnd, readLook } = watchesIn(store.blobs);
  const statuses = watches.map(async ({ watch, names }): Promise<WatchStatus> => {
    const { seq } = watch;
    const [end, look, visits] = await Promise.all([readEnd(seq), readLook(seq), visitsIn(store.blobs).list(seq)]);
    return { seq, names, until: new Date(watchedUntil(watch)).toISOString(), look: end ? null : look, end, visits };
  });
  return (await Promise.all(statuses)).filter(({ names, end }) => names.length > 0 || end?.verdict === 'returned');
}

interface Found {
  readonly watch: Watch;
  readonly names: readonly string[];
}

/** Reads back until each active release's activation is found; a watch takes a month at most. */
async function findWatches(store: Store): Promise<readonly Found[]> {
  const watches: Found[] = [];
  let current: IndexEntry | null = null;
  for await (const reading of store.readBackwards()) {
    if (!('entry' in reading)) continue;
    const { entry } = reading;
    current ??= entry;
    const watch = watchOf(entry);
    if (watch) watches.push({ watch, names: partsInPlace(watch, current).map(({ name }) => name) });
    if (isOlder(entry, current)) break;
  }
  return watches;
}

const isOlder = ({ change }: IndexEntry, current: IndexEntry) =>
  Date.parse(current.change.at) - Date.parse(change.at) > MOST_DAYS * DAY_MS ||
  Object.values(current.since).every((at) => at >= change.at);
