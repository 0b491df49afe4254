import { firstDayAhead, isDay, timeInParis, todayInParis } from './today.ts';

test('the clock of Paris is that of the time zones, before and after each change of thirty years', () => {
  const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' });
  const hours = Array.from({ length: 30 * 366 * 24 }, (_, hour) => new Date(Date.UTC(2025, 0, 1, hour)));
  const weeks = hours.filter((hour) => [2, 9].includes(hour.getUTCMonth()) && hour.getUTCDate() > 24);
  const nights = weeks.flatMap((hour) => [new Date(Number(hour) - 1), hour]);
  expect(nights.map((now) => `${todayInParis(now)} ${timeInParis(now)}`)).toEqual(
    nights.map((now) => zone.format(now)),
  );
});

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

test('a day of the calendar is recognised', () => {
  const days = ['2028-02-29', '2026-02-29', '2026-13-01', '2026-1-3', '2026-11-23T00:00', ''];
  expect(days.filter(isDay)).toEqual(['2028-02-29']);
});

test.each([
  ['00:30', '2026-11-23', '2026-11-23'],
  ['17:29', '2026-11-23', '2026-11-23'],
  ['17:30', '2026-11-24', '2026-11-23'],
  ['23:59', '2026-11-24', '2026-11-23'],
])('at %s in Paris, nobody is expected before %s, without a timetable not before %s', (time, first, without) => {
  const now = new Date(`2026-11-23T${time}:00+01:00`);
  expect([firstDayAhead({ to: '17:30' }, now), firstDayAhead(undefined, now)]).toEqual([first, without]);
});
