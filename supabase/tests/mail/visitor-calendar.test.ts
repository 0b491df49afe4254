import ICAL from 'ical.js';
import type { VisitorMail } from '../../functions/_shared/claimed-mail.ts';
import { readCalendar } from '../support/read-calendar';
import { deliver } from './support/deliver';
import { facts, settings, visitorMail } from './support/rows';

const OWNER = settings.to;
const VISITOR = 'camille.durand@exemple.org';

/** The attachments as calendar programs read them. */
async function filesOf(mail: VisitorMail, sender = settings) {
  const { attachments } = await deliver(mail, sender);
  return attachments.map(({ content, filename }) => {
    const components = new ICAL.Component(ICAL.parse(String(content))).getAllSubcomponents('vevent');
    return {
      filename,
      ...readCalendar(String(content)),
      people: components.map((event) => ({
        organizer: event.getFirstPropertyValue('organizer'),
        guests: event.getAllProperties('attendee').map((guest) => String(guest.getFirstValue()).toLowerCase()),
      })),
    };
  });
}

test('requested days are published as tentative entries, which calendars do not add by themselves', async () => {
  const [file, ...others] = await filesOf(visitorMail('receipt'));
  expect(others).toEqual([]);
  expect(file).toMatchObject({ filename: 'dates-demandees.ics', method: 'PUBLISH' });
  expect(file?.entries).toMatchObject(
    ['2026-11-23', '2026-12-01'].map((day) => ({
      uid: `abcdef-${day}`,
      start: day,
      status: 'TENTATIVE',
      sequence: 3,
      alarms: [],
    })),
  );
  expect(file?.people).toEqual(Array(2).fill({ organizer: `mailto:${OWNER}`, guests: [] }));
});

test('a confirmation invites to each of its days, with its hours and the video call, and cancels those that it replaces', async () => {
  const mail = visitorMail('confirmation', { days: ['2026-12-01'], withdrawn: ['2026-11-23'], sequence: 4 });
  const people = [{ organizer: `mailto:${OWNER}`, guests: [`mailto:${VISITOR}`] }];
  const confirmed = { uid: 'abcdef-2026-12-01', status: 'CONFIRMED', sequence: 4, alarms: [24 * 60, 30] };
  const times = { start: '2026-12-01T08:00:00.000Z', end: '2026-12-01T16:30:00.000Z' };
  const call = { location: facts.videoLink, url: facts.videoLink };
  expect(await filesOf(mail, { ...settings, facts })).toMatchObject([
    {
      filename: 'formation-2026-12-01.ics',
      method: 'REQUEST',
      entries: [{ ...confirmed, ...times, ...call }],
      people,
    },
    {
      filename: 'annulation-2026-11-23.ics',
      method: 'CANCEL',
      entries: [{ uid: 'abcdef-2026-11-23', status: 'CANCELLED', sequence: 4 }],
      people,
    },
  ]);
});

test('a cancellation cancels every calendar entry under its original identifier', async () => {
  const mail = visitorMail('cancellation', { withdrawn: ['2026-11-23', '2026-12-01'], sequence: 5 });
  expect((await filesOf(mail)).map(({ method, entries: [entry] }) => [method, entry?.uid, entry?.sequence])).toEqual([
    ['CANCEL', 'abcdef-2026-11-23', 5],
    ['CANCEL', 'abcdef-2026-12-01', 5],
  ]);
});
