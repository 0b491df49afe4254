import type { Host } from '@site/shared-ui/host';
import { Component, type ReactNode } from 'react';
import { FailureStrip } from './failure-strip';
import { PageFailure } from './page-failure';
import type { RemotePage } from './remote-pages';

interface RenderBoundaryProps {
  readonly page: RemotePage;
  readonly host: Host;
  readonly children: ReactNode;
}

/** Holds a page that throws on render: the visitor keeps the prerendered page to read, or gets the failure card. */
export class RenderBoundary extends Component<RenderBoundaryProps, { readonly hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(`The page ${this.props.page.route.path} threw on render.`, error);
  }

  retry = () => this.setState({ hasThrown: false });

  override render() {
    const { page, host, children } = this.props;
    if (!this.state.hasThrown) return children;
    if (page.composedHtml === null) return <PageFailure route={page.route} host={host} onRetry={this.retry} />;
    return (
      <>
        <FailureStrip site={host.site} onRetry={this.retry} />
        {/* The composer's own HTML, read from this very page before anything could change it. */}
        <div dangerouslySetInnerHTML={{ __html: page.composedHtml }} />
      </>
    );
  }
}
