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
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
});

test('a day keeps its identifier when days are added', () => {
  const uidsOf = (file: string) => unfold(file).filter((line) => line.startsWith('UID:'));
  const [first] = uidsOf(fileOf({ dates: ['2026-12-01'] }));
  expect(first).toBe('UID:abcdef-2026-12-01');
  expect(uidsOf(fileOf())).toContain(first);
  expect(new Set(uidsOf(fileOf())).size).toBe(3);
});

test('a confirmed day is no longer tentative', () => {
  expect(fileOf({ status: 'confirmee' })).toContain('\r\nSTATUS:CONFIRMED\r\n');
  expect(fileOf({ status: 'confirmee' })).toContain('SUMMARY:Formation\u00a0: Camille Durand\r\n');
});

test('a hostile name neither ends its line in the calendar file nor makes it too long', () => {
  const file = fileOf({ name: `a;b,c\\d\r\nATTENDEE:x\rY\n${'é👩‍👩‍👧'.repeat(30)}` });
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(unfold(file)).toContainEqual(
    expect.stringMatching(/^SUMMARY:Formation à confirmer\u00a0: a\\;b\\,c\\\\d ATTENDEE:x Y é👩‍👩‍👧.*…$/u),
  );
});
