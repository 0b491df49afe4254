/** @jest-environment node */

import { failureOf, isStored } from './outcome';

const refusal = (details: unknown, status = 429) => failureOf({ status, error: { code: 'RATE_LIMIT', details } });

test.each([
  ['1', 1],
  ['437', 437],
  ['86400', 86_400],
])('the outcome of a call has %s s from a refusal for too many requests', (details, retryAfterS) => {
  expect(refusal(details)).toMatchObject({ reason: 'too-many', retryAfterS });
});

test.each(['0', '-5', '1.5', '86401', '1e3', ' 60', 'soon', '', null, undefined, 437, {}])(
  'the outcome of a call omits retryAfterS when the details are no number of seconds in a day: %j',
  (details) => {
    expect(refusal(details)).toMatchObject({ reason: 'too-many' });
    expect(refusal(details)).not.toHaveProperty('retryAfterS');
  },
);

test('the outcome of a call ignores the details of other refusals', () => {
  expect(refusal('437', 400)).not.toHaveProperty('retryAfterS');
});

test.each([
  [0, 'offline'],
  [400, 'rejected'],
  [401, 'rejected'],
  [404, 'rejected'],
  [429, 'too-many'],
  [500, 'rejected'],
])('an answer %i without a body is a failure: %s', (status, reason) => {
  expect(failureOf({ status, error: null })).toEqual({ ok: false, reason, error: expect.any(Error) });
});

test.each([
  [201, null, true],
  [409, 'ALREADY_STORED', true],
  [409, '23505', false],
  // supabase-js takes an empty 404 for a success.
  [404, null, false],
])('an answer %i with the code %j is stored: %s', (status, code, expected) => {
  expect(isStored({ status, error: code === null ? null : { code, details: null } })).toBe(expected);
});
