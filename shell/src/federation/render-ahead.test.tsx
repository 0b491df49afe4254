import type { HostedPage } from '@site/contract/host';
import { Box } from '@site/shared-ui';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { examplePage } from '../../tests/support/examples';
import { expectConsoleError, openSite, scrolledTo } from '../../tests/support/site';
import { createPagesAhead, renderAhead } from './render-ahead';

/** A page that records what runs. */
function createPage(ran: string[], color = 'rebeccapurple'): HostedPage {
  return function Page({ host: { site, Link } }) {
    const [name, setName] = useState('');
    ran.push(`page for ${site.product}`);
    useLayoutEffect(() => void ran.push('layout effect'), []);
    useEffect(() => {
      ran.push('effect');
      return () => void ran.push('left');
    }, []);
    return (
      <Box color={color}>
        <h1 tabIndex={-1}>Rendue d’avance</h1>
        <input aria-label="Nom" value={name} onChange={({ target }) => setName(target.value)} />
        <Link to="/contact">Écrire</Link>
      </Box>
    );
  };
}

afterEach(() => {
  for (const name of ['connection', 'deviceMemory']) Reflect.deleteProperty(navigator, name);
  jest.restoreAllMocks();
});

/** Opens the site at a page that links to `/booking`, which is prefetched. */
async function openBeside(Page: HostedPage) {
  const ahead = createPagesAhead();
  const site = await openSite('/', {
    ahead,
    load: async (_, route) => (route.path === '/booking' ? { Page } : examplePage(route)),
  });
  const prefetch = async (path: string) => {
    const page = site.pages.find(({ route }) => route.path === path);
    if (await page?.prefetch()) renderAhead(ahead, page as typeof page & {});
  };
  return { ...site, ahead, prefetch };
}

const insertedRules = () =>
  [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText);
const title = () => screen.queryByRole('heading', { name: 'Rendue d’avance' });

test('a page is rendered ahead with its styles, outside the document, and nothing else of it runs', async () => {
  const ran: string[] = [];
  const { prefetch } = await openBeside(createPage(ran));
  await prefetch('/booking');
  expect(ran).toEqual([]);
  await waitFor(() => expect(insertedRules().join('')).toContain('rebeccapurple'));
  expect(ran).toEqual(['page for Atelier Relance']);
  expect(title()).not.toBeInTheDocument();
  expect(document.title).toBe('Formation en un jour | Atelier Relance');
});

test('a visit shows the rendered page and runs its effects once; who comes back finds it anew', async () => {
  const ran: string[] = [];
  const { ahead, host, prefetch, user } = await openBeside(createPage(ran, 'darkslateblue'));
  await prefetch('/booking');
  await waitFor(() => expect(insertedRules().join('')).toContain('darkslateblue'));
  await act(async () => host.navigate('/booking'));
  expect(screen.getByRole('main')).toContainElement(title());
  expect(title()).toHaveFocus();
  expect(scrolledTo.mock.calls).toEqual([['top']]);
  expect(document.title).toBe('Réserver vos sessions | Atelier Relance');
  expect(ran).toEqual(['page for Atelier Relance', 'layout effect', 'effect']);

  await user.type(screen.getByRole('textbox', { name: 'Nom' }), 'Zoé');
  await user.click(screen.getByRole('link', { name: 'Écrire' }));
  expect(title()).not.toBeInTheDocument();
  expect(ran.at(-1)).toBe('left');
  await waitFor(() => expect(ahead.get()).toEqual([]));
  await act(async () => host.navigate('/booking'));
  expect(title()).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Nom' })).toHaveValue('');
  expect(ran.filter((what) => what === 'effect')).toHaveLength(2);
});

test('who comes back before the browser is idle keeps the page', async () => {
  const { ahead, host, prefetch, user } = await openBeside(createPage([], 'darkolivegreen'));
  await prefetch('/booking');
  await waitFor(() => expect(insertedRules().join('')).toContain('darkolivegreen'));
  await act(async () => host.navigate('/booking'));
  await user.type(screen.getByRole('textbox', { name: 'Nom' }), 'Zoé');
  const idle: (() => void)[] = [];
  window.requestIdleCallback = (run) => idle.push(run as () => void);
  await act(async () => host.navigate('/contact'));
  await act(async () => host.navigate('/booking'));
  act(() => idle.forEach((run) => void run()));
  Reflect.deleteProperty(window, 'requestIdleCallback');
  expect(idle).not.toEqual([]);
  expect(ahead.get()).toHaveLength(1);
  expect(screen.getByRole('textbox', { name: 'Nom' })).toHaveValue('Zoé');
});

test('what a page throws ahead counts when it is visited, and hinders no other page', async () => {
  const said = expectConsoleError();
  const { ahead, host, pages, prefetch } = await openBeside(() => {
    throw new Error('A fault of the page.');
  });
  await prefetch('/booking');
  await prefetch('/contact');
  await waitFor(() => expect(ahead.get()).toHaveLength(2));
  const progress = () => pages.find(({ route }) => route.path === '/booking')?.view().progress;
  expect(progress()).toBe('running');
  await act(async () => host.navigate('/contact'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Contactez-nous');
  await act(async () => host.navigate('/booking'));
  expect(progress()).toBe('failed');
  expect(said).toHaveBeenCalledWith('The page /booking threw on render.', expect.any(Error));
});

test.each([
  ['saves data', () => Object.assign(navigator, { connection: { saveData: true } })],
  ['has little memory', () => Object.assign(navigator, { deviceMemory: 2 })],
])('nothing is rendered for a visitor who %s', async (_, set) => {
  set();
  const ahead = createPagesAhead();
  const onIdle = jest.spyOn(window, 'setTimeout');
  const { pages } = await openSite('/');
  onIdle.mockClear();
  for (const page of pages) renderAhead(ahead, page);
  expect(onIdle).not.toHaveBeenCalled();
});

test('while another tab is read, and for a page that is visited meanwhile, nothing is rendered', async () => {
  const { ahead, pages, prefetch } = await openBeside(createPage([]));
  const isHidden = jest.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
  await prefetch('/booking');
  for (const page of pages.slice(0, 1)) renderAhead(ahead, page);
  await prefetch('/contact');
  await waitFor(() => expect(ahead.get().map(({ route }) => route.path)).toEqual(['/contact']));
  expect(isHidden).toHaveBeenCalledTimes(3);
});
