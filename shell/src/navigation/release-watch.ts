import type { ReleaseIndex } from '@site/shared-ui/host';

/** What every page carries, as it is now. */
const INDEX_ADDRESS = '/releases.json';
/** The longest that a navigation waits for it. */
const ANSWER_WITHIN_MS = 300;
/** An answer is as good as a new one for so long: it was asked for when the visitor reached for the link. */
const HOLDS_FOR_MS = 500;

/**
 * Tells whether other releases are active than the page's own. Whatever goes wrong counts as no: the page goes on.
 * @returns null in development, where nothing is activated
 */
export function createReleaseWatch(index: ReleaseIndex, fetchFrom: typeof fetch): (() => Promise<boolean>) | null {
  if (!isPublished(index)) return null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean>;
  const ask = async () => {
    try {
      const response = await fetchFrom(INDEX_ADDRESS, {
        cache: 'no-cache',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const seq: unknown = response.ok ? (await response.json())?.seq : undefined;
      return typeof seq === 'number' && seq !== index.seq;
    } catch {
      return false;
    }
  };
  return () => {
    if (performance.now() - askedAt > HOLDS_FOR_MS) {
      askedAt = performance.now();
      answer = ask();
    }
    return answer;
  };
}

/** Hot remotes have no hash. */
export const isPublished = ({ remotes }: ReleaseIndex) =>
  Object.values(remotes).every(({ integrity }) => integrity !== '');
