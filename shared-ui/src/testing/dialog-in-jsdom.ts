// jsdom has the dialog element without its methods. Here is what tests need of them: to open, to close, and Escape.
// What a browser adds (the focus trap, the focus given back) is for the journeys in a real one.
if (typeof HTMLDialogElement !== 'undefined' && !HTMLDialogElement.prototype.showModal) {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
    this.addEventListener('keydown', closeOnEscape);
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
    this.removeEventListener('keydown', closeOnEscape);
    this.dispatchEvent(new Event('close'));
  };
}

function closeOnEscape(this: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key === 'Escape') this.close();
}
