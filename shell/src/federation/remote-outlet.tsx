import type { Host } from '@site/shared-ui/host';
import { memo, useLayoutEffect, useSyncExternalStore } from 'react';
import { suppressHashPopstate } from '../navigation/suppress-hash-popstate';
import { ComposedPage } from './composed-page';
import { FailureStrip } from './failure-strip';
import { FreshPage } from './fresh-page';
import { PageFailure } from './page-failure';
import { PageLoading } from './page-loading';
import type { RemotePage } from './remote-page';

interface RemoteOutletProps {
  readonly page: RemotePage;
  readonly host: Host;
}

/** The place of a remote's page: what there is of it to read, the release that runs, and what is said of a failure. */
export const RemoteOutlet = memo(function RemoteOutlet({ page, host }: RemoteOutletProps) {
  const { progress, surface, html, running } = useSyncExternalStore(page.subscribe, page.state, page.state);
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
      {/* The composer's own HTML, read from this very page before anything could change it. */}
      {surface === 'copy' && <div dangerouslySetInnerHTML={{ __html: html ?? '' }} />}
      {surface === 'none' && !running && <Absence isFinal={progress === 'failed'} page={page} host={host} />}
      {fresh && (
        <FreshPage
          key={fresh.rung.release.id}
          page={page}
          Page={fresh.Page}
          host={host}
          isBeside={surface !== 'none'}
        />
      )}
    </>
  );
});

function Absence({ isFinal, page, host }: RemoteOutletProps & { readonly isFinal: boolean }) {
  return isFinal ? <PageFailure route={page.route} host={host} onRetry={page.retry} /> : <PageLoading />;
}

const isDehydrated = (page: RemotePage) => {
  const { surface, running } = page.state();
  return surface === 'composed' && running === null;
};
