import { randomBytes } from 'node:crypto';
import { FACTS_PREVIEW } from '@site/contract/addresses';
import type { SiteData } from '@site/contract/page-data';
import { STORE } from '@site/contract/stored-files';
import type { Blobs } from '@site/release-core/store/blobs';
import { LRUCache } from 'lru-cache';

const KEPT_MS = 30 * 60_000;
const MOST_KEPT = 20;
const FOLDER = `${STORE.scratch}/previews/`;
/** When it was kept, of eleven digits until the year 2527 so that names sort by it, then 128 random bits. */
const NAME = /^([0-9a-f]{11})-[0-9a-f]{32}$/;

/**
 * Previews of edited facts, in the store, where every server of the site finds them. Whoever has the address sees the
 * page, so it cannot be guessed and ends soon.
 */
export function createFactsPreviews(blobs: Blobs, now: () => number = Date.now) {
  const read = new LRUCache<string, SiteData>({ max: MOST_KEPT });

  // Servers may have clocks that differ a little.
  const isKept = (name: string) => {
    const at = Number.parseInt(NAME.exec(name)?.[1] ?? '', 16);
    return Math.abs(now() - at) <= KEPT_MS;
  };

  async function makeRoom(): Promise<void> {
    const names = (await blobs.list(FOLDER)).sort();
    const latest = new Set(names.filter(isKept).slice(1 - MOST_KEPT));
    await Promise.all(names.filter((name) => !latest.has(name)).map((name) => blobs.remove(FOLDER + name)));
  }

  return {
    /** @returns the value of the address's parameter that requests the preview */
    keep: async (data: SiteData): Promise<string> => {
      await makeRoom();
      const name = `${now().toString(16).padStart(11, '0')}-${randomBytes(16).toString('hex')}`;
      await blobs.add(FOLDER + name, JSON.stringify(data));
      return FACTS_PREVIEW + name;
    },
    find: async (requested: string): Promise<SiteData | undefined> => {
      const name = requested.slice(FACTS_PREVIEW.length);
      // A name that cannot be one, or has ended, costs the store no call.
      if (!isKept(name)) return undefined;
      const cached = read.get(name);
      if (cached) return cached;
      const stored = await blobs.get(FOLDER + name);
      if (!stored) return undefined;
      const data: SiteData = JSON.parse(stored.toString());
      read.set(name, data);
      return data;
    },
  };
}
