import { formatDays, formatFrenchDate, formatFrenchDelay, joinWords, listDays } from './french-dates.ts';

test.each([
  ['2026-11-23', 'lundi 23 novembre 2026'],
  ['2026-12-01', 'mardi 1er décembre 2026'],
  ['2026-11-11', 'mercredi 11 novembre 2026'],
  ['2027-01-31', 'dimanche 31 janvier 2027'],
  ['2028-02-29', 'mardi 29 février 2028'],
  // The clocks change.
  ['2026-03-29', 'dimanche 29 mars 2026'],
  ['2026-10-25', 'dimanche 25 octobre 2026'],
])('formatFrenchDate formats %s as « %s »', (date, expected) => {
  expect(formatFrenchDate(date)).toBe(expected);
});

test('formatFrenchDate names every day of a leap year as Intl does, but the first of a month', () => {
  const format = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone: 'UTC' });
  const days = Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(2028, 0, at + 1)));
  expect(days.map((day) => formatFrenchDate(day.toISOString().slice(0, 10)).replace(' 1er ', ' 1 '))).toEqual(
    days.map((day) => format.format(day)),
  );
});

test.each(['23/11/2026', '2026-11-23T00:00:00Z', '2026-1-3', '', '2026-02-30', '2026-13-01'])(
  'formatFrenchDate refuses %j, which is no calendar day as yyyy-MM-dd',
  (text) => {
    expect(() => formatFrenchDate(text)).toThrow(RangeError);
  },
);

test.each([
  [1, 'une minute'],
  [60, 'une minute'],
  [61, '2\u00a0minutes'],
  [437, '8\u00a0minutes'],
  [600, '10\u00a0minutes'],
  [5400, '90\u00a0minutes'],
  [5401, '2\u00a0heures'],
  [86_400, '24\u00a0heures'],
])('%d s are rounded up to %s', (seconds, text) => {
  expect(formatFrenchDelay(seconds)).toBe(text);
});

test.each([
  [[], ''],
  [['2026-11-26'], 'jeudi 26 novembre 2026'],
  [['2026-11-26', '2026-11-27'], 'jeudi 26 et vendredi 27 novembre 2026'],
  [['2026-12-31', '2027-01-04'], 'jeudi 31 décembre 2026 et lundi 4 janvier 2027'],
  [['2027-02-26', '2027-03-04', '2027-03-05'], 'vendredi 26 février, jeudi 4 et vendredi 5 mars 2027'],
  [['2026-12-17', '2026-12-18', '2027-01-07'], 'jeudi 17, vendredi 18 décembre 2026 et jeudi 7 janvier 2027'],
  [['2027-03-12', '2027-03-19'], 'vendredis 12 et 19 mars 2027'],
  [['2026-12-25', '2027-01-01', '2027-01-08'], 'vendredis 25 décembre 2026, 1er et 8 janvier 2027'],
  [['2027-03-12', '2027-03-19', '2027-03-22'], 'vendredi 12, vendredi 19 et lundi 22 mars 2027'],
])('days name the month and the year where they change, a shared weekday once, with one « et »: %j', (days, words) => {
  expect(formatDays(days)).toBe(words);
});

test('whole days have their article each, and one « et »', () => {
  expect(listDays('du', ['2026-11-26', '2026-11-27', '2026-12-01'])).toBe(
    'du jeudi 26 novembre 2026, du vendredi 27 novembre 2026 et du mardi 1er décembre 2026',
  );
});

test.each([
  [[], ''],
  [['un'], 'un'],
  [['un', 'deux'], 'un et deux'],
  [['un, puis', 'deux', 'trois, enfin'], 'un, puis, deux et trois, enfin'],
])('words are joined as Intl does: %j', (words, text) => {
  expect(joinWords(words)).toBe(text);
  expect(text).toBe(new Intl.ListFormat('fr').format(words));
});
