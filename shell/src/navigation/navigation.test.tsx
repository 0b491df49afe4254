import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openSite, scrolledTo } from '../../tests/support/site';
import { createNavigation } from './navigation';

describe('navigation', () => {
  /** Records where and how each navigation goes. The test answers each check. */
  function open({ isChecked = true } = {}) {
    const gone: string[] = [];
    const asked: ((isOutdated: boolean) => void)[] = [];
    const isOutdated = () => new Promise<boolean>((resolve) => asked.push(resolve));
    const check = { isOutdated, reload: () => gone.push('reload') };
    const navigation = createNavigation((to) => gone.push(`load ${to}`), isChecked ? { check } : {});
    const answer = async (at: number, isSo: boolean) => {
      asked[at]?.(isSo);
      await Promise.resolve();
    };
    return { ...navigation, gone, asked, answer, router: (to: string) => gone.push(`route ${to}`) };
  }

  beforeEach(() => {
    window.history.replaceState(null, '', '/contact');
  });

  test('uses the router while one is attached, and loads pages otherwise', () => {
    const { navigate, attach, router, gone } = open({ isChecked: false });
    navigate('/contact');
    const detach = attach(router);
    navigate('/booking');
    detach();
    navigate('/');
    expect(gone).toEqual(['load /contact', 'route /booking', 'load /']);
  });

  test('navigates at once, and reloads the page when the check finds other releases', async () => {
    const { navigate, attach, answer, router, gone } = open();
    attach(router);
    navigate('/booking');
    await answer(0, false);
    expect(gone).toEqual(['route /booking']);
    navigate('/#cta');
    await answer(1, true);
    expect(gone).toEqual(['route /booking', 'route /#cta', 'reload']);
  });

  test('does not check within a page, nor without a router', () => {
    const { navigate, attach, asked, router, gone } = open();
    navigate('/booking');
    attach(router);
    navigate('/contact#cta');
    navigate('/contact');
    expect(gone).toEqual(['load /booking', 'route /contact#cta', 'route /contact']);
    expect(asked).toEqual([]);
  });

  test('of two quick navigations, only the check of the last one counts', async () => {
    const { navigate, attach, answer, router, gone } = open();
    attach(router);
    navigate('/booking');
    navigate('/agefice');
    await answer(0, true);
    expect(gone).toEqual(['route /booking', 'route /agefice']);
    await answer(1, true);
    expect(gone).toEqual(['route /booking', 'route /agefice', 'reload']);
  });
});

describe('site link', () => {
  const link = (name: string) => screen.getByRole('link', { name });
  const title = () => within(screen.getByRole('main')).getByRole('heading', { level: 1 });

  async function openChecked({ isOutdated = false } = {}) {
    const reload = jest.fn();
    const ask = jest.fn(async () => isOutdated);
    const navigation = createNavigation(() => undefined, { check: { isOutdated: ask, reload }, pathname: '/contact' });
    return { ...(await openSite('/contact', { navigation })), ask, reload };
  }

  /** @returns whether the browser would follow the link; jsdom loads no pages. */
  async function click(name: string, init: MouseEventInit = {}) {
    const element = link(name);
    const event = createEvent.click(element, init);
    let isHandledByBrowser = false;
    const stop = () => {
      isHandledByBrowser = !event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', stop, { once: true });
    await act(async () => {
      fireEvent(element, event);
    });
    return isHandledByBrowser;
  }

  test('a link navigates in place, puts the focus on the title and checks for newer releases', async () => {
    const { ask, reload } = await openChecked();
    expect(await click('Réserver des dates')).toBe(false);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(title()).toHaveTextContent('Réserver vos sessions');
    expect(title()).toHaveFocus();
    expect(reload).not.toHaveBeenCalled();
  });

  test('leaves a link within the page, and clicks for another tab or window, to the browser', async () => {
    const { ask } = await openChecked();
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
      expect(await click('Réserver des dates', init)).toBe(true);
    }
    expect(await click('Aller au bas de la page')).toBe(true);
    expect(ask).not.toHaveBeenCalled();
  });

  test('a link to the current page adds no history entry', async () => {
    await openChecked();
    const entries = window.history.length;
    await click('Nous écrire');
    expect(window.history.length).toBe(entries);
    expect(title()).toHaveFocus();
  });

  test('a link to a path that the document does not have is left to the browser', async () => {
    await openSite('/', { navigation: createNavigation(() => undefined, { paths: ['/', '/booking'], pathname: '/' }) });
    expect(await click('Nous écrire')).toBe(true);
  });
});

const title = () => screen.getByRole('heading', { level: 1 });

test('navigation sets the title of a first page, and leaves scroll position and focus to the browser', async () => {
  await openSite('/#cta');
  expect(document.title).toBe('Formation en un jour | Atelier Relance');
  expect(scrolledTo).not.toHaveBeenCalled();
  expect(document.body).toHaveFocus();
});

test('after a navigation the page starts at the top, with the focus on its heading', async () => {
  const { host } = await openSite('/');
  await act(async () => host.navigate('/contact'));
  expect(document.title).toBe('Contactez-nous | Atelier Relance');
  expect(scrolledTo.mock.calls).toEqual([['top']]);
  expect(title()).toHaveFocus();
});

test('a link with a hash scrolls to its target on another page, which takes the focus', async () => {
  const { host } = await openSite('/contact');
  await act(async () => host.navigate('/#cta'));
  const target = screen.getByText('Réservez votre journée');
  expect(scrolledTo.mock.calls).toEqual([[target]]);
  expect(target).toHaveFocus();
});

test('a link with an encoded hash scrolls to its target', async () => {
  const { host } = await openSite('/');
  const target = screen.getByText('Réservez votre journée');
  target.id = 'réserver';
  await act(async () => host.navigate('/#r%C3%A9server'));
  expect(scrolledTo.mock.calls).toEqual([[target]]);
});

test('a link with an unknown hash leads to the top', async () => {
  const { host } = await openSite('/contact');
  await act(async () => host.navigate('/#%E0'));
  expect(scrolledTo.mock.calls).toEqual([['top']]);
  expect(title()).toHaveFocus();
});

test('Back and Forward leave scroll position and focus to the browser', async () => {
  const { host } = await openSite('/contact');
  await act(async () => host.navigate('/booking'));
  await waitFor(() => expect(title()).toHaveTextContent('Réserver vos sessions'));
  scrolledTo.mockClear();
  act(() => window.history.back());
  await waitFor(() => expect(title()).toHaveTextContent('Contactez-nous'));
  expect(document.title).toBe('Contactez-nous | Atelier Relance');
  expect(scrolledTo).not.toHaveBeenCalled();
  expect(title()).not.toHaveFocus();
});
