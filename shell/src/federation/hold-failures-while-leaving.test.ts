import { contactBeside } from '../testing/example-index';
import { holdFailuresWhileLeaving } from './hold-failures-while-leaving';

const release = contactBeside('1.0.0-0123456789');
/** @returns `start`, which loads a page that fails, and `failed`, a mock that each failure calls */
function fail() {
  const failed = jest.fn();
  const load = holdFailuresWhileLeaving(() => Promise.reject(new Error('cut off')), window);
  const start = () => {
    for (const route of release.routes) load(release, route).catch(failed);
  };
  return { failed, start };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('a failure is passed on at once while the visitor stays on the page', async () => {
  const { failed, start } = fail();
  start();
  await jest.advanceTimersByTimeAsync(0);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('a failure while the visitor leaves the page is delayed by five seconds', async () => {
  const { failed, start } = fail();
  window.dispatchEvent(new Event('beforeunload'));
  start();
  await jest.advanceTimersByTimeAsync(4999);
  expect(failed).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('a failure is not delayed when the page still exists five seconds after beforeunload', async () => {
  const { failed, start } = fail();
  window.dispatchEvent(new Event('beforeunload'));
  await jest.advanceTimersByTimeAsync(5000);
  start();
  await jest.advanceTimersByTimeAsync(0);
  expect(failed).toHaveBeenCalledTimes(1);
});
