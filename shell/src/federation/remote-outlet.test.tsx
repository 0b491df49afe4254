import type { HostedPage } from '@site/contract/host';
import { act, fireEvent, getConfig, screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import {
  createControlledRemote,
  exampleIndex,
  examplePage,
  indexWithContact,
  otherContactRelease,
} from '../../tests/support/examples';
import { expectConsoleError, openComposedSite, openSite, scrolledTo } from '../../tests/support/site';
import { failure } from '../content/layout';
import type { LoadPage } from './fallback-chain';
import { activeRoutes, releasesOf } from './remote-page';

const title = () => screen.getByRole('heading', { level: 1 });
const goTo = (name: string) => screen.getByRole('link', { name });

test('the outlet announces a page as loading, then shows it with its title and the focus on its heading', async () => {
  const remote = createControlledRemote();
  const { user } = await openSite('/', { load: remote.load });
  await remote.resolve();
  await user.click(goTo('Nous écrire'));
  expect(screen.getByRole('status')).toHaveTextContent(failure.loading);
  await remote.resolve();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(title()).toHaveTextContent('Contactez-nous');
  expect(title()).toHaveFocus();
  expect(scrolledTo.mock.calls).toEqual([['top']]);
  expect(document.title).toBe('Contactez-nous | Atelier Relance');
  expect(window.location.pathname).toBe('/contact');
});

test('a page that fails to load leaves its title, two ways to reach the owner and a retry button', async () => {
  const remote = createControlledRemote();
  const { user } = await openSite('/', { load: remote.load });
  await remote.resolve();
  const said = expectConsoleError();
  await user.click(goTo('Nous écrire'));
  await remote.reject();
  expect(said).toHaveBeenCalledWith('The page /contact could not be loaded.', expect.any(Error));
  expect(title()).toHaveTextContent('Contactez-nous');
  expect(title()).toHaveFocus();
  expect(document.title).toBe('Contactez-nous | Atelier Relance');
  const main = screen.getByRole('main');
  expect(main).toHaveTextContent(failure.absent.title);
  expect(main).toContainElement(screen.getAllByRole('link', { name: '06 39 98 00 00' })[0] ?? null);
  expect(main).toContainElement(screen.getAllByRole('link', { name: 'bonjour@atelier-relance.example' })[0] ?? null);

  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(screen.getByRole('status')).toHaveTextContent(failure.loading);
  await remote.resolve();
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBeEnabled();
  expect(main).not.toHaveTextContent(failure.absent.title);
});

describe('composed page', () => {
  const title = () => screen.getByRole('heading', { level: 1 });
  const form = () => screen.getByRole('form', { name: 'Demande' });
  const send = () => screen.getByRole('button', { name: 'Envoyer' });
  const retry = () => screen.getByRole('button', { name: 'Réessayer' });

  test('a page whose remote fails keeps its nodes and shows a message with two ways to reach the owner', async () => {
    const { remote, nodes } = await openComposedSite('/contact');
    const said = expectConsoleError();
    await remote.reject();
    expect(said).toHaveBeenCalledWith('The page /contact could not be loaded.', expect.any(Error));
    expect(screen.getByRole('alert')).toHaveTextContent(failure.readable.title);
    expect(screen.getByRole('alert')).toHaveTextContent('06 39 98 00 00bonjour@atelier-relance.example');
    expect(title()).toBe(nodes.title);
    expect(form()).toBe(nodes.form);
    expect(send()).toBeDisabled();
  });

  test('a second failure is announced again, and a retry hydrates the same nodes', async () => {
    const { remote, nodes, user } = await openComposedSite('/contact');
    expectConsoleError();
    await remote.reject();
    const firstAlert = screen.getByRole('alert');
    await user.click(retry());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: failure.retrying })).toBeDisabled();
    await remote.reject();
    expect(screen.getByRole('alert')).not.toBe(firstAlert);
    await user.click(retry());
    await remote.resolve();
    expect(screen.queryByText(failure.readable.title)).not.toBeInTheDocument();
    expect(title()).toBe(nodes.title);
    expect(form()).toBe(nodes.form);
    expect(send()).toBeEnabled();
  });

  test('updates of the shell leave the nodes of a loading page in place', async () => {
    const { host, remote, nodes, user } = await openComposedSite('/');
    await user.click(screen.getByRole('link', { name: 'Réserver ma session' }));
    await act(async () => host.navigate('/#cta'));
    await user.click(screen.getByRole('button', { name: 'Refuser' }));
    act(() => host.notify({ title: 'Bonjour', tone: 'success' }));
    expect(screen.getByRole('status')).toHaveTextContent('Bonjour');
    expect(screen.queryByText(failure.loading)).not.toBeInTheDocument();
    await user.click(title());
    await user.type(screen.getByRole('textbox', { name: 'Nom' }), 'Durand');
    expect(title()).toBe(nodes.title);
    await remote.resolve();
    expect(title()).toBe(nodes.title);
    expect(form()).toBe(nodes.form);
    expect(send()).toBeEnabled();
  });

  test('hash navigation within a loading or failed page is left to the browser', async () => {
    const { remote, nodes } = await openComposedSite('/');
    expectConsoleError();
    await move(() => fireEvent.click(screen.getByRole('link', { name: 'Réserver ma session' })));
    expect(window.location.hash).toBe('#cta');
    expect(title()).toBe(nodes.title);
    await move(() => window.history.back());
    expect(window.location.hash).toBe('');
    expect(title()).toBe(nodes.title);
    await remote.reject();
    await move(() => fireEvent.click(screen.getByRole('link', { name: 'Réserver ma session' })));
    expect(title()).toBe(nodes.title);
    expect(screen.getByRole('alert')).toBeVisible();
  });

  test('once the page is hydrated, the router receives its hash navigation', async () => {
    const { remote } = await openComposedSite('/');
    await remote.resolve();
    const heard = jest.fn();
    window.addEventListener('popstate', heard, { once: true });
    await move(() => fireEvent.click(screen.getByRole('link', { name: 'Réserver ma session' })));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  /**
   * A hash navigation, which the browser performs by itself. React renders synchronously while `window.event` is a
   * popstate event; jsdom has cleared it by then.
   */
  const move = (start: () => void) =>
    getConfig().asyncWrapper(async () => {
      const moved = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
      const event = jest.spyOn(window, 'event', 'get').mockReturnValue(new PopStateEvent('popstate'));
      start();
      await moved;
      event.mockRestore();
    });
});

