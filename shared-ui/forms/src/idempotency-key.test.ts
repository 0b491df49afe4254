/** @jest-environment node */
import { idempotencyKeyOf } from './idempotency-key';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const content = { table: 'reservations', day: '2026-11-21', name: 'Zoé', dates: ['2026-11-23', '2026-11-24'] };

test('the same content in any order has the same key', async () => {
  const { table, ...others } = content;
  const key = await idempotencyKeyOf(content);
  expect(key).toMatch(UUID);
  expect(await idempotencyKeyOf({ ...others, table })).toBe(key);
});

test.each([
  { table: 'contacts' },
  { day: '2026-11-22' },
  { name: 'Zoe' },
  { dates: ['2026-11-23'] },
  { dates: ['2026-11-23', '2026-11-25'] },
  { round: 2 },
])('%j changes the key', async (change) => {
  expect(await idempotencyKeyOf({ ...content, ...change })).not.toBe(await idempotencyKeyOf(content));
});

test('values that join to the same text have different keys', async () => {
  expect(await idempotencyKeyOf({ nom: 'a', prenom: 'b' })).not.toBe(await idempotencyKeyOf({ nom: 'a,prenom,b' }));
});

test('without crypto.subtle, every key is unique', async () => {
  jest.spyOn(crypto, 'subtle', 'get').mockImplementation();
  const key = await idempotencyKeyOf(content);
  expect(key).toMatch(UUID);
  expect(await idempotencyKeyOf(content)).not.toBe(key);
});
