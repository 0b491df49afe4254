import { composeMail } from '../../functions/_shared/mail/compose-mail.ts';
import { reservationMail, settings } from './support/rows';

function fileOf(detail: Parameters<typeof reservationMail>[0] = {}): string {
  const [file] = composeMail(reservationMail(detail), settings).attachments ?? [];
  return file?.content ?? '';
}

const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

test('each date is an all-day event of one day', () => {
  const lines = unfold(fileOf());
  expect(lines.filter((line) => line.startsWith('DT') && !line.startsWith('DTSTAMP'))).toEqual([
    ...['DTSTART;VALUE=DATE:20261123', 'DTEND;VALUE=DATE:20261124'],
    ...['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202'],
    ...['DTSTART;VALUE=DATE:20261231', 'DTEND;VALUE=DATE:20270101'],
  ]);
  expect(lines.filter((line) => line === 'STATUS:TENTATIVE')).toHaveLength(3);
  expect(lines.filter((line) => line === 'DTSTAMP:20261121T220500Z')).toHaveLength(3);
  expect(lines.filter((line) => line.startsWith('UID:abcdef-2026-'))).toHaveLength(3);
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
});

test('a confirmed day is no longer tentative', () => {
  expect(fileOf({ status: 'confirmee' })).toContain('\r\nSTATUS:CONFIRMED\r\n');
  expect(fileOf({ status: 'confirmee' })).toContain('SUMMARY:Formation\u00a0: Camille Durand\r\n');
});
