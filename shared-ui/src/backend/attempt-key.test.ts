import { newAttemptKey } from './attempt-key';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('every key is a uuid of its own', () => {
  expect(newAttemptKey()).toMatch(UUID);
  expect(newAttemptKey()).not.toBe(newAttemptKey());
});

test('also where the browser does not make them', () => {
  const onlyRandomValues = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  jest.spyOn(globalThis, 'crypto', 'get').mockReturnValue(onlyRandomValues as Crypto);
  expect(newAttemptKey()).toMatch(UUID);
  expect(newAttemptKey()).not.toBe(newAttemptKey());
});
