/** @jest-environment node */

import { contract } from './contract';

test('the booking page is at /booking, and search engines do not list the page of a visitor’s own request', () => {
  const routes = contract.routes.map((route) => [route.path, 'noindex' in route]);
  expect(routes).toEqual([
    ['/booking', false],
    ['/reservation/gerer', true],
  ]);
});
