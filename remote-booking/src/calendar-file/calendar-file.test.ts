/** @jest-environment node */

import { writeCalendarFile } from './calendar-file';

const texts = {
  product: 'Relance, prospection ; suivi',
  summary: 'Formation, demande en attente de confirmation',
  description: 'Une journée.\nÀ confirmer ; rien à payer.',
  status: 'TENTATIVE',
} as const;
const writtenAt = new Date('2026-11-21T10:05:09.123Z');

const write = (...dates: string[]) =>
  writeCalendarFile(
    dates.map((date) => ({ date, uid: `${date}.one` })),
    texts,
    writtenAt,
  );

const valuesOf = (name: string, file: string) =>
  file.split('\r\n').flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));

test('one date becomes one tentative whole-day event', () => {
  expect(write('2026-11-23').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Relance\\, prospection \\; suivi//FR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:2026-11-23.one',
    'SEQUENCE:0',
    'DTSTAMP:20261121T100509Z',
    'DTSTART;VALUE=DATE:20261123',
    'DTEND;VALUE=DATE:20261124',
    'SUMMARY:Formation\\, demande en attente de confirmation',
    'DESCRIPTION:Une journée.\\nÀ confirmer \\; rien à payer.',
    'STATUS:TENTATIVE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('with the hours of the day, an event has them in the zone of Paris, whose changes the file contains', () => {
  const file = writeCalendarFile(
    [{ date: '2027-03-28', uid: 'one' }],
    { ...texts, hours: { from: '09:00', to: '17:30' } },
    writtenAt,
  );
  expect(valuesOf('DTSTART;TZID=Europe/Paris', file)).toEqual(['20270328T090000']);
  expect(valuesOf('DTEND;TZID=Europe/Paris', file)).toEqual(['20270328T173000']);
  expect(file.indexOf('END:VTIMEZONE')).toBeLessThan(file.indexOf('BEGIN:VEVENT'));
  expect(valuesOf('BEGIN', file)).toEqual(['VCALENDAR', 'VTIMEZONE', 'DAYLIGHT', 'STANDARD', 'VEVENT']);
});

test.each([
  ['2026-12-31', '20270101'],
  ['2028-02-28', '20280229'],
  ['2027-02-28', '20270301'],
  ['2027-03-28', '20270329'],
  ['2026-10-25', '20261026'],
])('the event of %s has the exclusive end %s', (date, end) => {
  expect(valuesOf('DTEND;VALUE=DATE', write(date))).toEqual([end]);
});

test('each date becomes one event with a unique UID, in the given order', () => {
  const file = write('2026-11-23', '2026-11-30', '2027-01-04');
  expect(valuesOf('DTSTART;VALUE=DATE', file)).toEqual(['20261123', '20261130', '20270104']);
  expect(new Set(valuesOf('UID', file)).size).toBe(3);
  expect(valuesOf('BEGIN', file)).toEqual(['VCALENDAR', 'VEVENT', 'VEVENT', 'VEVENT']);
  expect(valuesOf('END', file)).toEqual(['VEVENT', 'VEVENT', 'VEVENT', 'VCALENDAR']);
});
