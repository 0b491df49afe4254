import { contactBeside } from '../testing/example-index';
import { holdFailuresWhileLeaving } from './hold-failures-while-leaving';

const release = contactBeside('1.0.0-0123456789');
/** Loads a page that fails. @returns what becomes of it, as it happens */
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

test('a page that stays fails at once', async () => {
  const { failed, start } = fail();
  start();
  await jest.advanceTimersByTimeAsync(0);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('what fails while the visitor leaves the page is no failure for five seconds, in which the page is gone', async () => {
  const { failed, start } = fail();
  window.dispatchEvent(new Event('beforeunload'));
  start();
  await jest.advanceTimersByTimeAsync(4999);
  expect(failed).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('a link that announced a departure and left nothing delays no later failure', async () => {
  const { failed, start } = fail();
  window.dispatchEvent(new Event('beforeunload'));
  await jest.advanceTimersByTimeAsync(5000);
  start();
  await jest.advanceTimersByTimeAsync(0);
  expect(failed).toHaveBeenCalledTimes(1);
});
