import type { Bootstrap } from '../document/bootstrap-script';

/** Repeats the last click before hydration, and stops the recording of clicks. */
export function replayPress(): void {
  const bootstrap: Bootstrap | undefined = window.bootstrap;
  window.bootstrap = undefined;
  for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) delete button.dataset.pressed;
  const press = () => {
    if (bootstrap?.pressed?.isConnected) bootstrap.pressed.click();
  };
  if (bootstrap?.onHydrated) bootstrap.onHydrated(press);
  else press();
}
