import { INDEX_PATH } from '@site/contract/addresses';
import type { ReleaseIndex } from '@site/contract/release-index';

/** A navigation waits no longer than this for the answer. */
const NAVIGATION_WAITS_MS = 300;
/** After this time a request is aborted, and the next navigation sends another. */
const GIVEN_UP_AFTER_MS = 10_000;
/** Navigations reuse an answer for this time: it was requested when the visitor pointed at the link. */
const HOLDS_FOR_MS = 500;

/**
 * Checks whether the site has changed since the page was composed: a release or a text, but also a hold, which costs a
 * needless reload. A lower `seq` is ignored: another server of the site may lag by some seconds. An answer that is late
 * for one navigation serves the next.
 */
export function createUpdateCheck(index: ReleaseIndex, fetchFrom: typeof fetch): () => Promise<boolean> {
  let isOutdated = false;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let isPending = false;
  let pending: Promise<void>;

  const readIndex = async () => {
    isPending = true;
    try {
      const signal = AbortSignal.timeout(GIVEN_UP_AFTER_MS);
      const response = await fetchFrom(INDEX_PATH, { cache: 'no-cache', signal });
      const seq: unknown = response.ok ? (await response.json())?.seq : undefined;
      if (typeof seq === 'number' && seq > index.seq) isOutdated = true;
    } catch {
      // Counts as up to date.
    }
    isPending = false;
  };

  return async () => {
    if (isOutdated) return true;
    if (!isPending && performance.now() - requestedAt > HOLDS_FOR_MS) {
      requestedAt = performance.now();
      pending = readIndex();
    }
    await Promise.race([pending, elapsed(NAVIGATION_WAITS_MS)]);
    return isOutdated;
  };
}

const elapsed = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
