/** @jest-environment node */

import { failureOf } from './outcome';

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
  expect(failureOf({ status: 429, error: null })).toEqual({ ok: false, reason: 'too-many', error: expect.any(Error) });
});
