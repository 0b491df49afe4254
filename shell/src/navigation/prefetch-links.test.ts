import { fireEvent, screen } from '@testing-library/react';
import { prefetchLinks } from './prefetch-links';

/** jsdom has no layout: the test controls what is on screen. */
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
        observed = observed.filter((other) => other !== element);
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

test('the prefetcher prefetches the page of a link on screen', () => {
  setUp();
  expect(prefetch).not.toHaveBeenCalled();
  comeIntoSight(link('Réserver'));
  expect(prefetch.mock.calls).toEqual([['/booking']]);
  expect(onIntent).not.toHaveBeenCalled();
});

test('the prefetcher prefetches neither the current page nor another site', () => {
  setUp();
  for (const name of ['Ici', 'Ailleurs']) comeIntoSight(link(name));
  expect(prefetch).not.toHaveBeenCalled();
});

test('the prefetcher prefetches the page of a link that is added later', async () => {
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
])('a link that is %s is prefetched and reported as intent', (_, show) => {
  setUp(true);
  show();
  expect(prefetch.mock.calls).toEqual([['/booking']]);
  expect(onIntent).toHaveBeenCalledTimes(1);
});

test('the prefetcher observes no links for a visitor who saves data', () => {
  setUp(true);
  expect(observed).toEqual([]);
});

test('pointing at anything but a link to another page of the site is not reported as intent', () => {
  setUp();
  fireEvent.pointerOver(document.body);
  for (const name of ['Ici', 'Ailleurs']) fireEvent.pointerOver(link(name));
  expect(onIntent).not.toHaveBeenCalled();
});
