import { createAttemptKeys } from './attempt-keys';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const content = { nom: 'Martin' };

test('the same content keeps its key', () => {
  const keys = createAttemptKeys();
  expect(keys.keyFor({ ...content })).toBe(keys.keyFor({ ...content }));
});

test('changed content gets another key', () => {
  const keys = createAttemptKeys();
  expect(keys.keyFor(content)).not.toBe(keys.keyFor({ nom: 'Durand' }));
});

test('the same content sent again after a success is another message', () => {
  const keys = createAttemptKeys();
  const first = keys.keyFor(content);
  keys.finish();
  expect(keys.keyFor(content)).not.toBe(first);
});

test('a key is a uuid, also where the browser does not make them', () => {
  expect(createAttemptKeys().keyFor(content)).toMatch(UUID);
  const onlyRandomValues = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  jest.spyOn(globalThis, 'crypto', 'get').mockReturnValue(onlyRandomValues as Crypto);
  expect(createAttemptKeys().keyFor(content)).toMatch(UUID);
  expect(createAttemptKeys().keyFor(content)).not.toBe(createAttemptKeys().keyFor(content));
});
