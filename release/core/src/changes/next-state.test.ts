import { partsOf } from './next-state';

test.each([
  ['replaces a release', { name: 'booking', from: 'a', to: 'b' }],
  ['adds a part', { name: 'booking', to: 'b' }],
  ['deactivates a part', { name: 'booking', from: 'a' }],
])('a change that %s has one part with the same keys', (_, part) => {
  expect(partsOf({ command: 'rollback', ...part })).toStrictEqual([part]);
});

test('a change of several parts lists them', () => {
  const parts = [
    { name: 'booking', to: 'b' },
    { name: 'contact', to: 'c' },
  ];
  expect(partsOf({ command: 'activate', parts })).toBe(parts);
});

test('a change without a part has none', () => {
  expect(partsOf({ command: 'compose' })).toEqual([]);
});
