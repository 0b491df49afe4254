import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { openSite } from '../../tests/support/open-site';
import { createNavigation } from './navigation';

const link = (name: string) => screen.getByRole('link', { name });
const title = () => within(screen.getByRole('main')).getByRole('heading', { level: 1 });

async function openChecked({ isOutdated = false } = {}) {
  const reload = jest.fn();
  const ask = jest.fn(async () => isOutdated);
  const navigation = createNavigation(() => undefined, { check: { isOutdated: ask, reload } });
  return { ...(await openSite('/contact', { navigation })), ask, reload };
}

/** @returns whether the browser would follow the link; jsdom loads no pages. */
async function click(name: string, init: MouseEventInit = {}) {
  const element = link(name);
  const event = createEvent.click(element, init);
  let isLeftToBrowser = false;
  const stop = () => {
    isLeftToBrowser = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', stop, { once: true });
  await act(async () => {
    fireEvent(element, event);
  });
  return isLeftToBrowser;
}

test('a link navigates in place, puts the focus on the title and checks for newer releases', async () => {
  const { ask, reload } = await openChecked();
  expect(await click('Réserver des dates')).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(title()).toHaveTextContent('Réserver vos sessions');
  expect(title()).toHaveFocus();
  expect(reload).not.toHaveBeenCalled();
});

test('a link to an outdated page reloads it', async () => {
  const { reload } = await openChecked({ isOutdated: true });
  expect(await click('Réserver des dates')).toBe(false);
  expect(window.location.pathname).toBe('/booking');
  expect(reload).toHaveBeenCalledTimes(1);
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
  await openSite('/', { navigation: createNavigation(() => undefined, { paths: ['/', '/booking'] }) });
  expect(await click('Nous écrire')).toBe(true);
});
