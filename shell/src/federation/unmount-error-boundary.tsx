import { Component, type ReactNode } from 'react';

/**
 * Stands above the pages, where it outlives the one that is left: should that one throw while it goes, the page that
 * comes is shown all the same.
 */
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
