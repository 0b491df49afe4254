/** @jest-environment node */

import { contract } from './contract';

test('the space is private and at /espace', () => {
  expect(contract.private).toBe(true);
  expect(contract.routes.map(({ path }) => path)).toEqual(['/espace']);
});
