import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ICAL from 'ical.js';
import { createTransport } from 'nodemailer';
import type { CalendarEntry, VisitorMail } from '../../functions/_shared/claimed-mail.ts';
import { type AgendaEntry, agendaCalendar } from '../../functions/_shared/mail/agenda-calendar.ts';
import { writeMail } from '../../functions/_shared/mail/write-mail.ts';
import { readCalendar } from '../support/read-calendar';
import { deliver, facts, reservationMail, settings, visitorMail } from './support/rows';

describe('agenda calendar', () => {
  const entry: AgendaEntry = {
    date: '2026-12-10',
    id: '1a2b3c4d-0000-4000-8000-000000000001',
    uid: 'abcdef-2026-12-01',
    version: 3,
    name: 'Camille Durand',
    phone: '06 39 98 00 00',
    email: 'camille.durand@exemple.org',
    isAgefice: true,
    note: 'Rappeler le matin\nLogiciel : aucun',
    receivedAt: '2026-11-21T22:05:00.000Z',
  };
  const site = { origin: 'https://exemple.fr', facts };

  test('two parsers read a confirmed day with its hours, the video call, alarms and what the owner needs', () => {
    const url = 'https://exemple.fr/espace?demande=1a2b3c4d-0000-4000-8000-000000000001';
    expect(readCalendar(agendaCalendar([entry], site)).entries).toEqual([
      {
        uid: 'abcdef-2026-12-01',
        start: '2026-12-10T08:00:00.000Z',
        end: '2026-12-10T16:30:00.000Z',
        summary: 'Formation\u00a0: Camille Durand',
        description: [
          'Téléphone\u00a0: 06 39 98 00 00',
          'E-mail\u00a0: camille.durand@exemple.org',
          'Financement\u00a0: AGEFICE demandé',
          'Note\u00a0: Rappeler le matin',
          'Logiciel : aucun',
          `Demande\u00a0: ${url}`,
        ].join('\n'),
        location: 'https://visio.example/salle',
        url,
        status: 'CONFIRMED',
        sequence: 3,
        alarms: [24 * 60, 30],
      },
    ]);
  });

  test('without the hours of the day, it is a whole day with an alarm on the evening before', () => {
    const [whole] = readCalendar(agendaCalendar([entry], { facts: {} })).entries;
    expect(whole).toMatchObject({ start: '2026-12-10', end: '2026-12-11', location: 'À distance', alarms: [6 * 60] });
  });

  test.each([
    ['2027-03-28', '07:00', '15:30'],
    ['2027-10-31', '08:00', '16:30'],
  ])('on %s, around a change of the clocks, the day is from %s to %s in UTC', (date, from, to) => {
    const [read] = readCalendar(agendaCalendar([{ ...entry, date }], site)).entries;
    expect([read?.start, read?.end]).toEqual([`${date}T${from}:00.000Z`, `${date}T${to}:00.000Z`]);
  });

  test('the calendar has a name, the zone of its days and a refresh interval', () => {
    const calendar = new ICAL.Component(ICAL.parse(agendaCalendar([entry], site)));
    const propertyOf = (name: string) => String(calendar.getFirstPropertyValue(name));
    expect(propertyOf('x-wr-calname')).toBe('Formations confirmées');
    expect(propertyOf('x-wr-timezone')).toBe('Europe/Paris');
    expect(propertyOf('refresh-interval')).toBe('PT1H');
  });

  // A separate process: Jest's copy of `process.env` does not change the time zone.
  const IN_EACH_ZONE = `
  import { agendaCalendar } from ${JSON.stringify(pathToFileURL(join(__dirname, '../../functions/_shared/mail/agenda-calendar.ts')))};
  const [entries, site] = JSON.parse(process.argv.at(-1));
  const texts = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Paris'].map((zone) => {
    process.env.TZ = zone;
    return [new Date('2026-12-31T00:00:00Z').getHours(), agendaCalendar(entries, site)];
  });
  console.log(JSON.stringify(texts));`;

  test('a day stays the same in any time zone of the server, also when clocks change', () => {
    const dates = ['2026-12-31', '2027-03-28', '2027-10-31'];
    const given = JSON.stringify([dates.map((date) => ({ ...entry, date, uid: date })), { facts: {} }]);
    const tsx = pathToFileURL(require.resolve('tsx')).href;
    const args = ['--import', tsx, '--input-type=module', '--eval', IN_EACH_ZONE, given];
    const written: [hour: number, text: string][] = JSON.parse(
      execFileSync(process.execPath, args, { encoding: 'utf8' }),
    );
    expect(written.map(([hour]) => hour)).toEqual([14, 13, 1]);
    expect(new Set(written.map(([, text]) => text)).size).toBe(1);
    expect(readCalendar(written[0]?.[1] ?? '').entries.map(({ start }) => start)).toEqual(dates);
  });

  test('all properties of the calendar precede its events, as strict programs require', () => {
    const lines = agendaCalendar([entry], site).split('\r\n');
    expect(lines.slice(lines.indexOf('END:VEVENT') + 1)).toEqual(['END:VCALENDAR', '']);
  });

  test('a calendar without days is valid', () => {
    expect(readCalendar(agendaCalendar([], site)).entries).toEqual([]);
  });

  test('a hostile name, telephone or note adds neither a line nor an event', () => {
    const hostile = 'a;b,c\\d\r\nEND:VEVENT\r\nBEGIN:VEVENT\u202e\nATTENDEE:x';
    const text = agendaCalendar(
      [
        { ...entry, name: hostile, phone: hostile, note: hostile },
        { ...entry, phone: null, date: '2026-12-11', uid: 'other' },
      ],
      site,
    );
    const { entries } = readCalendar(text);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      summary: expect.stringContaining('a;b,c\\d END:VEVENT BEGIN:VEVENT ATTENDEE:x'),
    });
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u202e]/);
    expect(entries[1]?.description).not.toContain('Téléphone');
  });
});

