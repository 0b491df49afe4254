import { formatFrenchDate, todayInParis } from './date';

test.each([
  ['2026-11-23', 'lundi 23 novembre 2026'],
  ['2026-12-01', 'mardi 1er décembre 2026'],
  ['2026-11-11', 'mercredi 11 novembre 2026'],
  ['2027-01-31', 'dimanche 31 janvier 2027'],
  ['2028-02-29', 'mardi 29 février 2028'],
])('formats %s as « %s »', (date, expected) => {
  expect(formatFrenchDate(date)).toBe(expected);
});

test.each([
  ['2026-03-29', 'dimanche 29 mars 2026'],
  ['2026-10-25', 'dimanche 25 octobre 2026'],
])('%s, when the clocks change, keeps its day', (date, expected) => {
  expect(formatFrenchDate(date)).toBe(expected);
});

test.each(['23/11/2026', '2026-11-23T00:00:00Z', '2026-1-3', '', '2026-02-30', '2026-13-01'])(
  '%j is refused',
  (text) => {
    expect(() => formatFrenchDate(text)).toThrow(RangeError);
  },
);

test.each([
  ['at 23:30 in winter', '2026-01-14T22:30:00Z', '2026-01-14'],
  ['half an hour after midnight in winter', '2026-01-14T23:30:00Z', '2026-01-15'],
  ['at 23:30 in summer', '2026-07-14T21:30:00Z', '2026-07-14'],
  ['half an hour after midnight in summer', '2026-07-14T22:30:00Z', '2026-07-15'],
  ['in the night when summer time begins', '2026-03-28T23:30:00Z', '2026-03-29'],
  ['in the night when summer time ends', '2026-10-25T22:59:00Z', '2026-10-25'],
  ['at the very end of the year', '2026-12-31T23:00:00Z', '2027-01-01'],
])('today is the day in Paris %s', (_when, instant, expected) => {
  expect(todayInParis(new Date(instant))).toBe(expected);
});
