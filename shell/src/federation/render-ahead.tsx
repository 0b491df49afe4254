import type { Host } from '@site/contract/host';
import { createStore } from '@site/shared-ui';
import { Activity, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CONTENT_ID } from '../layout/frame';
import { savesData, whenIdle } from '../navigation/prefetch-links';
import { RemoteOutlet } from './remote-outlet';
import type { RemotePage } from './remote-page';

/** Pages that are rendered before they are visited. */
export type PagesAhead = ReturnType<typeof createPagesAhead>;

export const createPagesAhead = () => createStore<readonly RemotePage[]>([]);

/** Adds a page that may be visited next, once the browser is idle. */
export function renderAhead({ get, set }: PagesAhead, page: RemotePage): void {
  if (savesData() || hasLittleMemory()) return;
  whenIdle(() => {
    if (!document.hidden && window.location.pathname !== page.route.path) set([...get(), page]);
  });
}

interface PageAheadProps {
  readonly page: RemotePage;
  readonly host: Host;
  readonly isVisited: boolean;
  readonly onLeave: () => void;
}

/**
 * A page outside the document, which a visit puts into the document. Until then, React renders it in slices of a few
 * milliseconds, and runs none of its effects but insertion effects, which are Emotion's styles.
 */
export function PageAhead({ page, host, isVisited, onLeave }: PageAheadProps) {
  const [container] = useState(() => document.createElement('div'));
  return createPortal(
    <Activity mode={isVisited ? 'visible' : 'hidden'}>
      <AttachContainer container={container} onLeave={onLeave} />
      <RemoteOutlet page={page} host={host} />
    </Activity>,
    container,
  );
}

/** Precedes the page, so that the page's effects find it in the document. */
function AttachContainer({ container, onLeave }: { readonly container: Element; readonly onLeave: () => void }) {
  const drop = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    document.getElementById(CONTENT_ID)?.append(container);
    return () => {
      container.remove();
      // The visitor may have come back by then.
      whenIdle(() => container.isConnected || drop());
    };
  }, [container]);
  return null;
}

/** Only Chromium has `navigator.deviceMemory`, in GB. */
const hasLittleMemory = () => ((navigator as { deviceMemory?: number }).deviceMemory ?? 4) < 4;
