import type { Host, HostedPage } from '@site/contract/host';
import { Box, VisuallyHidden } from '@site/shared-ui';
import { Component, memo, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { failure } from '../content/layout';
import { pageTitle } from '../document/page-data';
import { NavigationEffects } from '../navigation/navigation-effects';
import type { RemotePage } from './remote-page';

interface ComposedPageProps {
  readonly page: RemotePage;
  readonly host: Host;
}

/**
 * The composed nodes, which their own release hydrates. Rendered once and never again: an update of a
 * Suspense boundary that still waits for its code would make React drop the composed HTML.
 */
export const ComposedPage = memo(function ComposedPage({ page, host }: ComposedPageProps) {
  const { html } = page.view();
  return (
    <RenderBoundary onThrow={page.onThrow}>
      {/* Shown if the nodes cannot be hydrated and the code is still loading. */}
      <Suspense fallback={html ? <RestoredPage html={html} /> : <PageLoading />}>
        <page.Composed host={host} />
        <NavigationEffects title={pageTitle(page.route, host.site)} />
        <ReportLive onLive={page.onLive} />
      </Suspense>
    </RenderBoundary>
  );
});

interface ClientPageProps {
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
export function ClientPage({ page, Page, host, isOverComposedNodes }: ClientPageProps) {
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

/** The composed HTML without its behaviour, as it was when the shell started. */
export function RestoredPage({ html }: { readonly html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Is as tall as the screen, so that the footer does not move while a page's code is loading. */
export function PageLoading() {
  return (
    <Box minHeight="100vh" role="status">
      <VisuallyHidden>{failure.loading}</VisuallyHidden>
    </Box>
  );
}

interface RenderBoundaryProps {
  readonly onThrow: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Shows nothing after an error: `RemoteOutlet` replaces the page. */
export class RenderBoundary extends Component<RenderBoundaryProps, { readonly hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onThrow(error);
  }

  override render() {
    return this.state.hasThrown ? null : this.props.children;
  }
}

/** Reports that its preceding siblings are hydrated or rendered, after the paint. */
function ReportLive({ onLive }: { readonly onLive: () => void }) {
  useEffect(onLive, [onLive]);
  return null;
}
