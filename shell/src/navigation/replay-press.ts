import type { Bootstrap } from '../document/inline-bootstrap';

/** Repeats the last click before hydration, and stops the recording of clicks. */
export function replayPress(): void {
  const bootstrap: Bootstrap | undefined = window.bootstrap;
  bootstrap?.onHydrated?.();
  window.bootstrap = undefined;
  for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) delete button.dataset.pressed;
  if (bootstrap?.pressed?.isConnected) bootstrap.pressed.click();
}
