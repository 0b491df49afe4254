import { createDeadline } from './deadline';

describe('the deadline', () => {
  const onExpired = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    onExpired.mockReset();
  });
  afterEach(() => jest.useRealTimers());

  test('expires eight seconds after an attempt begins, even if it is set again for the same attempt', () => {
    const setDeadline = createDeadline(onExpired);
    setDeadline(1);
    jest.advanceTimersByTime(7999);
    setDeadline(1);
    expect(onExpired).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  test('is restarted by another attempt', () => {
    const setDeadline = createDeadline(onExpired);
    setDeadline(1);
    jest.advanceTimersByTime(7999);
    setDeadline(2);
    jest.advanceTimersByTime(7999);
    expect(onExpired).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  test('is ended when no attempt is awaited', () => {
    const setDeadline = createDeadline(onExpired);
    setDeadline(1);
    setDeadline(null);
    jest.advanceTimersByTime(60_000);
    expect(onExpired).not.toHaveBeenCalled();
  });
});
