import type { Bootstrap } from '../document/inline-bootstrap';

/** Presses again what was pressed before the page was live; from then on the page answers by itself. */
export function replayPress(): void {
  const bootstrap: Bootstrap | undefined = window.bootstrap;
  window.bootstrap = undefined;
  for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) delete button.dataset.pressed;
  if (bootstrap?.pressed?.isConnected) bootstrap.pressed.click();
}
