/** @jest-environment node */

import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import shipped from '../../../site.json';
import { calendarIdOf } from '../form/use-booking-form';
import { contentLine, escapeText, linkBookingFile, writeCalendarFile } from './calendar-file';

describe('calendar file', () => {
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
});

describe('calendar entry', () => {
  test('the calendar id is the one of the mails: the first digits of the hash of the reservation’s id', async () => {
    expect(await calendarIdOf('00000000-0000-4000-8000-000000000000')).toBe('db8055e0e0307d5a016bec4dc338d698');
  });

  test('without crypto.subtle the id is random', async () => {
    jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
    const ids = [await calendarIdOf('one'), await calendarIdOf('one')];
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  const site = {
    ...shipped,
    day: [
      { from: '09:00', to: '12:30', text: 'Le matin' },
      { from: '13:30', to: '17:30', text: 'L’après-midi' },
    ],
  };

  /** The only entry, as two independent programs read it. */
  function readEntry(text: string) {
    const calendar = new ICAL.Component(ICAL.parse(text));
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
    const { uid, startDate, endDate } = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    const [second] = Object.values(nodeIcal.sync.parseICS(text)).filter((entry) => entry?.type === 'VEVENT');
    return [
      [uid, startDate.toJSDate().toISOString(), endDate.toJSDate().toISOString()],
      second?.type === 'VEVENT' && [second.uid, second.start.toISOString(), second.end?.toISOString()],
    ];
  }

  // The mails and the owner's feed have the same identifiers and moments: `supabase/tests`.
  test.each([
    ['2027-03-27', '08:00', '16:30'],
    ['2027-03-28', '07:00', '15:30'],
    ['2027-10-30', '07:00', '15:30'],
    ['2027-10-31', '08:00', '16:30'],
  ])('around a change of the clocks, the entry of %s is from %s to %s in UTC', (date, from, to) => {
    const { href } = linkBookingFile({ days: [{ date, uid: 'abcdef-2027-03-01' }] }, site);
    const entry = ['abcdef-2027-03-01', `${date}T${from}:00.000Z`, `${date}T${to}:00.000Z`];
    expect(readEntry(decodeURIComponent(href.replace(/^[^,]*,/, '')))).toEqual([entry, entry]);
  });
});

describe('content line', () => {
  test.each([
    ['Huit heures, à distance', 'Huit heures\\, à distance'],
    ['Date ; lieu', 'Date \\; lieu'],
    ['C:\\agenda', 'C:\\\\agenda'],
    ['déjà \\n écrit', 'déjà \\\\n écrit'],
    ['une\ndeux\r\ntrois\rquatre', 'une\\ndeux\\ntrois\\nquatre'],
    ['« 10 h » : rien à changer', '« 10 h » : rien à changer'],
  ])('escapes %j as %j', (text, written) => {
    expect(escapeText(text)).toBe(written);
  });

  const lines = (folded: string) => folded.split('\r\n').slice(0, -1);
  const unfold = (folded: string) => folded.replaceAll('\r\n ', '').replace(/\r\n$/, '');
  const octets = (line: string) => Buffer.byteLength(line);

  test.each([
    ['two octets', 'é'],
    ['three octets', '€'],
    ['four octets', '😀'],
  ])('never splits characters of %s', (_size, character) => {
    const value = character.repeat(120);
    const folded = contentLine('SUMMARY', value);
    expect(Math.max(...lines(folded).map(octets))).toBeLessThanOrEqual(75);
    expect(folded).not.toContain('\ufffd');
    for (const line of lines(folded)) expect(Buffer.from(line).toString()).toBe(line);
    expect(unfold(folded)).toBe(`SUMMARY:${value}`);
  });
});
