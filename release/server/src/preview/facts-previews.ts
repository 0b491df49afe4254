import { randomBytes } from 'node:crypto';
import { FACTS_PREVIEW } from '@site/contract/addresses';
import type { SiteData } from '@site/contract/page-data';
import { LRUCache } from 'lru-cache';

const KEPT_MS = 30 * 60_000;
const MOST_KEPT = 20;

/** Whoever has the address sees the page, so it cannot be guessed and ends soon, also with this process. */
export function createFactsPreviews() {
  const kept = new LRUCache<string, SiteData>({ max: MOST_KEPT, ttl: KEPT_MS });
  return {
    /** @returns the value of the address's parameter that requests the preview */
    keep: (data: SiteData): string => {
      const requested = FACTS_PREVIEW + randomBytes(16).toString('hex');
      kept.set(requested, data);
      return requested;
    },
    find: (requested: string): SiteData | undefined => kept.get(requested),
  };
}
