const SIGNS_OF_INTENT = ['pointerdown', 'keydown', 'focusin'];
const IDLE_AT_THE_LATEST_MS = 2000;

/** Runs `start` once: when the browser is idle, or at the first sign that the visitor wants something of the page. */
export function whenWanted(start: () => void) {
  let started = false;
  const startOnce = () => {
    if (started) return;
    started = true;
    for (const sign of SIGNS_OF_INTENT) window.removeEventListener(sign, startOnce, true);
    start();
  };
  for (const sign of SIGNS_OF_INTENT) window.addEventListener(sign, startOnce, { capture: true, passive: true });
  if ('requestIdleCallback' in window) window.requestIdleCallback(startOnce, { timeout: IDLE_AT_THE_LATEST_MS });
  else setTimeout(startOnce, 1);
}
