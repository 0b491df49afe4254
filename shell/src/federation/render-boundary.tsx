import type { Host } from '@site/shared-ui/host';
import { Component, type ReactNode } from 'react';
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

  override render() {
    const { page, host, children } = this.props;
    if (!this.state.hasThrown) return children;
    const failure = (
      <PageFailure page={page} host={host} isReadable={page.composedHtml !== null} onRetry={() => this.setState({ hasThrown: false })} />
    );
    if (page.composedHtml === null) return failure;
    return (
      <>
        {failure}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own composer's HTML, read from this very page */}
        <div dangerouslySetInnerHTML={{ __html: page.composedHtml }} />
      </>
    );
  }
}
