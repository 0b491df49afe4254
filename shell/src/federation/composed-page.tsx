import type { Host } from '@site/contract/host';
import { memo, Suspense } from 'react';
import { pageTitle } from '../document/page-title';
import { NavigationEffects } from '../navigation/navigation-effects';
import { PageCopy } from './page-copy';
import { PageLoading } from './page-loading';
import type { RemotePage } from './remote-page';
import { RenderBoundary } from './render-boundary';
import { ReportLive } from './report-live';

interface ComposedPageProps {
  readonly page: RemotePage;
  readonly host: Host;
}

/**
 * The prerendered nodes, which the release that composed them hydrates. Rendered once and never again: an update of a
 * Suspense boundary that still waits for its code would make React drop the prerendered HTML.
 */
export const ComposedPage = memo(function ComposedPage({ page, host }: ComposedPageProps) {
  const { html } = page.view();
  return (
    <RenderBoundary onThrow={page.onThrow}>
      {/* Shown if the nodes cannot be hydrated and the code is still loading. */}
      <Suspense fallback={html ? <PageCopy html={html} /> : <PageLoading />}>
        <page.Composed host={host} />
        <NavigationEffects title={pageTitle(page.route, host.site)} />
        <ReportLive onLive={page.onLive} />
      </Suspense>
    </RenderBoundary>
  );
});
