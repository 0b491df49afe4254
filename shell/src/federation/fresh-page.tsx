import type { Host, HostedPage } from '@site/shared-ui/host';
import { Suspense, useLayoutEffect } from 'react';
import { NavigationEffects } from '../navigation/navigation-effects';
import { pageTitle } from '../page-title';
import { PageLoading } from './page-loading';
import type { RemotePage } from './remote-page';
import { RenderBoundary } from './render-boundary';

interface FreshPageProps {
  readonly page: RemotePage;
  readonly Page: HostedPage;
  readonly host: Host;
  /** Something of the page is on screen already, and stays until this one stands. */
  readonly isBeside: boolean;
}

/**
 * A page that owes nothing to the composed nodes. It is put beside them first and they go before the next paint: no
 * frame is blank, and if it throws they are untouched.
 */
export function FreshPage({ page, Page, host, isBeside }: FreshPageProps) {
  return (
    <RenderBoundary onThrow={page.fail}>
      <Suspense fallback={isBeside ? null : <PageLoading />}>
        <Page host={host} />
        <NavigationEffects title={pageTitle(page.route, host.site)} />
        <Stand onStand={page.stand} />
      </Suspense>
    </RenderBoundary>
  );
}

/** Says so when what stands before it is in the document. */
function Stand({ onStand }: { readonly onStand: () => void }) {
  useLayoutEffect(onStand, [onStand]);
  return null;
}
