import type { LoadPage } from './fallback-chain';

/** A page that the visitor leaves is gone after this time. */
const LEAVES_WITHIN_MS = 5000;

/**
 * Delays failures while the visitor leaves the page: WebKit cancels pending requests, which would count as failures of
 * the release. Failures are not dropped, because a mailto link fires `beforeunload` too and the page stays.
 */
export function holdFailuresWhileLeaving(load: LoadPage, page: Window): LoadPage {
  let leftAt = Number.NEGATIVE_INFINITY;
  page.addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  return async (release, route) => {
    try {
      return await load(release, route);
    } catch (error) {
      const leavingMs = leftAt + LEAVES_WITHIN_MS - performance.now();
      if (leavingMs > 0) await new Promise((resolve) => setTimeout(resolve, leavingMs));
      throw error;
    }
  };
}
