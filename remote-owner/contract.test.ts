import type { PageModule } from '@site/contract/host';
import { contract } from './contract';
import * as ownerPage from './src/owner-page';

type Module = (typeof contract.routes)[number]['module'];

const modules: Record<Module, PageModule> = { 'owner-page': ownerPage };

test('every module named in the contract exports its page', () => {
  for (const { module } of contract.routes) expect(typeof modules[module].Page).toBe('function');
});

test('the space is private and at /espace', () => {
  expect(contract.private).toBe(true);
  expect(contract.routes.map(({ path }) => path)).toEqual(['/espace']);
});
