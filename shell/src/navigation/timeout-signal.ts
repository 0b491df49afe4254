/** Like AbortSignal.timeout(), which older browsers lack: they would never detect a rollback. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
