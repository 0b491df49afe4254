import { Component, type ReactNode } from 'react';

/** Catches what a page throws while it unmounts, so that the next page is shown all the same. */
export class UnmountErrorBoundary extends Component<{ readonly children: ReactNode }> {
  override state = {};

  static getDerivedStateFromError() {
    return {};
  }

  override componentDidCatch(error: unknown) {
    console.error('A page threw while it was left.', error);
  }

  override render() {
    return this.props.children;
  }
}
