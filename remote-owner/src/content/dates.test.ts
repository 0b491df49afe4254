/** @jest-environment node */

import { formatAge, formatLongMoment, formatShortDay, formatShortMoment, theDays } from './dates';

test('a no-break space joins a day and its month', () => {
  expect(formatShortMoment('2026-11-23T13:32:00Z')).toBe('23\u00a0nov. à 14\u00a0h\u00a032');
  expect(formatShortDay('2026-11-23')).toBe('lun. 23\u00a0nov.');
});

test('a short day is written as the browser would', () => {
  const french = new Intl.DateTimeFormat('fr-FR', {
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    timeZone: 'UTC',
  });
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2026, 10, 2 + day)));
  const written = days.map((day) => formatShortDay(day.toISOString().slice(0, 10)).replace('1er', '1'));
  expect(written).toEqual(days.map((day) => french.format(day).replace(/ 0?(\d+) /, ' $1\u00a0')));
});

test.each([
  [['2026-11-26'], 'le jeudi 26 novembre 2026'],
  [['2026-11-26', '2026-11-27'], 'les jeudi 26 et vendredi 27 novembre 2026'],
])('the article of a list of days follows their number: %j', (days, words) => {
  expect(theDays(days)).toBe(words);
});

test('the first of a month is written « 1er »', () => {
  expect(formatShortMoment('2026-12-01T08:05:00Z')).toBe('1er\u00a0déc. à 9\u00a0h\u00a005');
  expect(formatShortDay('2026-12-01')).toBe('mar. 1er\u00a0déc.');
});

test.each([
  ['2026-11-23T13:59:30Z', 'à l’instant'],
  ['2026-11-23T14:00:20Z', 'à l’instant'],
  ['2026-11-23T13:01:00Z', 'il y a 59\u00a0min'],
  ['2026-11-22T14:30:00Z', 'il y a 23\u00a0h'],
  ['2026-11-20T13:32:00Z', 'il y a 3\u00a0j'],
  ['2026-10-01T13:32:00Z', '1er\u00a0oct. à 15\u00a0h\u00a032'],
])('%s is %s at 14:00', (at, age) => {
  expect(formatAge(at, Date.parse('2026-11-23T14:00:00Z'))).toBe(age);
});

test('a long moment is written in a browser that knows no language but French and American English', () => {
  const { DateTimeFormat } = Intl;
  const known = (locale: unknown) => (locale === 'fr-FR' ? locale : 'en-US');
  const format = jest
    .spyOn(Intl, 'DateTimeFormat')
    .mockImplementation((locale, options) => new DateTimeFormat(known(locale), options));
  // 23:30 in UTC is the next day in Paris.
  expect(formatLongMoment('2026-11-30T23:30:00Z')).toBe('1er décembre 2026 à 0\u00a0h\u00a030');
  format.mockRestore();
});
