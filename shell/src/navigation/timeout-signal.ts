/**
 * AbortSignal.timeout() also for browsers that lack it, which would otherwise never detect a rollback. The timer is not
 * cleared: aborting a request that has its answer has no effect.
 */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
