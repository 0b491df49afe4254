import type { Host, HostedPage } from '@site/contract/host';
import { Suspense, useLayoutEffect } from 'react';
import { pageTitle } from '../document/page-title';
import { NavigationEffects } from '../navigation/navigation-effects';
import { PageLoading } from './page-loading';
import type { RemotePage } from './remote-page';
import { RenderBoundary } from './render-boundary';
import { ReportLive } from './report-live';

interface FreshPageProps {
  readonly page: RemotePage;
  readonly Page: HostedPage;
  readonly host: Host;
  /** Whether composed nodes are on screen; they stay until this page is mounted. */
  readonly isOverComposedNodes: boolean;
}

/**
 * A page rendered from scratch, next to the composed nodes. These are removed before the next paint: no frame is blank,
 * and a page that throws leaves them untouched.
 */
export function FreshPage({ page, Page, host, isOverComposedNodes }: FreshPageProps) {
  return (
    <RenderBoundary onThrow={page.onThrow}>
      <Suspense fallback={isOverComposedNodes ? null : <PageLoading />}>
        <Page host={host} />
        <NavigationEffects title={pageTitle(page.route, host.site)} />
        <ReportLive onLive={page.onLive} />
        <ReportMount onMounted={page.onMounted} />
      </Suspense>
    </RenderBoundary>
  );
}

/** Reports that its preceding siblings are mounted. */
function ReportMount({ onMounted }: { readonly onMounted: () => void }) {
  useLayoutEffect(onMounted, [onMounted]);
  return null;
}
