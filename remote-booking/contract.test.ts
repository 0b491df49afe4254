import type { PageModule } from '@site/contract/host';
import type { RouteName } from '@site/contract/routes';
import { contract } from './contract';
import * as bookingPage from './src/booking-page';

type Module = (typeof contract.routes)[number]['module'];

const modules: Record<Module, PageModule> = { 'booking-page': bookingPage };

test('every module named in the contract exports its page', () => {
  for (const { module } of contract.routes) expect(typeof modules[module].Page).toBe('function');
});

test('the booking page is at /booking', () => {
  const routes = contract.routes.map(({ name, path }): [RouteName, string] => [name, path]);
  expect(routes).toEqual([['booking', '/booking']]);
});