describe('previous release', () => {
  const ACTIVE = '1.0.0-0123456789';
  const PREVIOUS = '0.9.0-before';
  const index = indexWithContact({ previous: otherContactRelease(PREVIOUS) });

  const main = () => within(screen.getByRole('main'));
  const title = () => main().getByRole('heading', { level: 1 });
  /** Records how many titles the page shows after each change that React commits. */
  function watchTitles() {
    const seen = new Set<number>();
    const main = screen.getByRole('main');
    const observer = new MutationObserver(() => seen.add(main.querySelectorAll('h1').length));
    observer.observe(main, { childList: true, subtree: true });
    return seen;
  }

  test('the previous release replaces a composed page whose own release fails, without a blank frame', async () => {
    const { remote, nodes } = await openComposedSite('/contact', { index });
    const titles = watchTitles();
    await remote.reject();
    expect(remote.requestedReleases()).toEqual([ACTIVE, PREVIOUS]);
    expect(title()).toBe(nodes.title);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await remote.resolve();
    expect(title()).toHaveTextContent(`Contactez-nous, ${PREVIOUS}`);
    expect(nodes.form).not.toBeInTheDocument();
    expect(main().getByRole('button', { name: 'Envoyer' })).toBeEnabled();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect([...titles]).toEqual([1]);
  });

  test('the releases of the page are those that run, so none before hydration and the previous one after a failure', async () => {
    const { remote, pages } = await openComposedSite('/contact', { index });
    const releases = () => releasesOf(index, pages, '/contact');
    expect(releases()).toBeUndefined();
    await remote.reject();
    await remote.resolve();
    expect(releases()).toEqual({ shell: index.shell.id, part: PREVIOUS });
    expect(releasesOf(index, pages, '/booking')).toBeUndefined();
  });
});

describe('throwing page', () => {
  let isBroken = true;

  const breakable: LoadPage = async (_, route) => {
    const { Page: Working } = examplePage(route);
    const Page: HostedPage = ({ host }) => {
      if (isBroken && route.name === 'contact') throw new Error('This release is broken.');
      return <Working host={host} />;
    };
    return { Page };
  };

  const throwingOnUnmount: LoadPage = async (_, route) => {
    const { Page: Working } = examplePage(route);
    const Page: HostedPage = ({ host }) => {
      useEffect(() => () => {
        if (route.name === 'contact') throw new Error('This release is broken.');
      });
      return <Working host={host} />;
    };
    return { Page };
  };

  const main = () => within(screen.getByRole('main'));

  beforeEach(() => {
    isBroken = true;
  });

  test('a composed page that throws can still be read, with a message that nothing can be sent', async () => {
    const { remote, contact, user } = await openBrokenContact();
    const said = expectConsoleError();
    await remote.resolve(contact);
    expect(said).toHaveBeenCalledWith('The page /contact threw on render.', expect.any(Error));
    expect(main().getByRole('heading', { name: 'Contactez-nous' })).toBeVisible();
    expect(main().getByRole('button', { name: 'Envoyer' })).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent(failure.readable.title);

    isBroken = false;
    await user.click(main().getByRole('button', { name: 'Réessayer' }));
    await remote.resolve(contact);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(main().getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(main().getByRole('button', { name: 'Envoyer' })).toBeEnabled();
  });

  test('the next page is shown when the previous one throws while it unmounts', async () => {
    const { user } = await openSite('/contact', { load: throwingOnUnmount });
    const said = expectConsoleError();
    await user.click(screen.getByRole('link', { name: 'Réserver des dates' }));
    expect(await main().findByRole('heading', { name: 'Réserver vos sessions' })).toBeVisible();
    expect(said).toHaveBeenCalledWith('A page threw while it was left.', expect.any(Error));
    expect(screen.getByRole('banner')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Mentions légales' }));
    expect(await main().findByRole('heading', { name: 'Mentions légales' })).toBeVisible();
  });

  async function openBrokenContact() {
    const contact = activeRoutes(exampleIndex).find(({ route }) => route.name === 'contact');
    if (!contact) throw new Error('The example index has no contact page.');
    return { ...(await openComposedSite('/contact')), contact: await breakable(contact.release, contact.route) };
  }
});
