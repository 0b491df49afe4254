import { Component, type ReactNode } from 'react';

/** Shows the next page even if the previous one throws while it unmounts. */
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
