import type { Host } from '@site/shared-ui/host';
import { memo, Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import { Arrival } from '../navigation/arrival';
import { keepMovesWithinPage } from '../navigation/keep-moves-within-page';
import { pageTitle } from '../page-title';
import { FailureStrip } from './failure-strip';
import { PageFailure } from './page-failure';
import { PageLoading } from './page-loading';
import type { RemotePage } from './remote-pages';
import { RenderBoundary } from './render-boundary';

interface RemoteOutletProps {
  readonly page: RemotePage;
  readonly host: Host;
}

/**
 * The place of a remote's page. What changes while the page is still hydrating (a failure) is shown by components of
 * its own beside the Suspense boundary: an update of the boundary itself would make React drop the prerendered HTML.
 */
export const RemoteOutlet = memo(function RemoteOutlet({ page, host }: RemoteOutletProps) {
  useLayoutEffect(() => {
    // The visitor has come back to a page that had failed.
    if (page.loadState() === 'failed') page.retry();
    return page.leave;
  }, [page]);
  useLayoutEffect(() => {
    const isDehydrated = () => page.composedHtml !== null && page.loadState() !== 'loaded';
    return keepMovesWithinPage(page.route.path, isDehydrated);
  }, [page]);
  return (
    <RenderBoundary page={page} host={host}>
      {page.composedHtml !== null && <LoadFailure page={page} host={host} />}
      <Suspense fallback={<Waiting page={page} host={host} />}>
        <page.Page host={host} />
        <Arrival title={pageTitle(page.route, host.site)} />
      </Suspense>
    </RenderBoundary>
  );
});

function Waiting({ page, host }: RemoteOutletProps) {
  const state = useLoadState(page);
  return state === 'failed' ? <PageFailure route={page.route} host={host} onRetry={page.retry} /> : <PageLoading />;
}

function LoadFailure({ page, host }: RemoteOutletProps) {
  const state = useLoadState(page);
  if (state !== 'failed' && state !== 'retrying') return null;
  return <FailureStrip site={host.site} onRetry={page.retry} isRetrying={state === 'retrying'} />;
}

const useLoadState = (page: RemotePage) => useSyncExternalStore(page.subscribe, page.loadState, () => 'waiting');
