import type { Host } from '@site/shared-ui/host';
import { memo, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Arrival } from '../navigation/arrival';
import { pageTitle } from '../page-title';
import { PageFailure } from './page-failure';
import { PageLoading } from './page-loading';
import { RenderBoundary } from './render-boundary';
import type { RemotePage } from './remote-pages';

interface RemoteOutletProps {
  readonly page: RemotePage;
  readonly host: Host;
}

/**
 * The place of a remote's page. What changes while the page is still hydrating (a failure) is shown by components of
 * its own beside the Suspense boundary: an update of the boundary itself would make React drop the prerendered HTML.
 */
export const RemoteOutlet = memo(function RemoteOutlet({ page, host }: RemoteOutletProps) {
  useEffect(() => page.leave, [page]);
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
  return useFailed(page) ? <PageFailure page={page} host={host} /> : <PageLoading />;
}

function LoadFailure({ page, host }: RemoteOutletProps) {
  return useFailed(page) ? <PageFailure page={page} host={host} isReadable /> : null;
}

const useFailed = (page: RemotePage) => useSyncExternalStore(page.subscribe, page.hasFailed, () => false);
