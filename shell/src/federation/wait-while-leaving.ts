/** A page that the visitor leaves is gone after this time. */
const LEAVES_WITHIN_MS = 5000;

/**
 * The wait precedes the record of a failure: WebKit cancels the pending requests of a page that the visitor leaves,
 * which would count as failures of the release. A mailto link fires `beforeunload` too, and the page stays.
 */
export function createWaitWhileLeaving(page: Window): () => Promise<void> {
  let leftAt = Number.NEGATIVE_INFINITY;
  page.addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  return async () => {
    const leavingMs = leftAt + LEAVES_WITHIN_MS - performance.now();
    if (leavingMs > 0) await new Promise((resolve) => setTimeout(resolve, leavingMs));
  };
}
