/** @jest-environment node */

import { callError } from './call-error';

test.each([
  [0, '', 'offline'],
  [401, '42501', 'signed-out'],
  [403, '42501', 'refused'],
  [404, 'PGRST202', 'unavailable'],
  [404, 'UNKNOWN_REQUEST', 'gone'],
  [409, 'NOT_POSSIBLE', 'impossible'],
  [409, 'DAY_TAKEN', 'taken'],
  [429, '', 'too-many'],
  [503, '', 'offline'],
  [500, '', 'failed'],
])('an answer %i %s means %s', (status, code, reason) => {
  expect(callError({ status, code, details: null }).reason).toBe(reason);
});

test('a refusal because another device was first contains the current request', () => {
  const changed = callError({ status: 409, code: 'CHANGED_SINCE', details: '{"version":4}' });
  expect(changed).toMatchObject({ reason: 'changed', current: { version: 4 } });
  expect(callError({ status: 409, code: 'CHANGED_SINCE', details: 'no JSON' }).current).toBeNull();
});
