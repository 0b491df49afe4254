import './scrolling';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { BrowserRouter, StaticRouter } from 'react-router-dom';
import { createSite } from './create-site';
import { remoteUnderControl } from './remote-under-control';

let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
});

/** The page's HTML as the composer writes it. */
async function compose(path: string) {
  const tree = <StaticRouter location={path}>{createSite({ composed: { path, html: '' } }).app}</StaticRouter>;
  // The first rendering asks for the page's code, the second one has it.
  renderToString(tree);
  await act(async () => undefined);
  return renderToString(tree);
}

/** Opens a prerendered page and lets React take it over; the page's own code is still on its way. */
export async function openComposedSite(path: string) {
  window.history.replaceState(null, '', path);
  document.body.innerHTML = `<div id="root">${await compose(path)}</div>`;
  const container = document.body.firstElementChild;
  if (!container) throw new Error('The page has no root.');
  const html = screen.getByRole('main').innerHTML;
  const remote = remoteUnderControl();
  const { host, app } = createSite({ load: remote.load, composed: { path, html } });
  const nodes = { title: screen.getByRole('heading', { level: 1 }), form: screen.getByRole('form') };
  await act(async () => {
    root = hydrateRoot(container, <BrowserRouter>{app}</BrowserRouter>, {
      onRecoverableError: (error) => console.error(error),
    });
  });
  return { host, remote, nodes, user: userEvent.setup() };
}
