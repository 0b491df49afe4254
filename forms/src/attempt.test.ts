/** @jest-environment node */
import { attemptKeyOf, failureOf } from './attempt';

describe('attempt key', () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const content = { table: 'reservations', day: '2026-11-21', name: 'Zoé', dates: ['2026-11-23', '2026-11-24'] };

  test('the same content in any order has the same key', async () => {
    const { table, ...others } = content;
    const key = await attemptKeyOf(content);
    expect(key).toMatch(UUID);
    expect(await attemptKeyOf({ ...others, table })).toBe(key);
  });

  test.each([
    { table: 'contacts' },
    { day: '2026-11-22' },
    { name: 'Zoe' },
    { dates: ['2026-11-23'] },
    { dates: ['2026-11-23', '2026-11-25'] },
    { round: 2 },
  ])('%j changes the key', async (change) => {
    expect(await attemptKeyOf({ ...content, ...change })).not.toBe(await attemptKeyOf(content));
  });

  test('values that join to the same text have different keys', async () => {
    expect(await attemptKeyOf({ nom: 'a', prenom: 'b' })).not.toBe(await attemptKeyOf({ nom: 'a,prenom,b' }));
  });

  test('without crypto.subtle, every key is unique', async () => {
    jest.spyOn(crypto, 'subtle', 'get').mockImplementation();
    const key = await attemptKeyOf(content);
    expect(key).toMatch(UUID);
    expect(await attemptKeyOf(content)).not.toBe(key);
  });
});

describe('outcome', () => {
  const refusal = (details: unknown, status = 429) => failureOf({ status, error: { code: 'RATE_LIMIT', details } });

  test.each([
    ['1', 1],
    ['437', 437],
    ['86400', 86_400],
  ])('parses %s s from a refusal for too many requests', (details, retryAfterS) => {
    expect(refusal(details)).toMatchObject({ reason: 'too-many', retryAfterS });
  });

  test.each(['0', '-5', '1.5', '86401', '1e3', ' 60', 'soon', '', null, undefined, 437, {}])(
    'omits retryAfterS when the details are no number of seconds in a day: %j',
    (details) => {
      expect(refusal(details)).toMatchObject({ reason: 'too-many' });
      expect(refusal(details)).not.toHaveProperty('retryAfterS');
    },
  );

  test('ignores the details of other refusals', () => {
    expect(refusal('437', 400)).not.toHaveProperty('retryAfterS');
  });

  test('a refusal without a body is a failure', () => {
    expect(failureOf({ status: 429, error: null })).toEqual({
      ok: false,
      reason: 'too-many',
      error: expect.any(Error),
    });
  });
});
