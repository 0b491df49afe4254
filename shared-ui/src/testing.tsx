import './testing/dialog-in-jsdom';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UiProvider } from './ui-provider';

export { exampleSite } from './testing/example-site';
export { fakeHost } from './testing/fake-host';

/** Renders inside the design system, as the shell does. */
export function renderInHost(ui: ReactNode) {
  return render(ui, { wrapper: UiProvider });
}
