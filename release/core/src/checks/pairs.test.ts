import { newPairs, pairsOf } from './pairs';

const lines = (active: Record<string, string>) =>
  Object.fromEntries(Object.entries(active).map(([name, id]) => [name, { active: id, previous: [], revoked: [] }]));

const NOW = lines({ shell: '1.0.0-s', booking: '1.0.0-b', landing: '1.0.0-l' });

test('pairs the shell of a site with each of its remotes', () => {
  expect(pairsOf(NOW)).toEqual([
    { shell: '1.0.0-s', name: 'booking', id: '1.0.0-b' },
    { shell: '1.0.0-s', name: 'landing', id: '1.0.0-l' },
  ]);
});

test('finds one new pair for another release of a remote', () => {
  const next = { ...NOW, ...lines({ booking: '1.0.0-c' }) };
  expect(newPairs(NOW, next)).toEqual([{ shell: '1.0.0-s', name: 'booking', id: '1.0.0-c' }]);
});

test('finds a new pair with every remote for another shell', () => {
  const next = { ...NOW, ...lines({ shell: '1.0.0-t' }) };
  expect(newPairs(NOW, next).map(({ shell, name }) => [shell, name])).toEqual([
    ['1.0.0-t', 'booking'],
    ['1.0.0-t', 'landing'],
  ]);
});

test('finds no new pair for a removed part, and one for an added part', () => {
  const { booking, ...rest } = NOW;
  expect(newPairs(NOW, rest)).toEqual([]);
  expect(newPairs(rest, NOW)).toEqual([{ shell: '1.0.0-s', name: 'booking', id: '1.0.0-b' }]);
});

test('finds no pair without a shell', () => {
  expect(pairsOf(lines({ booking: '1.0.0-b' }))).toEqual([]);
});
