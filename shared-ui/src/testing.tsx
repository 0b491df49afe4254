import './testing/dialog-in-jsdom';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UiProvider } from './ui-provider';

export { exampleSite } from './testing/example-site';
export { fakeHost } from './testing/fake-host';

/** Resolves after 20 ms, like an answer from the network. */
export const soon = <Answer,>(answer: Answer) =>
  new Promise<Answer>((resolve) => setTimeout(() => resolve(answer), 20));

export function renderInHost(ui: ReactNode): RenderResult {
  return render(ui, { wrapper: UiProvider });
}
