import { exampleIndex } from '../testing/example-index';
import { createPageStore, initialState, type PageEvent, type PageState, pageReducer, placeFor } from './page-state';
import { activeRoutes } from './remote-pages';

const [candidate] = activeRoutes(exampleIndex);
if (!candidate) throw new Error('The example index has changed.');
const running = (place: 'composed' | 'fresh') => ({ candidate, Page: () => null, place });

const after = (html: string | null, ...events: readonly PageEvent[]): PageState =>
  events.reduce(pageReducer, initialState(html));

test.each([
  ['a copy of the composed page replaces a hydrated page', '<h1></h1>', 'composed', 'copy'],
  ['the composed nodes stay when a fresh page beside them throws', '<h1></h1>', 'fresh', 'composed'],
  ['nothing replaces a page that was not composed', null, 'fresh', 'none'],
] as const)('after a throw, %s', (_, html, place, surface) => {
  const events = [
    { type: 'loaded', running: running(place) },
    { type: 'threw', isLast: false },
  ] as const;
  expect(after(html, ...events).view).toEqual({ progress: 'waiting', html, surface, running: null });
});

test('after a throw of the last candidate, the page has failed', () => {
  const { view } = after(null, { type: 'loaded', running: running('fresh') }, { type: 'threw', isLast: true });
  expect(view.progress).toBe('failed');
});

test('a copy of the composed page goes once a fresh page is mounted', () => {
  const { view } = after(
    '<h1></h1>',
    { type: 'loaded', running: running('composed') },
    { type: 'threw', isLast: false },
    { type: 'loaded', running: running('fresh') },
    { type: 'mounted' },
  );
  expect(view).toMatchObject({ progress: 'running', surface: 'none' });
});

test('a page that was left keeps its release and loses its composed nodes', () => {
  const { view, isVisited } = after(
    '<h1></h1>',
    { type: 'entered' },
    { type: 'loaded', running: running('composed') },
    { type: 'left' },
  );
  expect(view).toMatchObject({ progress: 'running', html: null, surface: 'none', running: { place: 'fresh' } });
  expect(isVisited).toBe(false);
});

test('only a return to a failed page makes it wait again', () => {
  const failed: readonly PageEvent[] = [{ type: 'entered' }, { type: 'loadFailed' }];
  expect(after(null, ...failed, { type: 'entered' }).view.progress).toBe('failed');
  expect(after(null, ...failed, { type: 'left' }, { type: 'entered' }).view.progress).toBe('waiting');
});

test('a prefetched page that throws at once stays failed when it is entered', () => {
  const prefetched = { type: 'prefetched', running: running('fresh') } as const;
  const { view } = after(null, prefetched, { type: 'threw', isLast: true }, { type: 'entered' });
  expect(view.progress).toBe('failed');
});

test.each<[string, readonly PageEvent[]]>([
  ['while the visitor is on the page', [{ type: 'entered' }]],
  ['after a failure', [{ type: 'loadFailed' }]],
])('a prefetch changes nothing %s', (_, events) => {
  const state = after(null, ...events);
  expect(pageReducer(state, { type: 'prefetched', running: running('fresh') })).toBe(state);
});

test('a prefetch ends the load of a page that was left', () => {
  const { view, isLoading } = after(
    null,
    { type: 'entered' },
    { type: 'loadStarted', isRetry: false },
    { type: 'left' },
    { type: 'prefetched', running: running('fresh') },
  );
  expect(view.progress).toBe('running');
  expect(isLoading).toBe(false);
});

test('a failed prefetch can be repeated', () => {
  expect(after(null, { type: 'prefetchStarted' }).isPrefetched).toBe(true);
  expect(after(null, { type: 'prefetchStarted' }, { type: 'prefetchFailed' }).isPrefetched).toBe(false);
});

test('only the composer hydrates, and only composed nodes', () => {
  const composed = initialState('<h1></h1>').view;
  expect(placeFor(composed, true)).toBe('composed');
  expect(placeFor(composed, false)).toBe('fresh');
  expect(placeFor(initialState(null).view, true)).toBe('fresh');
});

test('the store notifies of another view, and only while the visitor is on the page', () => {
  const { subscribe, dispatch } = createPageStore(null, jest.fn());
  const onChange = jest.fn();
  const unsubscribe = subscribe(onChange);
  dispatch({ type: 'prefetched', running: running('fresh') });
  dispatch({ type: 'entered' });
  dispatch({ type: 'prefetchStarted' });
  expect(onChange).not.toHaveBeenCalled();
  dispatch({ type: 'threw', isLast: true });
  expect(onChange).toHaveBeenCalledTimes(1);
  dispatch({ type: 'left' });
  unsubscribe();
  dispatch({ type: 'entered' });
  expect(onChange).toHaveBeenCalledTimes(1);
});
