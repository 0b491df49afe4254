import type { Island } from '@site/shared-ui/island';
import { Component, type ReactNode, useState, version } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

const MOST = 2;

/** A page with a React of its own. It breaks at the third click. */
export function OwnPage() {
  const [count, setCount] = useState(0);
  if (count > MOST) throw new Error('It counts no further.');
  return (
    <>
      <h1>Une page d’un autre temps</h1>
      <p>{`React ${version}`}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`Compter : ${count}`}
      </button>
    </>
  );
}

class Boundary extends Component<{ readonly onError: (error: unknown) => void; readonly children: ReactNode }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasThrown ? null : this.props.children;
  }
}

export const mount: Island['mount'] = (element, _, onError) => {
  const page = (
    <Boundary onError={onError}>
      <OwnPage />
    </Boundary>
  );
  if (element.hasChildNodes()) {
    const root = hydrateRoot(element, page);
    return () => root.unmount();
  }
  const root = createRoot(element);
  root.render(page);
  return () => root.unmount();
};
