import { createAttemptKeys } from './attempt-keys';

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
