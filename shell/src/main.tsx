import { type PageData, ROOT_ELEMENT_ID } from '@site/contract/page-data';
import type { ReleaseIndex } from '@site/contract/release-index';
import { createNoticeStore } from '@site/shared-ui';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app';
import { createConsentStore } from './consent/consent-store';
import { isFullyPublished, readPageData, requestedPreview } from './document/page-data';
import type { OnIncident } from './federation/fallback-chain';
import { exceptionFault } from './federation/fault';
import { loadRemotePage } from './federation/load-remote';
import { activeRoutes, createRemotePages, createWaitWhileLeaving, releasesOf } from './federation/remote-page';
import { createPagesAhead, renderAhead } from './federation/render-ahead';
import { carryInput } from './foreign-changes/carry-input';
import { tolerateMovedNodes } from './foreign-changes/tolerate-moved-nodes';
import { createHost } from './host';
import { createIncidentReport, reportUncaughtErrors } from './incidents/report-incidents';
import { loadPicturesForPrint } from './layout/frame';
import { createNavigation, Router } from './navigation/navigation';
import { prefetchLinks } from './navigation/prefetch-links';
import { createUpdateCheck } from './navigation/update-check';
import type { OpenedPreview } from './preview/open-preview';
import { createLiveReport } from './speed/report-live';

const root = document.getElementById(ROOT_ELEMENT_ID);
if (!root) throw new Error('The page has no #root: compose the site again.');

tolerateMovedNodes(Node);
loadPicturesForPrint(window);
const data = readPageData(document);
const requested = requestedPreview(window);
if (requested === null) start(root, data, null);
else {
  import('./preview/open-preview')
    .then(({ openPreview }) => {
      start(root, data, openPreview({ requested, index: data.index, page: window }));
    })
    .catch((error: unknown) => {
      console.error('The preview could not be opened.', error);
      start(root, data, null);
    });
}

/** The method `location.reload()` would restore the scroll position of the previous page. */
function loadCurrentAddress() {
  const { href } = window.location;
  // `replace` loads nothing for an address that differs only in its hash.
  window.history.replaceState(null, '', '?');
  window.location.replace(href);
}

/** Reports incidents to the backend and to the preview's badge. Development reports none. */
function watchIncidents({ index, backend }: PageData, opened: OpenedPreview | null): OnIncident {
  if (!isFullyPublished(index)) return () => undefined;
  const isPreview = index.preview !== undefined;
  const report = createIncidentReport({ backend, isPreview, page: window, fetchFrom: fetch });
  const onIncident: OnIncident = (incident) => {
    report(incident);
    if (incident.mended !== 'retry') opened?.onIncident(incident);
  };
  reportUncaughtErrors(window, onIncident);
  return onIncident;
}

const shellIncident = ({ shell }: ReleaseIndex, error: unknown): Parameters<OnIncident>[0] => ({
  part: 'shell',
  release: shell,
  fault: exceptionFault(error, 'render'),
  path: window.location.pathname,
});

function start(root: HTMLElement, { index, ...data }: PageData, opened: OpenedPreview | null) {
  const notices = createNoticeStore();
  // Development neither checks for newer releases nor prefetches pages.
  const isOutdated = isFullyPublished(index) ? createUpdateCheck(index, fetch) : null;
  const navigation = createNavigation((to) => window.location.assign(to), {
    check: isOutdated && { isOutdated, reload: loadCurrentAddress },
    paths: activeRoutes(index).map(({ route }) => route.path),
  });
  const releases = isFullyPublished(index) ? () => releasesOf(index, pages, window.location.pathname) : undefined;
  const consent = createConsentStore(window);
  const host = createHost({ ...data, index, navigation, notices, consent, releases });
  const composed = root.firstChild
    ? { path: window.location.pathname, html: document.querySelector('main')?.innerHTML ?? '' }
    : null;
  const onIncident = watchIncidents({ index, ...data }, opened);
  // The preview that the address asks for may be missing: then the index has none.
  const onLive = opened ? undefined : createLiveReport({ ...data, index, consent }, fetch);
  const waitWhileLeaving = createWaitWhileLeaving(window);
  const pages = createRemotePages({ index, load: loadRemotePage, composed, onIncident, onLive, waitWhileLeaving });
  window.addEventListener('pagehide', () => {
    for (const page of pages) page.reportFailures();
  });
  const ahead = createPagesAhead();
  if (isOutdated) {
    prefetchLinks(document, {
      prefetch: async (path) => {
        const page = pages.find(({ route }) => route.path === path);
        if (page && (await page.prefetch())) renderAhead(ahead, page);
      },
      onIntent: () => void isOutdated(),
    });
  }

  const tree = (
    <App
      host={host}
      isPrivate={index.private !== undefined}
      pages={pages}
      notices={notices}
      navigation={navigation}
      router={<Router navigation={navigation} />}
      badge={opened?.badge}
      ahead={ahead}
      onThrow={(error) => onIncident(shellIncident(index, error))}
    />
  );
  if (!composed) {
    // The overlay of a development server shows uncaught errors only.
    createRoot(root, process.env.NODE_ENV === 'development' ? { onCaughtError: reportError } : {}).render(tree);
    return;
  }
  carryInput(root, window);
  // In a transition, React hydrates in steps: the browser can respond to the visitor in between.
  startTransition(() => {
    hydrateRoot(root, tree, {
      onRecoverableError: (error) => console.error('The composed page could not be hydrated as it is.', error),
    });
  });
}
