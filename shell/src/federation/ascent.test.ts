import { exampleIndex } from '../testing/example-index';
import { createAscent } from './ascent';
import { activeRoutes } from './remote-pages';

const rungs = activeRoutes(exampleIndex).slice(0, 1);
const sound = { Page: () => null };

function open({ isScreenEmpty = true } = {}) {
  const answers: ((value: typeof sound) => void)[] = [];
  const onEnd = jest.fn();
  const ascent = createAscent({
    load: () => new Promise((resolve) => answers.push(resolve)),
    onFault: jest.fn(),
    isScreenEmpty: () => isScreenEmpty,
    onEnd,
  });
  return { ascent, onEnd, answer: (at: number) => answers[at]?.(sound) };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('while there is nothing to read, it ends after eight seconds, and what comes then is too late', async () => {
  const { ascent, onEnd, answer } = open();
  ascent.start(rungs);
  await jest.advanceTimersByTimeAsync(7999);
  expect(onEnd).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(onEnd.mock.calls).toEqual([[{ ok: false, error: new Error('Nothing came in time.') }]]);
  answer(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(ascent.isUnderWay()).toBe(false);
});

test('while there is something to read, there is no hurry', async () => {
  const { ascent, onEnd, answer } = open({ isScreenEmpty: false });
  ascent.start(rungs);
  await jest.advanceTimersByTimeAsync(60_000);
  answer(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ ok: true }));
});

test('nobody waits on a page that was left, and whoever comes back waits eight seconds more', async () => {
  const { ascent, onEnd } = open();
  ascent.start(rungs);
  ascent.unwatch();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  ascent.watch();
  await jest.advanceTimersByTimeAsync(8000);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('a new start makes the one under way count for nothing', async () => {
  const { ascent, onEnd, answer } = open();
  ascent.start(rungs);
  ascent.start(rungs);
  answer(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(onEnd).not.toHaveBeenCalled();
  answer(1);
  await jest.advanceTimersByTimeAsync(8000);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
