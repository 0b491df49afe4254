import { partsInPlace, type Watch, watchOf } from '@site/release-core/changes/watched-change';
import { historySince } from '@site/release-core/store/history';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import type { WatchedRelease } from '@site/release-core/watch/evidence';
import { type WatchEnd, watchesIn } from '@site/release-core/watch/stored-watches';
import { MOST_DAYS } from '@site/release-core/watch/watch-length';

const DAY_MS = 86_400_000;

export interface FoundWatch extends Watch {
  /** Its parts that nobody has changed since. */
  readonly inPlace: readonly WatchedRelease[];
  /** Null while it goes on. */
  readonly end: WatchEnd | null;
}

export interface FoundWatches {
  readonly current: IndexEntry;
  readonly watches: readonly FoundWatch[];
}

/**
 * Finds the watches of the last weeks. Entries are immutable and read once, so that a look without a change costs one
 * request, and one more for each watch that goes on.
 */
export function watchFinder(store: Store): () => Promise<FoundWatches | null> {
  const { readEnd, hasEnded } = watchesIn(store.blobs);
  const ends = new Map<number, WatchEnd | null>();
  let recent: readonly Watch[] = [];
  let readTo = 0;

  async function readNew(current: IndexEntry) {
    if (readTo === 0) {
      // By the time of the last change, because this machine's clock may be wrong.
      const since = new Date(Date.parse(current.change.at) - MOST_DAYS * DAY_MS);
      recent = watchesOf(await historySince(store, since));
    } else {
      const numbers = Array.from({ length: current.seq - readTo }, (_, at) => readTo + 1 + at);
      const entries = await Promise.all(numbers.map((seq) => (seq === current.seq ? current : store.readEntry(seq))));
      recent = [...recent, ...watchesOf(entries.filter((entry) => entry !== null))];
    }
    readTo = current.seq;
  }

  async function endOf(watch: Watch, inPlace: FoundWatch['inPlace']): Promise<WatchEnd | null> {
    const { seq, parts } = watch;
    const cachedEnd = ends.get(seq);
    // Another server may have found a pending return impossible.
    if (cachedEnd !== undefined && !(cachedEnd && isPending({ parts, inPlace }, cachedEnd))) return cachedEnd;
    if (!(await hasEnded(seq))) return null;
    const end = await readEnd(seq);
    ends.set(seq, end);
    return end;
  }

  /** Null while there is no state, or none that can be changed. */
  return async () => {
    const { entry: current, damaged } = await store.readState();
    if (!current || damaged.length > 0) return null;
    await readNew(current);
    const watches = recent.map(async (watch) => {
      const inPlace = partsInPlace(watch, current);
      return { ...watch, inPlace, end: await endOf(watch, inPlace) };
    });
    return { current, watches: await Promise.all(watches) };
  };
}

/** Whether its parts are still to be returned: the server that decided it has ended, or is about to. */
export const isPending = ({ parts, inPlace }: Pick<FoundWatch, 'parts' | 'inPlace'>, { verdict }: WatchEnd): boolean =>
  verdict === 'returned' && inPlace.length === parts.length;

const watchesOf = (entries: readonly IndexEntry[]) => entries.map(watchOf).filter((watch) => watch !== null);
