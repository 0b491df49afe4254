import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { openSite } from '../testing/open-site';
import { createNavigation } from './navigation';

const link = (name: string) => screen.getByRole('link', { name });
const title = () => within(screen.getByRole('main')).getByRole('heading', { level: 1 });

async function openChecked({ isOutdated = false } = {}) {
  const reload = jest.fn();
  const ask = jest.fn(async () => isOutdated);
  const navigation = createNavigation(() => undefined, { isOutdated: ask, reload });
  return { ...(await openSite('/contact', { navigation })), ask, reload };
}

/** What the shell leaves to the browser goes no further: jsdom loads no pages. */
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

test('a link leads on in place, with the focus on the title, and asks what is active', async () => {
  const { ask, reload } = await openChecked();
  expect(await click('Réserver des dates')).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(title()).toHaveTextContent('Réserver vos sessions');
  expect(title()).toHaveFocus();
  expect(reload).not.toHaveBeenCalled();
});

test('when other releases are active it loads the page that was gone to', async () => {
  const { reload } = await openChecked({ isOutdated: true });
  expect(await click('Réserver des dates')).toBe(false);
  expect(window.location.pathname).toBe('/booking');
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['with ctrl', { ctrlKey: true }],
  ['with the command key', { metaKey: true }],
  ['with shift', { shiftKey: true }],
  ['by the middle button', { button: 1 }],
])('a press %s is the browser’s', async (_, init) => {
  const { ask } = await openChecked();
  expect(await click('Réserver des dates', init)).toBe(true);
  expect(ask).not.toHaveBeenCalled();
});

test('so is a link to a place on the page', async () => {
  const { ask } = await openChecked();
  expect(await click('Aller au bas de la page')).toBe(true);
  expect(ask).not.toHaveBeenCalled();
});

test('a link to the page itself leaves no second entry in the history', async () => {
  await openChecked();
  const entries = window.history.length;
  await click('Nous écrire');
  expect(window.history.length).toBe(entries);
  expect(title()).toHaveFocus();
});
