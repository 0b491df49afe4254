import { Component, type ReactNode } from 'react';

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
