/** @jest-environment node */

import { exampleIndex } from '../../tests/support/examples';
import { createUpdateCheck } from './update-check';

afterEach(() => {
  jest.useRealTimers();
});

const answer = (body: unknown, ok = true) => Promise.resolve({ ok, json: async () => body });

function ask(fetchFrom: () => Promise<unknown>) {
  return createUpdateCheck(exampleIndex, fetchFrom as typeof fetch)();
}

test('a page is outdated when the index has a higher seq, but not when a server lags behind', async () => {
  await expect(ask(() => answer({ ...exampleIndex, seq: 8 }))).resolves.toBe(true);
  await expect(ask(() => answer({ ...exampleIndex, seq: 6 }))).resolves.toBe(false);
  await expect(ask(() => answer(exampleIndex))).resolves.toBe(false);
});

test.each([
  ['no answer in time', () => Promise.reject(new DOMException('Too late.', 'TimeoutError'))],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error status', () => answer({ seq: 8 }, false)],
  ['HTML', () => Promise.resolve({ ok: true, json: () => Promise.reject(new SyntaxError('Unexpected token <')) })],
  ['JSON without an index', () => answer(null)],
  ['a seq that is not a number', () => answer({ seq: '8' })],
])('the update check treats the page as up to date after %s', async (_, fetchFrom) => {
  await expect(ask(fetchFrom)).resolves.toBe(false);
});

test('the update check requests the index past the browser’s cache, with a limit of ten seconds', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  const fetchFrom = jest.fn((_address: string, _options: RequestInit) => answer(exampleIndex));
  await ask(fetchFrom as never);
  expect(timeout.mock.calls).toEqual([[10_000]]);
  const signal = timeout.mock.results[0]?.value;
  expect(fetchFrom.mock.calls).toEqual([['/releases.json', { cache: 'no-cache', signal }]]);
  timeout.mockRestore();
});

test.each([
  ['within 300 ms serves the navigation that requested it', 299, [true, true]],
  ['that comes later serves the next navigation', 399, [false, true]],
  ['that is pending is joined by the next navigation', 699, [false, true]],
  ['that comes too late is waited for no longer than 300 ms', 701, [false, false]],
])('of two navigations with 400 ms between them, one answer %s', async (_, answeredAfterMs, outcomes) => {
  jest.useFakeTimers();
  const newer = { ok: true, json: async () => ({ ...exampleIndex, seq: 8 }) };
  const fetchFrom = jest.fn(() => new Promise((resolve) => setTimeout(resolve, answeredAfterMs, newer)));
  const isOutdated = createUpdateCheck(exampleIndex, fetchFrom as unknown as typeof fetch);
  const first = isOutdated();
  await jest.advanceTimersByTimeAsync(400);
  const second = isOutdated();
  await jest.advanceTimersByTimeAsync(300);
  expect(await Promise.all([first, second])).toEqual(outcomes);
  expect(fetchFrom).toHaveBeenCalledTimes(1);
});

test('an answer is reused for half a second', async () => {
  const fetchFrom = jest.fn(() => answer(exampleIndex));
  const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
  const isOutdated = createUpdateCheck(exampleIndex, fetchFrom as unknown as typeof fetch);
  await isOutdated();
  now.mockReturnValue(1500);
  await isOutdated();
  expect(fetchFrom).toHaveBeenCalledTimes(1);
  now.mockReturnValue(1501);
  await isOutdated();
  expect(fetchFrom).toHaveBeenCalledTimes(2);
  now.mockRestore();
});
