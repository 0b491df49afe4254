import { exampleIndex } from '../../tests/support/examples';
import type { LoadPage } from './fallback-chain';
import { RemoteLoadError } from './fault';
import { createRemotePages } from './remote-page';
import { createWaitWhileLeaving } from './visit-reports';

describe('wait while leaving', () => {
  /** @returns `wait`, which begins a wait, and `onEnd`, a mock that its end calls */
  function prepareWait() {
    const onEnd = jest.fn();
    const waitWhileLeaving = createWaitWhileLeaving(window);
    return { onEnd, wait: () => void waitWhileLeaving().then(onEnd) };
  }

  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  test('a failure is recorded at once while the visitor stays on the page', async () => {
    const { wait, onEnd } = prepareWait();
    wait();
    await jest.advanceTimersByTimeAsync(0);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  test('the record of a failure waits five seconds while the visitor leaves the page', async () => {
    const { wait, onEnd } = prepareWait();
    window.dispatchEvent(new Event('beforeunload'));
    wait();
    await jest.advanceTimersByTimeAsync(4999);
    expect(onEnd).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  test('a failure is recorded at once when the page still exists five seconds after beforeunload', async () => {
    const { wait, onEnd } = prepareWait();
    window.dispatchEvent(new Event('beforeunload'));
    await jest.advanceTimersByTimeAsync(5000);
    wait();
    await jest.advanceTimersByTimeAsync(0);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  test('a quick failure after a click on a mailto link is retried, because the wait does not make it slow', async () => {
    const load = jest.fn<ReturnType<LoadPage>, Parameters<LoadPage>>().mockResolvedValue({ Page: () => null });
    load.mockRejectedValueOnce(new RemoteLoadError('It did not load.', { phase: 'entry', code: 'network' }));
    const waitWhileLeaving = createWaitWhileLeaving(window);
    const [page] = createRemotePages({ index: exampleIndex, load, composed: null, waitWhileLeaving });
    window.dispatchEvent(new Event('beforeunload'));
    page?.enter();
    await jest.advanceTimersByTimeAsync(4999);
    expect(load).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    expect(page?.view().progress).toBe('running');
  });
});
