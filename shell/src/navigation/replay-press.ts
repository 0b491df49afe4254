import type { Early } from '../document/early';

/** Presses again what was pressed before the page was live; from then on the page answers by itself. */
export function replayPress(): void {
  const early: Early | undefined = window.early;
  window.early = undefined;
  for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) delete button.dataset.pressed;
  if (early?.pressed?.isConnected) early.pressed.click();
}
