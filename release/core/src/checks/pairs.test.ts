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

test('a new release of a remote or a new remote makes one new pair, another shell one with each, a removal none', () => {
  const { booking, ...rest } = NOW;
  expect(newPairs(NOW, { ...NOW, ...lines({ booking: '1.0.0-c' }) })).toEqual([
    { shell: '1.0.0-s', name: 'booking', id: '1.0.0-c' },
  ]);
  expect(newPairs(rest, NOW)).toEqual([{ shell: '1.0.0-s', name: 'booking', id: '1.0.0-b' }]);
  expect(newPairs(NOW, { ...NOW, ...lines({ shell: '1.0.0-t' }) })).toHaveLength(2);
  expect(newPairs(NOW, rest)).toEqual([]);
  expect(pairsOf(lines({ booking: '1.0.0-b' }))).toEqual([]);
});
