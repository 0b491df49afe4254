import { age } from './age';

test.each([
  ['2026-11-21T12:00:09Z', '0 s'],
  ['2026-11-21T11:59:01Z', '59 s'],
  ['2026-11-21T11:59:00Z', '1 min'],
  ['2026-11-21T11:00:01Z', '59 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-20T12:00:01Z', '23 h'],
  ['2026-11-20T12:00:00Z', '1 d'],
])('formats the time from %s until noon as %s', (since, said) => {
  expect(age(since, new Date('2026-11-21T12:00:00Z'))).toBe(said);
});
