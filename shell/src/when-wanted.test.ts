import { fireEvent } from '@testing-library/react';
import { whenWanted } from './when-wanted';

/** jsdom is never idle by itself. */
function fakeIdleness() {
  const requestIdleCallback = jest.fn<number, [() => void, { timeout: number }]>(() => 1);
  Object.assign(window, { requestIdleCallback });
  return { requestIdleCallback, becomeIdle: () => requestIdleCallback.mock.calls[0]?.[0]() };
}

afterEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useRealTimers();
});

test('starts when the browser is idle, two seconds on at the latest', () => {
  const { requestIdleCallback, becomeIdle } = fakeIdleness();
  const start = jest.fn();
  whenWanted(start);
  expect(start).not.toHaveBeenCalled();
  expect(requestIdleCallback).toHaveBeenCalledWith(expect.any(Function), { timeout: 2000 });
  becomeIdle();
  expect(start).toHaveBeenCalledTimes(1);
});

test.each([
  ['a press', () => fireEvent.pointerDown(document.body)],
  ['a key', () => fireEvent.keyDown(document.body)],
  ['the focus', () => fireEvent.focusIn(document.body)],
])('%s starts it before, and once', (_, show) => {
  const { becomeIdle } = fakeIdleness();
  const start = jest.fn();
  whenWanted(start);
  show();
  expect(start).toHaveBeenCalledTimes(1);
  show();
  becomeIdle();
  expect(start).toHaveBeenCalledTimes(1);
});

test('starts soon where the browser does not say when it is idle', () => {
  jest.useFakeTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  const start = jest.fn();
  whenWanted(start);
  jest.advanceTimersByTime(1);
  expect(start).toHaveBeenCalledTimes(1);
});
