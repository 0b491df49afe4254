import './scrolling';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { composeRoot } from './compose-root';
import { createControlledRemote } from './controlled-remote';
import { createSite, type SiteOptions } from './create-site';

let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
});

/** Opens a prerendered page and hydrates the shell; the page's own code is still loading. */
export async function openComposedSite(path: string, options: SiteOptions = {}) {
  window.history.replaceState(null, '', path);
  const container = await composeRoot(path, options);
  const html = screen.getByRole('main').innerHTML;
  const remote = createControlledRemote();
  const { host, pages, app } = createSite({ load: remote.load, ...options, composed: { path, html } });
  const nodes = { title: screen.getByRole('heading', { level: 1 }), form: screen.getByRole('form') };
  await act(async () => {
    root = hydrateRoot(container, <BrowserRouter>{app}</BrowserRouter>, {
      onRecoverableError: (error) => console.error(error),
    });
  });
  return { host, pages, remote, nodes, user: userEvent.setup() };
}
