import { age, table } from './table';

test('aligns words in columns as wide as the longest, without trailing spaces', () => {
  const rows = [
    ['name', 'active', 'before'],
    ['booking', '1.0.0-a', '–'],
    ['shell', '1.0.0-bcd', ''],
  ];
  expect(table(rows)).toBe('name     active     before\nbooking  1.0.0-a    –\nshell    1.0.0-bcd');
});

test.each([
  ['2026-11-21T12:00:00Z', '0 s'],
  ['2026-11-21T11:59:01Z', '59 s'],
  ['2026-11-21T11:59:00Z', '1 min'],
  ['2026-11-21T11:00:01Z', '59 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-20T12:00:01Z', '23 h'],
  ['2026-11-20T12:00:00Z', '1 d'],
  ['2026-01-01T12:00:00Z', '324 d'],
])('at noon, %s is %s ago', (since, said) => {
  expect(age(since, new Date('2026-11-21T12:00:00Z'))).toBe(said);
});
