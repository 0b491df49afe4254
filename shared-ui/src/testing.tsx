import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UiProvider } from './ui-provider';

export { exampleSite, fakeHost } from './fake-host';

// jsdom lacks the dialog element's methods. Only open, close and Escape are added; end-to-end tests cover the focus
// trap.
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

/** Resolves after 20 ms, like an answer from the network. */
export const soon = <Answer,>(answer: Answer) =>
  new Promise<Answer>((resolve) => setTimeout(() => resolve(answer), 20));

export function renderInHost(ui: ReactNode): RenderResult {
  return render(ui, { wrapper: UiProvider });
}
