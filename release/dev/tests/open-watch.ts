import { openSiteStore } from '@site/release-core/store/store';
import { type WatchEnd, type WatchLook, watchesIn } from '@site/release-core/watch/stored-watches';
import { type WatchedRelease, watchOf } from '@site/release-core/watch/watch';

export interface OpenWatch {
  readonly parts: readonly WatchedRelease[];
  readonly readEnd: () => Promise<WatchEnd | null>;
  /** Figures of the last look that found something new. */
  readonly readLook: () => Promise<WatchLook | null>;
}

/** The watch of the site's last change. @throws Error when that change is not watched */
export async function openWatch(dataDir: string): Promise<OpenWatch> {
  const store = openSiteStore(dataDir);
  const entry = await store.readEntry();
  const watch = entry && watchOf(entry);
  if (!watch) throw new Error('The last change is not watched.');
  const { readEnd, readLook } = watchesIn(store.blobs);
  return { parts: watch.parts, readEnd: () => readEnd(watch.seq), readLook: () => readLook(watch.seq) };
}
