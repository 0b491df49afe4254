import { fireEvent, screen } from '@testing-library/react';
import { prefetchLinks } from './prefetch-links';

/** jsdom lays nothing out: the test says what is in sight. */
let observed: Element[];
let comeIntoSight: (link: Element) => void;
let stop: () => void;

const prefetch = jest.fn();
const onIntent = jest.fn();
const link = (name: string) => screen.getByRole('link', { name });

function setUp(saveData = false) {
  Object.assign(navigator, { connection: { saveData } });
  stop = prefetchLinks(document, { prefetch, onIntent });
}

beforeEach(() => {
  observed = [];
  jest.resetAllMocks();
  Object.assign(window, {
    requestIdleCallback: (run: () => void) => run(),
    IntersectionObserver: class {
      constructor(tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
        comeIntoSight = (target) => tell([{ isIntersecting: observed.includes(target), target }]);
      }
      observe = (element: Element) => observed.push(element);
      unobserve = (element: Element) => {
        observed = observed.filter((one) => one !== element);
      };
      disconnect = () => undefined;
    },
  });
  document.body.innerHTML = `
    <a href="/booking"><b>Réserver</b></a> <a href="/#cta">Ici</a> <a href="https://exemple.fr/x">Ailleurs</a>`;
});

afterEach(() => {
  stop();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'IntersectionObserver');
});

test('a link in sight is fetched ahead', () => {
  setUp();
  expect(prefetch).not.toHaveBeenCalled();
  comeIntoSight(link('Réserver'));
  expect(prefetch.mock.calls).toEqual([['/booking']]);
  expect(onIntent).not.toHaveBeenCalled();
});

test('neither the page itself nor another site is', () => {
  setUp();
  for (const name of ['Ici', 'Ailleurs']) comeIntoSight(link(name));
  expect(prefetch).not.toHaveBeenCalled();
});

test('a link that comes later counts too', async () => {
  setUp();
  document.body.insertAdjacentHTML('beforeend', '<a href="/contact">Écrire</a>');
  await Promise.resolve();
  comeIntoSight(link('Écrire'));
  expect(prefetch.mock.calls).toEqual([['/contact']]);
});

test.each([
  ['pointed at', () => fireEvent.pointerOver(screen.getByText('Réserver'))],
  ['touched', () => fireEvent.pointerDown(screen.getByText('Réserver'))],
  ['focused', () => fireEvent.focusIn(link('Réserver'))],
])('a link that is %s is fetched ahead, and about to be followed', (_, show) => {
  setUp(true);
  show();
  expect(prefetch.mock.calls).toEqual([['/booking']]);
  expect(onIntent).toHaveBeenCalledTimes(1);
});

test('a visitor who saves data is spared what is only in sight', () => {
  setUp(true);
  expect(observed).toEqual([]);
});

test('what leads to no other page of the site is nobody’s intent', () => {
  setUp();
  fireEvent.pointerOver(document.body);
  for (const name of ['Ici', 'Ailleurs']) fireEvent.pointerOver(link(name));
  expect(onIntent).not.toHaveBeenCalled();
});
