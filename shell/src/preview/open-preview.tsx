import { BRANCH_PREFIX, FACTS_PREVIEW, SHOW_RELEASES } from '@site/contract/addresses';
import type { ReleaseIndex } from '@site/contract/release-index';
import type { ReactNode } from 'react';
import { preview as previewWords } from '../content/preview';
import type { OnIncident } from '../federation/fallback-chain';
import { addressWith, keepInHistory, keepInLinks } from './keep-in-address';
import { PreviewBadge, type ShownRefusal } from './preview-badge';
import { ReleasesBadge } from './releases-badge';
import type { PreviewWindow } from './requested-preview';

interface PreviewRequest {
  readonly requested: string;
  readonly index: ReleaseIndex;
  readonly page: PreviewWindow;
}

export interface OpenedPreview {
  readonly badge: ReactNode;
  readonly onIncident: OnIncident;
}

/** After these outcomes the next page requests the preview again. */
const RETRYABLE: readonly (ShownRefusal | undefined)[] = [undefined, 'busy', 'failed'];

export function openPreview(request: PreviewRequest): OpenedPreview {
  const { requested, index, page } = request;
  if (requested === SHOW_RELEASES) return showReleases(request);
  // A static host composes no previews.
  const refusal: ShownRefusal | undefined = index.preview ? index.preview.refusal : 'unavailable';
  const isKept = RETRYABLE.includes(refusal);
  if (isKept) {
    keepInLinks(page, requested);
    keepInHistory(page, requested);
  }
  const robots = page.document.createElement('meta');
  robots.name = 'robots';
  robots.content = 'noindex';
  page.document.head.append(robots);

  const asked = requested.split(',');
  // The server has replaced branches by their newest releases, in the same order.
  const releases = index.preview && !refusal ? index.preview.requested.split(',') : asked;
  const failure = createFailureFlag();
  return {
    badge: (
      <PreviewBadge
        releases={releases.map((release, at) => describe(release, asked[at]))}
        refusal={refusal}
        hasEnded={refusal === 'unknown' && requested.startsWith(FACTS_PREVIEW)}
        isPrivate={index.private !== undefined}
        onQuit={() => page.location.assign(addressWith(page.location, null))}
        hasFailed={failure.hasFailed}
        subscribe={failure.subscribe}
      />
    ),
    onIncident: ({ remote, release }) => {
      if (refusal || !releases.includes(`${remote}@${release.id}`)) return;
      failure.raise();
    },
  };
}

/** The page itself stays as it is. A failure of any of its parts is shown. */
function showReleases({ index, page }: PreviewRequest): OpenedPreview {
  const { raise, hasFailed, subscribe } = createFailureFlag();
  const quit = () => page.location.assign(addressWith(page.location, null));
  return {
    badge: <ReleasesBadge index={index} onQuit={quit} hasFailed={hasFailed} subscribe={subscribe} />,
    onIncident: raise,
  };
}

function createFailureFlag() {
  const listeners = new Set<() => void>();
  let isRaised = false;
  return {
    hasFailed: () => isRaised,
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    raise: () => {
      isRaised = true;
      for (const listener of listeners) listener();
    },
  };
}

/** `<name> <id>`, with the branch that the address names in place of the id. */
function describe(release: string, asked = release): string {
  if (release.startsWith(FACTS_PREVIEW)) return previewWords.facts;
  const [, branch] = asked.split(`@${BRANCH_PREFIX}`);
  const shown = release.replace('@', ' ');
  return branch && asked !== release ? previewWords.ofBranch(shown, branch) : shown;
}
