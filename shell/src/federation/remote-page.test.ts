import type { PageModule } from '@site/contract/host';
import { exampleIndex } from '../testing/example-index';
import { expectConsoleError } from '../testing/expect-console-error';
import { createRemotePage } from './remote-page';
import { activeRoutes } from './remote-pages';

/** The contact page, with loads that the test answers by their number. */
function openContact(composedHtml: string | null = null) {
  const contact = activeRoutes(exampleIndex).find(({ route }) => route.name === 'contact');
  if (!contact) throw new Error('The example index has no contact page.');
  const { remote, release: active, route } = contact;
  const answers: ((module: PageModule) => void)[] = [];
  const load = () => new Promise<PageModule>((resolve) => answers.push(resolve));
  const parts = { remote, active, route, load, failed: new Set<string>(), onIncident: jest.fn() };
  const page = createRemotePage(parts, composedHtml);
  return {
    ...page,
    progress: () => page.view().progress,
    answer: async (at: number) => {
      answers[at]?.({ Page: () => null });
      await jest.advanceTimersByTimeAsync(1);
    },
  };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('while the screen is empty, a load fails after eight seconds and its late arrival is ignored', async () => {
  const said = expectConsoleError();
  const { enter, progress, answer } = openContact();
  enter();
  await jest.advanceTimersByTimeAsync(7999);
  expect(progress()).toBe('waiting');
  await jest.advanceTimersByTimeAsync(1);
  expect(progress()).toBe('failed');
  expect(said.mock.calls).toEqual([['The page /contact could not be loaded.', new Error('Nothing came in time.')]]);
  await answer(0);
  expect(progress()).toBe('failed');
  expect(said).toHaveBeenCalledTimes(1);
});

test('while a composed page can be read, a load has no deadline', async () => {
  const { enter, progress, answer } = openContact('<h1>Contactez-nous</h1>');
  enter();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(progress()).toBe('waiting');
  await answer(0);
  expect(progress()).toBe('running');
});

test('a page that is left has no deadline, and a return to it has eight seconds', async () => {
  const said = expectConsoleError();
  const { enter, progress } = openContact();
  const leave = enter();
  leave();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(progress()).toBe('waiting');
  enter();
  await jest.advanceTimersByTimeAsync(7999);
  expect(progress()).toBe('waiting');
  await jest.advanceTimersByTimeAsync(1);
  expect(progress()).toBe('failed');
  expect(said).toHaveBeenCalledTimes(1);
});

test('only the last load attempt counts', async () => {
  const { enter, retry, progress, answer } = openContact();
  enter();
  retry();
  await answer(0);
  expect(progress()).toBe('retrying');
  await answer(1);
  await jest.advanceTimersByTimeAsync(8000);
  expect(progress()).toBe('running');
});
