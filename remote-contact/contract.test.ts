import type { PageModule } from '@site/contract/host';
import type { RouteName } from '@site/contract/routes';
import { contract } from './contract';
import * as contactPage from './src/contact-page';

type Module = (typeof contract.routes)[number]['module'];

const modules: Record<Module, PageModule> = { 'contact-page': contactPage };

test('every module named in the contract exports its page', () => {
  for (const { module } of contract.routes) expect(typeof modules[module].Page).toBe('function');
});

test('the contact page is at /contact', () => {
  const routes = contract.routes.map(({ name, path }): [RouteName, string] => [name, path]);
  expect(routes).toEqual([['contact', '/contact']]);
});
