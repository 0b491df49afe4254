/** @jest-environment node */

import { exampleIndex } from '../../tests/support/examples';
import {
  createDeadline,
  createPageStore,
  initialState,
  type PageEvent,
  type PageState,
  pageReducer,
} from './page-state';
import { activeRoutes } from './remote-page';

describe('page state', () => {
  const [candidate] = activeRoutes(exampleIndex);
  if (!candidate) throw new Error('The example index has changed.');
  const running = (mode: 'hydrated' | 'client-rendered') => ({ candidate, Page: () => null, mode });

  const after = (html: string | null, ...events: readonly PageEvent[]): PageState =>
    events.reduce(pageReducer, initialState(html));

  test('after a throw, the composed nodes stay when a client-rendered page beside them throws', () => {
    const { view } = after(
      '<h1></h1>',
      { type: 'loaded', running: running('client-rendered') },
      { type: 'threw', isLast: false },
    );
    expect(view).toEqual({ progress: 'waiting', html: '<h1></h1>', surface: 'composed', running: null });
  });

  test('a throw ends the load that is in progress', () => {
    const state = after(
      null,
      { type: 'prefetched', running: running('client-rendered') },
      { type: 'loadStarted', isRetry: false },
      { type: 'threw', isLast: false },
    );
    expect(state).toMatchObject({ isVisited: true, isLoading: false });
  });

  test('mounting a page without composed nodes does not change the state', () => {
    const state = after(null, { type: 'loaded', running: running('client-rendered') });
    expect(pageReducer(state, { type: 'mounted' })).toBe(state);
  });

  test('a page that is left while it waits runs no release', () => {
    expect(after('<h1></h1>', { type: 'entered' }, { type: 'left' }).view).toEqual(initialState(null).view);
  });

  test('a page that was left keeps its release and loses its composed nodes', () => {
    const { view, isVisited } = after(
      '<h1></h1>',
      { type: 'entered' },
      { type: 'loaded', running: running('hydrated') },
      { type: 'left' },
    );
    expect(view).toMatchObject({
      progress: 'running',
      html: null,
      surface: 'none',
      running: { mode: 'client-rendered' },
    });
    expect(isVisited).toBe(false);
  });

  test('only a return to a failed page makes it wait again', () => {
    const failed: readonly PageEvent[] = [{ type: 'entered' }, { type: 'gaveUp' }];
    expect(after(null, ...failed, { type: 'entered' }).view.progress).toBe('failed');
    expect(after(null, ...failed, { type: 'left' }, { type: 'entered' }).view.progress).toBe('waiting');
  });

  test('a prefetched page that throws at once stays failed when it is entered', () => {
    const prefetched = { type: 'prefetched', running: running('client-rendered') } as const;
    const { view } = after(null, prefetched, { type: 'threw', isLast: true }, { type: 'entered' });
    expect(view.progress).toBe('failed');
  });

  test.each<[string, readonly PageEvent[]]>([
    ['while the visitor is on the page', [{ type: 'entered' }]],
    ['after a failure', [{ type: 'gaveUp' }]],
  ])('a prefetch changes nothing %s', (_, events) => {
    const state = after(null, ...events);
    expect(pageReducer(state, { type: 'prefetched', running: running('client-rendered') })).toBe(state);
  });

  test('a prefetch ends the load of a page that was left', () => {
    const { view, isLoading } = after(
      null,
      { type: 'entered' },
      { type: 'loadStarted', isRetry: false },
      { type: 'left' },
      { type: 'prefetched', running: running('client-rendered') },
    );
    expect(view.progress).toBe('running');
    expect(isLoading).toBe(false);
  });

  test('the store notifies of a new view only while the visitor is on the page', () => {
    const { subscribe, dispatch } = createPageStore(null, jest.fn());
    const onChange = jest.fn();
    const unsubscribe = subscribe(onChange);
    dispatch({ type: 'prefetched', running: running('client-rendered') });
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
});

describe('the deadline', () => {
  const onExpired = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    onExpired.mockReset();
  });
  afterEach(() => jest.useRealTimers());

  test('expires eight seconds after a load begins, and is restarted only by another load', () => {
    const setDeadline = createDeadline(onExpired);
    setDeadline(1);
    jest.advanceTimersByTime(7999);
    setDeadline(2);
    jest.advanceTimersByTime(4000);
    setDeadline(2);
    jest.advanceTimersByTime(3999);
    expect(onExpired).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });
});
