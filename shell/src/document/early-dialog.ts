/**
 * A part of the inline bootstrap: it cannot refer to anything outside itself. Until the page is hydrated, it opens the
 * prerendered dialog of a pressed button, and closes it again. The shell repeats the press, which opens the same dialog.
 */
export function openEarlyDialog(attribute: string): void {
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button');
      if (!window.bootstrap || !button) return;
      button.closest('dialog')?.close();
      const query = button.getAttribute(attribute);
      const dialog = document.getElementById(button.getAttribute('aria-controls') ?? '');
      if (query && matchMedia(query).matches && dialog instanceof HTMLDialogElement) dialog.showModal();
    },
    true,
  );
  // Who has closed a dialog does not want it opened again. The event comes with the next frame: it may be open by then.
  const forget = ({ target }: Event) => {
    if (window.bootstrap && !(target as HTMLDialogElement).open) window.bootstrap.pressed = null;
  };
  addEventListener('close', forget, true);
}
