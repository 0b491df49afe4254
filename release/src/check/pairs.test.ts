import { newPairs, pairsOf } from './pairs';

const lines = (active: Record<string, string>) =>
  Object.fromEntries(Object.entries(active).map(([name, id]) => [name, { active: id, before: [], revoked: [] }]));

const NOW = lines({ shell: '1.0.0-s', booking: '1.0.0-b', landing: '1.0.0-l' });

test('a site is the pairs of its shell with each of its remotes', () => {
  expect(pairsOf(NOW)).toEqual([
    { shell: '1.0.0-s', name: 'booking', id: '1.0.0-b' },
    { shell: '1.0.0-s', name: 'landing', id: '1.0.0-l' },
  ]);
});

test('another release of a remote makes one new pair', () => {
  const next = { ...NOW, ...lines({ booking: '1.0.0-c' }) };
  expect(newPairs(NOW, next)).toEqual([{ shell: '1.0.0-s', name: 'booking', id: '1.0.0-c' }]);
});

test('another shell makes a new pair with every remote', () => {
  const next = { ...NOW, ...lines({ shell: '1.0.0-t' }) };
  expect(newPairs(NOW, next).map(({ shell, name }) => [shell, name])).toEqual([
    ['1.0.0-t', 'booking'],
    ['1.0.0-t', 'landing'],
  ]);
});

test('a part that is taken away makes no new pair, a part that is added makes one', () => {
  const { booking, ...rest } = NOW;
  expect(newPairs(NOW, rest)).toEqual([]);
  expect(newPairs(rest, NOW)).toEqual([{ shell: '1.0.0-s', name: 'booking', id: '1.0.0-b' }]);
});

test('there is no pair without a shell', () => {
  expect(pairsOf(lines({ booking: '1.0.0-b' }))).toEqual([]);
});
