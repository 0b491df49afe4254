/** @jest-environment node */

import { addMonths, daysOf, weekdayOf, weeksOf } from './month';

test('daysOf() lists all days of a month, also in a leap year', () => {
  expect(daysOf('2028-02')).toHaveLength(29);
  expect(daysOf('2026-11').slice(-1)).toEqual(['2026-11-30']);
});

test('addMonths() crosses the turn of the year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
});

test('weeks begin on Monday, and the days around a month are empty', () => {
  const weeks = weeksOf('2026-11');
  expect(weekdayOf('2026-11-01')).toBe(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
});
