import ICAL from 'ical.js';
import type { VisitorMail } from '../../functions/_shared/claimed-mail.ts';
import { composeMail } from '../../functions/_shared/compose-mail.ts';
import { deliver } from './support/deliver';
import { settings, visitorMail } from './support/rows';

const OWNER = settings.to;
const VISITOR = 'camille.durand@exemple.org';

/** Reads each attachment as a calendar program does. */
async function entriesOf(mail: VisitorMail) {
  const { attachments } = await deliver(mail);
  return attachments.map(({ content, filename }) => {
    const calendar = new ICAL.Component(ICAL.parse(String(content)));
    const events = calendar.getAllSubcomponents('vevent').map((event) => ({
      uid: event.getFirstPropertyValue('uid'),
      day: String(event.getFirstPropertyValue('dtstart')),
      status: event.getFirstPropertyValue('status'),
      sequence: event.getFirstPropertyValue('sequence'),
      organizer: event.getFirstPropertyValue('organizer'),
      guests: event.getAllProperties('attendee').map((guest) => String(guest.getFirstValue()).toLowerCase()),
    }));
    return { filename, method: calendar.getFirstPropertyValue('method'), events };
  });
}

test('a receipt goes to the visitor only, repeats the days, and has the owner as reply address', async () => {
  const mail = await deliver(visitorMail('receipt'));
  expect(mail).toMatchObject({
    from: { address: 'site@exemple.fr' },
    to: [{ address: VISITOR }],
    recipients: [VISITOR],
    replyTo: [{ name: 'Journée Automatisation', address: OWNER }],
    subject: 'Votre demande est bien arrivée',
  });
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  expect(mail.text).toBe(
    [
      'Votre demande est bien arrivée',
      '',
      'Nous avons bien reçu votre demande et vous répondrons dès que possible.',
      '',
      'Ces dates ne sont pas encore confirmées\u00a0: rien n’est réservé avant notre réponse.',
      '',
      'Dates demandées\u00a0:',
      '- lundi 23 novembre 2026',
      '- mardi 1er décembre 2026',
      '',
      'Reçu le\u00a0: 21/11/2026 23:05 (heure de Paris)',
      'Financement\u00a0: sans financement particulier',
      '',
      `Une question, un changement\u00a0? Répondez à ce mail, ou écrivez à ${OWNER}.`,
      '',
      'Envoyé par le site Journée Automatisation (https://exemple.fr).',
      '',
      'Vous n’avez rien demandé\u00a0? Votre adresse a sans doute été saisie par erreur\u00a0: répondez-nous, et nous l’effacerons.',
      '',
    ].join('\n'),
  );
});

test('the receipt of a message mentions no dates', async () => {
  const mail = await deliver(visitorMail('receipt', { request: 'contact', days: [], isAgefice: true }));
  expect(mail).toMatchObject({ subject: 'Votre message est bien arrivé', attachments: [] });
  expect(mail.text).toContain('Financement\u00a0: avec financement AGEFICE\n');
  expect(mail.text).not.toMatch(/[Dd]ate/);
});

test('requested days are published as tentative entries, which calendars do not add by themselves', async () => {
  const [file, ...others] = await entriesOf(visitorMail('receipt'));
  expect(others).toEqual([]);
  expect(file).toMatchObject({ filename: 'dates-demandees.ics', method: 'PUBLISH' });
  expect(file?.events).toEqual(
    ['2026-11-23', '2026-12-01'].map((day) => ({
      uid: `abcdef-${day}`,
      day,
      status: 'TENTATIVE',
      sequence: 3,
      organizer: `mailto:${OWNER}`,
      guests: [],
    })),
  );
});

test('a confirmation invites to each of its days, and cancels the days that it replaces', async () => {
  const mail = visitorMail('confirmation', { days: ['2026-12-01'], withdrawn: ['2026-11-23'], sequence: 4 });
  const both = { sequence: 4, organizer: `mailto:${OWNER}`, guests: [`mailto:${VISITOR}`] };
  expect(await entriesOf(mail)).toEqual([
    {
      filename: 'formation-2026-12-01.ics',
      method: 'REQUEST',
      events: [{ uid: 'abcdef-2026-12-01', day: '2026-12-01', status: 'CONFIRMED', ...both }],
    },
    {
      filename: 'annulation-2026-11-23.ics',
      method: 'CANCEL',
      events: [{ uid: 'abcdef-2026-11-23', day: '2026-11-23', status: 'CANCELLED', ...both }],
    },
  ]);
  const { subject, text } = await deliver(mail);
  expect(subject).toBe('Votre journée est confirmée');
  expect(text).toContain('\nDates confirmées\u00a0:\n- mardi 1er décembre 2026\n\n');
  expect(text).toContain('\nCe mail remplace ce que nous vous avions confirmé auparavant.\n');
});

test('a confirmation of some of the days states that the others are not booked', async () => {
  const { text } = await deliver(visitorMail('confirmation', { hasOtherDays: true }));
  expect(text).toContain('\nLes autres dates que vous aviez demandées ne sont pas réservées.\n');
  expect((await deliver(visitorMail('confirmation'))).text).not.toContain('autres dates');
});

test('a cancellation cancels every calendar entry under its original identifier', async () => {
  const mail = visitorMail('cancellation', { withdrawn: ['2026-11-23', '2026-12-01'], sequence: 5 });
  expect((await entriesOf(mail)).map(({ method, events }) => [method, events[0]?.uid, events[0]?.sequence])).toEqual([
    ['CANCEL', 'abcdef-2026-11-23', 5],
    ['CANCEL', 'abcdef-2026-12-01', 5],
  ]);
  expect((await deliver(mail)).subject).toBe('Votre réservation est annulée');
});

test.each(['a@exemple.fr, b@exemple.fr', 'a@exemple.fr\r\nBcc: b@exemple.fr', '<a@exemple.fr>', 'é@exemple.fr', ''])(
  'no mail goes to %j, which is not one address',
  (email) => {
    expect(() => composeMail(visitorMail('receipt', { email }), settings)).toThrow(
      'The address of a mail to a visitor',
    );
  },
);

test('the same row gives the same mail, whose HTML links only to the owner’s address and the site', () => {
  for (const kind of ['receipt', 'confirmation', 'cancellation'] as const) {
    const mail = composeMail(visitorMail(kind), settings);
    expect(composeMail(visitorMail(kind), settings)).toEqual(mail);
    expect([...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      `mailto:${OWNER}`,
      'https://exemple.fr',
    ]);
  }
});
