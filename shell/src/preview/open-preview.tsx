import { BRANCH_PREFIX, FACTS_PREVIEW, PREVIEW_PARAMETER, SHOW_RELEASES } from '@site/contract/addresses';
import { isFollowedHere } from '@site/contract/link-click';
import type { PreviewRefusal, ReleaseIndex } from '@site/contract/release-index';
import { Box, Button, Container, createStore, Flex, Text } from '@site/shared-ui';
import { type ReactNode, useSyncExternalStore } from 'react';
import { preview as previewWords, releases as releasesWords } from '../content/preview';
import type { PreviewWindow } from '../document/page-data';
import type { OnIncident } from '../federation/fallback-chain';
import { usePathname } from '../navigation/navigation';

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
const RETRYABLE: readonly (Refusal | undefined)[] = [undefined, 'busy', 'failed'];

export function openPreview(request: PreviewRequest): OpenedPreview {
  const { requested, index, page } = request;
  if (requested === SHOW_RELEASES) return showReleases(request);
  // A static host composes no previews.
  const refusal: Refusal | undefined = index.preview ? index.preview.refusal : 'unavailable';
  const isRetryable = RETRYABLE.includes(refusal);
  if (isRetryable) {
    keepInLinks(page, requested);
    keepInHistory(page, requested);
  }
  const robots = page.document.createElement('meta');
  robots.name = 'robots';
  robots.content = 'noindex';
  page.document.head.append(robots);

  const given = requested.split(',');
  // The server has replaced branches by their newest releases, in the same order.
  const releases = index.preview && !refusal ? index.preview.requested.split(',') : given;
  const failed = createStore(false);
  return {
    badge: (
      <PreviewBadge
        releases={releases.map((release, at) => describe(release, given[at]))}
        refusal={refusal}
        hasEnded={refusal === 'unknown' && requested.startsWith(FACTS_PREVIEW)}
        isPrivate={index.private !== undefined}
        onQuit={() => page.location.assign(addressWith(page.location, null))}
        failed={failed}
      />
    ),
    onIncident: ({ part, release }) => {
      if (refusal || !releases.includes(`${part}@${release.id}`)) return;
      failed.set(true);
    },
  };
}

/** Shows the releases of an active page, and whether any of its parts has failed. */
function showReleases({ index, page }: PreviewRequest): OpenedPreview {
  const failed = createStore(false);
  const quit = () => page.location.assign(addressWith(page.location, null));
  return { badge: <ReleasesBadge index={index} onQuit={quit} failed={failed} />, onIncident: () => failed.set(true) };
}

/** `<name> <id>`, with the branch that the address names in place of the id. */
function describe(release: string, given = release): string {
  if (release.startsWith(FACTS_PREVIEW)) return previewWords.facts;
  const [, branch] = given.split(`@${BRANCH_PREFIX}`);
  const text = release.replace('@', ' ');
  return branch && given !== release ? previewWords.ofBranch(text, branch) : text;
}

/** `unavailable`: the server composes no previews. */
type Refusal = PreviewRefusal | 'unavailable';

/** Whether a previewed release has failed. */
type FailureStore = ReturnType<typeof createStore<boolean>>;

interface PreviewBadgeProps {
  readonly releases: readonly string[];
  readonly refusal: Refusal | undefined;
  /** A preview of facts, which the server keeps for half an hour. */
  readonly hasEnded: boolean;
  readonly isPrivate: boolean;
  readonly onQuit: () => void;
  readonly failed: FailureStore;
}

function PreviewBadge(props: PreviewBadgeProps) {
  const { releases, refusal, hasEnded, isPrivate, onQuit, failed } = props;
  const hasFailed = useSyncExternalStore(failed.subscribe, failed.get, () => false);
  return (
    <Badge label={previewWords.label} quit={previewWords.quit} onQuit={onQuit}>
      <strong>{previewWords.title}</strong> {releases.join(', ')}
      {refusal && (
        <span>{` – ${hasEnded ? previewWords.factsEnded : previewWords.refusals[refusal]} ${previewWords.active}`}</span>
      )}
      {!refusal && <span>{` – ${previewWords.isolated}${isPrivate ? ` ${previewWords.noSignIn}` : ''}`}</span>}
      {hasFailed && <span>{` – ${previewWords.hasFailed}`}</span>}
    </Badge>
  );
}

interface ReleasesBadgeProps {
  readonly index: ReleaseIndex;
  readonly onQuit: () => void;
  readonly failed: FailureStore;
}

function ReleasesBadge({ index, onQuit, failed }: ReleasesBadgeProps) {
  const pathname = usePathname();
  const hasFailed = useSyncExternalStore(failed.subscribe, failed.get, () => false);
  const part = Object.entries(index.remotes).find(([, { routes }]) => routes.some(({ path }) => path === pathname));
  const describe = (name: string, id: string) => releasesWords.release(name, id, index.origins?.[name]);
  return (
    <Badge label={releasesWords.label} quit={releasesWords.quit} onQuit={onQuit}>
      <strong>{releasesWords.frame}</strong> {describe('shell', index.shell.id)}
      {part && (
        <span>
          {' – '}
          <strong>{releasesWords.content}</strong> {describe(part[0], part[1].id)}
        </span>
      )}
      {hasFailed && <span>{` – ${releasesWords.hasFailed}`}</span>}
    </Badge>
  );
}

interface BadgeProps {
  readonly label: string;
  readonly quit: string;
  readonly onQuit: () => void;
  readonly children: ReactNode;
}

function Badge({ label, quit, onQuit, children }: BadgeProps) {
  return (
    <Box
      as="section"
      aria-label={label}
      data-surface="ink"
      paddingBlock="2"
      fontSize="sm"
      css={{ '@media print': { display: 'none' } }}
    >
      <Container>
        <Flex wrap="wrap" align="center" justify="space-between" columnGap="4" rowGap="1">
          <Text role="status" overflowWrap="anywhere">
            {children}
          </Text>
          <Button variant="quiet" onClick={onQuit}>
            {quit}
          </Button>
        </Flex>
      </Container>
    </Box>
  );
}

type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;

/** @param requested null for the address without a preview */
function addressWith({ pathname, search, hash }: Address, requested: string | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(PREVIEW_PARAMETER);
  if (requested !== null) parameters.set(PREVIEW_PARAMETER, requested);
  // A path that begins with two slashes would name another site.
  const path = pathname.replace(/^\/+/, '/');
  // Safari 16 and Chrome 112 have no `URLSearchParams.size`.
  const query = parameters.toString();
  return path + (query && `?${query}`) + hash;
}

/** Follows the links that the router leaves to the browser: a preview's page has no storage to remember the preview. */
function keepInLinks(page: PreviewWindow, requested: string) {
  page.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    // `location.origin` is that of the address, also in a page whose own origin is opaque.
    if (link?.origin !== page.location.origin || event.defaultPrevented || !isFollowedHere(event, link)) return;
    event.preventDefault();
    page.location.assign(addressWith(link, requested));
  });
}

/** The router knows nothing of the preview, and adds its pages to the history. */
function keepInHistory({ history, location }: PreviewWindow, requested: string) {
  for (const method of ['pushState', 'replaceState'] as const) {
    const change = history[method].bind(history);
    history[method] = (state, unused, address) => {
      const target = address && new URL(address, location.href);
      const withPreview = target ? addressWith(target, requested) : address;
      try {
        change(state, unused, withPreview);
      } catch (error) {
        // In WebKit, a page without an origin keeps its address.
        if (!withPreview || !(error instanceof DOMException && error.name === 'SecurityError')) throw error;
        location.assign(withPreview);
      }
    };
  }
}
