import { Component, type ReactNode } from 'react';

interface RenderBoundaryProps {
  readonly onThrow: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Holds a page that throws on render, and shows nothing: what stands in its place is the outlet's to say. */
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
