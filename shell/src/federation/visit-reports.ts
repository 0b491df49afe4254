import type { LoadableRelease } from '@site/contract/release-index';
import { LEAVES_WITHIN_MS } from '../document/page-data';
import type { createFallbackChain, FallbackChainOptions } from './fallback-chain';
import type { PageView } from './page-state';

interface LivePage {
  readonly remote: string;
  readonly release: Pick<LoadableRelease, 'id'>;
  readonly path: string;
}

export type OnLive = (page: LivePage) => void;

interface VisitReportsOptions extends Pick<FallbackChainOptions, 'remote' | 'route'> {
  readonly chain: Pick<ReturnType<typeof createFallbackChain>, 'reportFailures'>;
  readonly view: () => PageView;
  readonly onLive?: OnLive | undefined;
}

/** Reports a page as live once per visit, and its failures once it is known what helped. */
export function createVisitReports({ remote, route, chain, view, onLive }: VisitReportsOptions) {
  let wasLive = false;
  return {
    beginVisit: () => {
      wasLive = false;
    },
    /** Without a running release, the visitor reads composed HTML or nothing. */
    reportFailures: () => chain.reportFailures(view().surface === 'none' ? undefined : 'copy'),
    /** The page is hydrated or rendered, and its release runs. */
    reportLive: () => {
      const { running } = view();
      if (!running) return;
      chain.reportFailures('previous');
      if (wasLive) return;
      wasLive = true;
      onLive?.({ remote, release: running.candidate.release, path: route.path });
    },
  };
}

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