describe('visitor calendar', () => {
  const OWNER = settings.to;
  const VISITOR = 'camille.durand@exemple.org';
  const request: CalendarEntry = { method: 'REQUEST', day: '2026-12-01', uid: 'abcdef-2026-11-23', sequence: 4 };
  const cancel: CalendarEntry = { ...request, method: 'CANCEL' };

  /** The calendar of a mail, as calendar programs read it. */
  async function invitationOf(mail: VisitorMail, sender = settings) {
    const [file, ...others] = (await deliver(mail, sender)).attachments.filter(({ disposition }) => disposition);
    expect(others).toEqual([]);
    const content = String(file?.content);
    const [event] = new ICAL.Component(ICAL.parse(content)).getAllSubcomponents('vevent');
    return {
      filename: file?.filename,
      ...readCalendar(content),
      organizer: event?.getFirstPropertyValue('organizer'),
      guests: event?.getAllProperties('attendee').map((guest) => String(guest.getFirstValue()).toLowerCase()),
    };
  }

  const people = { organizer: `mailto:${OWNER}`, guests: [`mailto:${VISITOR}`] };

  test('a confirmed day is an invitation with its hours, the video call and alarms, under the name of its seat', async () => {
    const times = { start: '2026-12-01T08:00:00.000Z', end: '2026-12-01T16:30:00.000Z' };
    const description =
      'Téléphone\u00a0: 06 39 98 00 00\nGérer ma demande\u00a0: https://exemple.fr/reservation/gerer#a';
    const call = { location: facts.videoLink, url: facts.videoLink, description };
    const { uid, sequence } = request;
    const mail = visitorMail('confirmation', { entry: request, manageUrl: '/reservation/gerer#a' });
    expect(await invitationOf(mail, { ...settings, facts })).toMatchObject({
      filename: 'formation-2026-12-01.ics',
      method: 'REQUEST',
      entries: [{ uid, sequence, status: 'CONFIRMED', alarms: [24 * 60, 30], ...times, ...call }],
      ...people,
    });
  });

  test('a day that is no longer reserved is cancelled under the same name, without the video call', async () => {
    const mail = visitorMail('cancellation', { entry: cancel });
    const { uid, sequence } = cancel;
    expect(await invitationOf(mail, { ...settings, facts })).toMatchObject({
      filename: 'annulation-2026-12-01.ics',
      method: 'CANCEL',
      entries: [{ uid, sequence, status: 'CANCELLED', alarms: [], url: null, description: null }],
      ...people,
    });
  });

  test.each([request, cancel])('a $method is an alternative of the text, where programs look for it', async (entry) => {
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(writeMail(visitorMail('calendar', { entry }), settings));
    const types = [...String(message).matchAll(/^Content-Type: ([\w/]+)(?:;.*?(method=\w+))?/gim)].map((found) =>
      found.slice(1).filter(Boolean).join(' '),
    );
    expect(types).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      `text/calendar method=${entry.method}`,
      'application/ics',
    ]);
  });

  test('requested days are in no mail as entries, which nobody would withdraw', async () => {
    for (const mail of [visitorMail('receipt'), reservationMail(), reservationMail({ status: 'confirmee' })]) {
      expect((await deliver(mail)).attachments).toEqual([]);
    }
  });
});
