import type { ReleaseIndex } from '@site/contract/release-index';
import type { ReactNode } from 'react';
import type { OnIncident } from '../federation/fallback-chain';
import type { Preview } from '../federation/remote-pages';
import { type FoundRelease, findRelease } from './find-release';
import { PreviewBadge } from './preview-badge';
import { PREVIEW_KEY, PREVIEW_PARAMETER, type PreviewWindow } from './requested-preview';

interface PreviewRequest {
  /** `<name>@<id>` */
  readonly requested: string;
  readonly index: ReleaseIndex;
  readonly page: PreviewWindow;
  readonly fetchFrom: typeof fetch;
}

export interface OpenedPreview {
  /** Null when the requested release cannot be shown. */
  readonly preview: Preview | null;
  readonly badge: ReactNode;
  readonly onIncident: OnIncident;
}

/** Finds the requested release, remembers it for the tab's next pages, and excludes the page from search engines. */
export async function openPreview({ requested, index, page, fetchFrom }: PreviewRequest): Promise<OpenedPreview> {
  const found = await findRelease(requested, index, fetchFrom);
  remember(requested, found, page);
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
        requested={requested}
        found={found}
        onQuit={() => quit(page)}
        hasFailed={() => isFailing}
        subscribe={subscribe}
      />
    ),
    onIncident: ({ remote, release }) => {
      if (remote !== preview?.remote || release.id !== preview.release.id) return;
      isFailing = true;
      for (const listener of listeners) listener();
    },
  };
}

function remember(requested: string, found: FoundRelease, page: PreviewWindow) {
  try {
    if (found.ok) page.sessionStorage.setItem(PREVIEW_KEY, requested);
    // The next page tries again to reach an unreachable release.
    else if (found.reason !== 'unreachable') page.sessionStorage.removeItem(PREVIEW_KEY);
  } catch (error) {
    console.warn('The browser refuses to store the preview: it ends with this page.', error);
  }
}

function quit({ location, sessionStorage }: PreviewWindow) {
  const parameters = new URLSearchParams(location.search);
  parameters.delete(PREVIEW_PARAMETER);
  sessionStorage.removeItem(PREVIEW_KEY);
  // A path that begins with two slashes would name another site.
  const path = location.pathname.replace(/^\/+/, '/');
  location.assign(path + (parameters.size > 0 ? `?${parameters}` : ''));
}
