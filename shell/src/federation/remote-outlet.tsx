import type { Host } from '@site/contract/host';
import { memo, useLayoutEffect, useSyncExternalStore } from 'react';
import { suppressHashPopstate } from '../navigation/suppress-hash-popstate';
import { ComposedPage } from './composed-page';
import { FailureStrip } from './failure-strip';
import { FreshPage } from './fresh-page';
import { PageCopy } from './page-copy';
import { PageFailure } from './page-failure';
import { PageLoading } from './page-loading';
import type { RemotePage } from './remote-page';

interface RemoteOutletProps {
  readonly page: RemotePage;
  readonly host: Host;
}

export const RemoteOutlet = memo(function RemoteOutlet({ page, host }: RemoteOutletProps) {
  const { progress, surface, html, running } = useSyncExternalStore(page.subscribe, page.view, page.view);
  useLayoutEffect(page.enter, [page]);
  useLayoutEffect(() => suppressHashPopstate(page.route.path, () => isDehydrated(page)), [page]);

  const isRetrying = progress === 'retrying';
  const fresh = running?.place === 'fresh' ? running : null;
  return (
    <>
      {surface !== 'none' && (isRetrying || progress === 'failed') && (
        <FailureStrip site={host.site} onRetry={page.retry} isRetrying={isRetrying} />
      )}
      {surface === 'composed' && <ComposedPage page={page} host={host} />}
      {surface === 'copy' && <PageCopy html={html ?? ''} />}
      {surface === 'none' && !running && <EmptyPage hasFailed={progress === 'failed'} page={page} host={host} />}
      {fresh && (
        <FreshPage
          key={fresh.candidate.release.id}
          page={page}
          Page={fresh.Page}
          host={host}
          isOverComposedNodes={surface !== 'none'}
        />
      )}
    </>
  );
});

function EmptyPage({ hasFailed, page, host }: RemoteOutletProps & { readonly hasFailed: boolean }) {
  return hasFailed ? <PageFailure route={page.route} host={host} onRetry={page.retry} /> : <PageLoading />;
}

const isDehydrated = (page: RemotePage) => {
  const { surface, running } = page.view();
  return surface === 'composed' && running === null;
};
