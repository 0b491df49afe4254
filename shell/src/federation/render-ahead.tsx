import type { Host, HostedPage } from '@site/contract/host';
import { UiProvider } from '@site/shared-ui';
import { Activity, useInsertionEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createPath, Router } from 'react-router-dom';
import { savesData, whenIdle } from '../navigation/prefetch-links';
import { RenderBoundary } from './remote-outlet';

export type RenderAhead = (path: string, Page: HostedPage) => void;

/**
 * Renders pages that may be visited next, one after the other while the browser is idle, and drops the result: their
 * code is compiled and their styles are inserted before a link is followed.
 */
export function createRenderAhead(host: Host): RenderAhead {
  let before = Promise.resolve();
  return (path, Page) => {
    if (savesData() || hasLittleMemory()) return;
    before = before
      .then(() => new Promise<void>((resolve) => whenIdle(resolve)))
      .then(() => (document.hidden ? undefined : renderOnce(host, path, Page)));
  };
}

/**
 * Renders outside the document, and hidden, so that no effect runs. An error is reported when the page is visited.
 */
async function renderOnce(host: Host, path: string, Page: HostedPage): Promise<void> {
  const ignore = () => undefined;
  const root = createRoot(document.createElement('div'), { onCaughtError: ignore, onRecoverableError: ignore });
  await new Promise<void>((onInserted) => {
    root.render(
      <UiProvider>
        <Router location={path} navigator={NOWHERE}>
          <Activity mode="hidden">
            <RenderBoundary onThrow={ignore}>
              <Page host={host} />
            </RenderBoundary>
            <AfterInsertion onInserted={onInserted} />
          </Activity>
        </Router>
      </UiProvider>,
    );
  });
  root.unmount();
}

const NOWHERE = {
  createHref: (to: Parameters<typeof createPath>[0] | string) => (typeof to === 'string' ? to : createPath(to)),
  go: () => undefined,
  push: () => undefined,
  replace: () => undefined,
};

/** Insertion effects are the only ones of a hidden tree that run. */
function AfterInsertion({ onInserted }: { readonly onInserted: () => void }) {
  useInsertionEffect(onInserted, [onInserted]);
  return null;
}

/** Only Chromium has `navigator.deviceMemory`, in GB. */
const hasLittleMemory = () => ((navigator as { deviceMemory?: number }).deviceMemory ?? 4) < 4;
