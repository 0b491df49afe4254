import type { PageModule } from '@site/contract/host';
import { UiProvider } from '@site/shared-ui';
import { fakeHost } from '@site/shared-ui/testing';
import { act } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

/** Lets the tests of a file prerender a page and hydrate it later. Unmounts it after each test. */
export function prepareHydration({ Page }: PageModule) {
  const page = (
    <UiProvider>
      <Page host={fakeHost()} />
    </UiProvider>
  );
  let root: Root | undefined;
  afterEach(async () => {
    window.history.replaceState(null, '', '/');
    await act(async () => root?.unmount());
    document.body.replaceChildren();
  });
  return {
    /** @returns the element to hydrate, in the document */
    showPrerendered(): HTMLElement {
      const container = document.createElement('div');
      container.innerHTML = renderToString(page);
      document.body.replaceChildren(container);
      return container;
    },
    hydrate: (container: HTMLElement) =>
      act(async () => {
        root = hydrateRoot(container, page);
      }),
  };
}
