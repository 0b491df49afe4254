import type { Site } from '@site/contract/host';
import type { ReleaseIndex } from '@site/contract/release-index';
import { createNoticeStore } from '@site/shared-ui';
import { exampleSite } from '@site/shared-ui/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { App } from '../../src/app';
import { createConsentStore } from '../../src/consent/consent-store';
import type { LoadPage, OnIncident } from '../../src/federation/fallback-chain';
import { createRemotePages, type OnLive } from '../../src/federation/remote-page';
import type { PagesAhead } from '../../src/federation/render-ahead';
import { createHost } from '../../src/host';
import { createNavigation, type Navigation, Router } from '../../src/navigation/navigation';
import { createControlledRemote, exampleIndex, examplePage } from './examples';

// jsdom has none. What is on screen, and whether the page is scrolled, is tested in a browser.
window.IntersectionObserver = class {
  observe = () => undefined;
  disconnect = () => undefined;
} as unknown as typeof IntersectionObserver;

interface SiteOptions {
  readonly site?: Site;
  readonly index?: ReleaseIndex;
  readonly load?: LoadPage;
  readonly composed?: { readonly path: string; readonly html: string } | null;
  readonly isPrivate?: boolean;
  readonly badge?: ReactNode;
  readonly ahead?: PagesAhead;
  readonly navigation?: Navigation;
  readonly onIncident?: OnIncident;
  readonly onLive?: OnLive;
}

function createSite(options: SiteOptions & { readonly pathname?: string } = {}) {
  const { index = exampleIndex, load = async (_, route) => examplePage(route), composed = null } = options;
  const notices = createNoticeStore();
  const navigation = options.navigation ?? createNavigation(() => undefined, { pathname: options.pathname });
  const host = createHost({
    index,
    site: options.site ?? exampleSite,
    backend: { url: '', anonKey: 'example-key' },
    composedOn: '2026-11-20',
    consent: createConsentStore(window),
    notices,
    navigation,
  });
  const pages = createRemotePages({ ...options, index, load, composed });
  return {
    host,
    pages,
    app: (
      <App
        host={host}
        isPrivate={options.isPrivate}
        pages={pages}
        notices={notices}
        navigation={navigation}
        router={options.pathname ? undefined : <Router navigation={navigation} />}
        badge={options.badge}
        ahead={options.ahead}
      />
    ),
  };
}

export async function openSite(path: string, options: SiteOptions = {}) {
  window.history.replaceState(null, '', path);
  const { host, pages, app } = createSite(options);
  await act(async () => {
    render(app);
  });
  return { host, pages, user: userEvent.setup() };
}

let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
});

/** Opens a composed page and hydrates the shell; the page's own code is still loading. */
export async function openComposedSite(path: string, options: SiteOptions = {}) {
  window.history.replaceState(null, '', path);
  const container = await composeRoot(path, options);
  const html = screen.getByRole('main').innerHTML;
  const remote = createControlledRemote();
  const { host, pages, app } = createSite({ load: remote.load, ...options, composed: { path, html } });
  const nodes = { title: screen.getByRole('heading', { level: 1 }), form: screen.getByRole('form') };
  await act(async () => {
    root = hydrateRoot(container, app, {
      onRecoverableError: (error) => console.error(error),
    });
  });
  return { host, pages, remote, nodes, user: userEvent.setup() };
}

export async function composeRoot(path: string, options: Pick<SiteOptions, 'site'> = {}) {
  const tree = createSite({ ...options, composed: { path, html: '' }, pathname: path }).app;
  // The first rendering requests the page's code; the second one includes the page.
  renderToString(tree);
  await act(async () => undefined);
  const root = document.createElement('div');
  root.id = 'root';
  root.innerHTML = renderToString(tree);
  document.body.replaceChildren(root);
  return root;
}

// jsdom has no layout and cannot scroll: the calls are recorded.
export const scrolledTo = jest.fn<void, [Element | 'top']>();

beforeEach(() => {
  scrolledTo.mockClear();
  // The newest browsers return a promise.
  window.scrollTo = async () => scrolledTo('top');
  Element.prototype.scrollIntoView = async function scrollIntoView() {
    scrolledTo(this);
  };
});

export const expectConsoleError = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
