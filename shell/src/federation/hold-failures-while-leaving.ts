import type { LoadPage } from './fallback-chain';

/** The longest that a page is still there after the visitor has left it. */
const LEAVES_WITHIN_MS = 5000;

/**
 * Delays failures of a page that the visitor is leaving: WebKit fails what such a page still loads, which would count as a
 * failure of the release. A link to an e-mail address is announced as well and leaves nothing, so that no failure is lost.
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
