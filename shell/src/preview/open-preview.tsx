import { PREVIEW_PARAMETER } from '@site/contract/addresses';
import type { ReleaseIndex } from '@site/contract/release-index';
import type { ReactNode } from 'react';
import type { OnIncident } from '../federation/fallback-chain';
import { PreviewBadge, type ShownRefusal } from './preview-badge';
import { PREVIEW_KEY, type PreviewWindow, previewInAddress } from './requested-preview';

interface PreviewRequest {
  readonly requested: string;
  readonly index: ReleaseIndex;
  readonly page: PreviewWindow;
}

export interface OpenedPreview {
  readonly badge: ReactNode;
  readonly onIncident: OnIncident;
}

/** @returns null when the page is being loaded again, because it was composed without the tab's preview */
export function openPreview({ requested, index, page }: PreviewRequest): OpenedPreview | null {
  if (!index.preview && previewInAddress(page) === null) {
    page.location.replace(addressWith(page, requested));
    return null;
  }
  // A static host composes no previews.
  const refusal: ShownRefusal | undefined = index.preview ? index.preview.refusal : 'unavailable';
  remember(RETRYABLE.includes(refusal) ? requested : null, page);
  const robots = page.document.createElement('meta');
  robots.name = 'robots';
  robots.content = 'noindex';
  page.document.head.append(robots);

  const releases = requested.split(',');
  const listeners = new Set<() => void>();
  let isFailing = false;
  const subscribe = (onChange: () => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  };
  return {
    badge: (
      <PreviewBadge
        releases={releases}
        refusal={refusal}
        onQuit={() => quit(page)}
        hasFailed={() => isFailing}
        subscribe={subscribe}
      />
    ),
    onIncident: ({ remote, release }) => {
      if (refusal || !releases.includes(`${remote}@${release.id}`)) return;
      isFailing = true;
      for (const listener of listeners) listener();
    },
  };
}

/** After these outcomes the next page requests the preview again. */
const RETRYABLE: readonly (ShownRefusal | undefined)[] = [undefined, 'busy', 'failed'];

/** @param requested null to forget the tab's preview */
function remember(requested: string | null, page: PreviewWindow) {
  try {
    if (requested !== null) page.sessionStorage.setItem(PREVIEW_KEY, requested);
    else page.sessionStorage.removeItem(PREVIEW_KEY);
  } catch (error) {
    console.warn('The browser refuses to store the preview: it ends with this page.', error);
  }
}

function quit(page: PreviewWindow) {
  remember(null, page);
  page.location.assign(addressWith(page, null));
}

/** @param requested null for the address without a preview */
function addressWith({ location }: PreviewWindow, requested: string | null): string {
  const parameters = new URLSearchParams(location.search);
  parameters.delete(PREVIEW_PARAMETER);
  if (requested !== null) parameters.set(PREVIEW_PARAMETER, requested);
  // A path that begins with two slashes would name another site.
  const path = location.pathname.replace(/^\/+/, '/');
  // Safari 16 and Chrome 112 have no `URLSearchParams.size`.
  const query = parameters.toString();
  return path + (query && `?${query}`) + location.hash;
}
