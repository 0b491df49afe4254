import type { PageModule } from '@site/contract/host';
import { contract } from './contract';
import * as bookingPage from './src/booking-page';
import * as managePage from './src/manage-page';

type Module = (typeof contract.routes)[number]['module'];

const modules: Record<Module, PageModule> = { 'booking-page': bookingPage, 'manage-page': managePage };

test('every module named in the contract exports its page', () => {
  for (const { module } of contract.routes) expect(typeof modules[module].Page).toBe('function');
});

test('the booking page is at /booking, and search engines do not list the page of a visitor’s own request', () => {
  const routes = contract.routes.map(({ name, path }) => [name, path]);
  expect(routes).toEqual([
    ['booking', '/booking'],
    ['manageBooking', '/reservation/gerer'],
  ]);
  expect(contract.routes.map((route) => 'noindex' in route)).toEqual([false, true]);
});
