import { formatMoment, formatShortDay } from './dates';

test('a no-break space joins a day and its month', () => {
  expect(formatMoment('2026-11-23T13:32:00Z')).toBe('23\u00a0nov., 14:32');
  expect(formatShortDay('2026-11-23')).toBe('lun. 23\u00a0nov.');
});

test('the first of a month is written « 1er »', () => {
  expect(formatMoment('2026-12-01T08:05:00Z')).toBe('1er\u00a0déc., 09:05');
  expect(formatShortDay('2026-12-01')).toBe('mar. 1er\u00a0déc.');
});
