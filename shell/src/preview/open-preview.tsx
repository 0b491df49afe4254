import type { ReleaseIndex } from '@site/shared-ui/host';
import type { ReactNode } from 'react';
import type { OnIncident } from '../federation/fallback-chain';
import type { Preview } from '../federation/remote-pages';
import { type FoundRelease, findRelease } from './find-release';
import { PreviewBadge } from './preview-badge';
import { PREVIEW_KEY, PREVIEW_PARAMETER, type PreviewWindow } from './requested-preview';

export interface OpenedPreview {
  /** Null when the release that was asked for cannot be shown. */
  readonly preview: Preview | null;
  readonly badge: ReactNode;
  readonly onIncident: OnIncident;
}

/** Finds the release that this tab is to show, remembers it for the tab's next pages, and keeps search engines away. */
export async function openPreview(
  wanted: string,
  index: ReleaseIndex,
  page: PreviewWindow,
  fetchFrom: typeof fetch,
): Promise<OpenedPreview> {
  const found = await findRelease(wanted, index, fetchFrom);
  remember(wanted, found, page);
  const robots = page.document.createElement('meta');
  robots.name = 'robots';
  robots.content = 'noindex';
  page.document.head.append(robots);

  const preview = found.ok ? found.preview : null;
  const listeners = new Set<() => void>();
  let isFailing = false;
  const subscribe = (onChange: () => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  };
  return {
    preview,
    badge: (
      <PreviewBadge
        wanted={wanted}
        found={found}
        onQuit={() => quit(page)}
        hasFailed={() => isFailing}
        subscribe={subscribe}
      />
    ),
    onIncident: (remote, { id }) => {
      if (remote !== preview?.remote || id !== preview.release.id) return;
      isFailing = true;
      for (const listener of listeners) listener();
    },
  };
}

function remember(wanted: string, found: FoundRelease, page: PreviewWindow) {
  try {
    if (found.ok) page.sessionStorage.setItem(PREVIEW_KEY, wanted);
    // One that merely could not be reached is asked for again by the next page.
    else if (found.reason !== 'unreachable') page.sessionStorage.removeItem(PREVIEW_KEY);
  } catch (error) {
    console.warn('The browser refuses to keep the preview: it holds until this page is left.', error);
  }
}

function quit({ location, sessionStorage }: PreviewWindow) {
  const parameters = new URLSearchParams(location.search);
  parameters.delete(PREVIEW_PARAMETER);
  sessionStorage.removeItem(PREVIEW_KEY);
  // A path of this site that begins with two slashes would name another site.
  const path = location.pathname.replace(/^\/+/, '/');
  location.assign(path + (parameters.size > 0 ? `?${parameters}` : ''));
}
