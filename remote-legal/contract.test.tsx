import type { PageModule } from '@site/contract/host';
import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { contract } from './contract';

type ModuleName = (typeof contract)['routes'][number]['module'];

// The compiler checks it: each module exports a page whose only prop is the host.
const modules: Record<ModuleName, () => Promise<PageModule>> = {
  'funding-page': () => import('./src/funding-page'),
  'legal-notice-page': () => import('./src/legal-notice-page'),
  'cookie-policy-page': () => import('./src/cookie-policy-page'),
  'accessibility-page': () => import('./src/accessibility-page'),
};

beforeEach(() => {
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

test.each(contract.routes)(
  'the part exposes a page with the title of the contract for $path',
  async ({ module, title }) => {
    const { Page } = await modules[module]();
    renderInHost(<Page host={fakeHost()} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  },
);
