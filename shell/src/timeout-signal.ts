/**
 * Like AbortSignal.timeout(), which older browsers lack: they would never detect a rollback. Likewise, the timer runs
 * on after the answer; to abort a finished request does nothing.
 */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
