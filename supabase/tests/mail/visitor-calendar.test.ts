import ICAL from 'ical.js';
import { createTransport } from 'nodemailer';
import type { CalendarEntry, VisitorMail } from '../../functions/_shared/claimed-mail.ts';
import { composeMail } from '../../functions/_shared/mail/compose-mail.ts';
import { readCalendar } from '../support/read-calendar';
import { deliver } from './support/deliver';
import { facts, reservationMail, settings, visitorMail } from './support/rows';

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
  const call = { location: facts.videoLink, url: facts.videoLink };
  const { uid, sequence } = request;
  expect(await invitationOf(visitorMail('confirmation', { entry: request }), { ...settings, facts })).toMatchObject({
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
    entries: [{ uid, sequence, status: 'CANCELLED', alarms: [], url: null }],
    ...people,
  });
});

test.each([request, cancel])(
  'a $method is an alternative of the text, where mail programs look for it',
  async (entry) => {
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(composeMail(visitorMail('calendar', { entry }), settings));
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
  },
);

test('requested days are in no mail as entries, which nobody would withdraw', async () => {
  for (const mail of [visitorMail('receipt'), reservationMail(), reservationMail({ status: 'confirmee' })]) {
    expect((await deliver(mail)).attachments).toEqual([]);
  }
});
