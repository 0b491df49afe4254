import type { PageModule } from '@site/contract/host';
import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { contract } from './contract';

type ModuleName = (typeof contract)['routes'][number]['module'];

// Checked by the compiler: each module exports a page whose only prop is the host.
const modules: Record<ModuleName, () => Promise<PageModule>> = {
  'landing-page': () => import('./src/landing-page'),
};

it.each(contract.routes)('exposes a page with one title for $path', async ({ module }) => {
  const { Page } = await modules[module]();
  renderInHost(<Page host={fakeHost()} />);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});
