import type { Concern } from '../../functions/_shared/claimed-mail.ts';
import { deliver } from './support/deliver';
import { reminderMail, settings } from './support/rows';

const at = '2026-11-22T02:00:00Z';
const requests: Concern = { kind: 'requests', count: 3, oldestAt: '2026-11-20T09:05:00Z' };
const mails: Concern = { kind: 'mails', count: 1, lastError: '535 5.7.8' };
const backup: Concern = { kind: 'backup', failure: 'full', failedSince: at, lastAt: null };

const sentenceFor = async (concern: Concern) => {
  const { text = '' } = await deliver(reminderMail(concern));
  return /^- (.*)$/m.exec(text)?.[1];
};

test('the reminder lists the concerns, the most urgent first, and links to the owner’s space', async () => {
  const mail = await deliver(reminderMail(requests, mails, backup));
  expect(mail.subject).toBe('À faire sur votre site\u00a0: 3 points');
  expect(mail.recipients).toEqual([settings.to]);
  expect(mail.text).toContain(
    [
      'À faire\u00a0:',
      '- 3 demandes à traiter depuis plus d’un jour, la plus ancienne reçue le 20/11/2026 10:05.',
      '- 1 e-mail n’a pas pu partir et n’est plus essayé. Les demandes restent dans votre espace.',
      '- La sauvegarde échoue depuis le 22/11/2026 03:00\u00a0: le disque est plein.',
      '',
      'Ouvrir votre espace\u00a0: https://exemple.fr/espace',
    ].join('\n'),
  );
  expect(mail.text).toContain('prévenez la personne qui héberge votre site');
  expect(mail.html).toContain('href="https://exemple.fr/espace"');
  expect(mail.text).not.toContain('npx');
});

test('a reminder about requests only does not mention the host, and uses the singular for one', async () => {
  const { subject, text } = await deliver(reminderMail({ ...requests, count: 1 }));
  expect(subject).toBe('À faire sur votre site\u00a0: 1 point');
  expect(text).toContain('- 1 demande à traiter depuis plus d’un jour, reçue le 20/11/2026 10:05.');
  expect(text).not.toContain('héberge');
});

test.each<[Concern, string]>([
  [
    { ...backup, failure: 'refused' },
    'La sauvegarde échoue depuis le 22/11/2026 03:00\u00a0: le dossier des sauvegardes ne peut pas être écrit.',
  ],
  [{ ...backup, failure: null, failedSince: null, lastAt: at }, 'La dernière sauvegarde date du 22/11/2026 03:00.'],
  [{ ...backup, failure: null, failedSince: null }, 'Aucune sauvegarde n’a encore été faite.'],
  [
    { kind: 'disk', host: 'atelier', folder: '/var/lib/site', freeBytes: 420_000_000 },
    'Il reste 0,4\u00a0Go libres sur un disque du serveur atelier.',
  ],
  [
    { kind: 'part', remote: 'booking', release: '1.0.0-a', lastAt: at },
    'Une partie du site a échoué chez plusieurs visiteurs en un jour\u00a0: la réservation (la dernière fois le 22/11/2026 03:00).',
  ],
  [
    { kind: 'part', remote: 'avis', release: '1.0.0-a', lastAt: at },
    'Une partie du site a échoué chez plusieurs visiteurs en un jour\u00a0: avis (la dernière fois le 22/11/2026 03:00).',
  ],
  [
    { ...mails, count: 2 },
    '2 e-mails n’ont pas pu partir et ne sont plus essayés. Les demandes restent dans votre espace.',
  ],
])('%j is described in one sentence', async (concern, sentence) => {
  expect(await sentenceFor(concern)).toBe(sentence);
});

test('the reminder names the information that a public site lacks', async () => {
  const gaps = ['votre adresse e-mail', 'son numéro SIREN'];
  const { text } = await deliver(reminderMail({ kind: 'site', gaps }));
  expect(text).toContain('- Le site est visible de tous, et il y manque 2 informations.');
  expect(text).toContain('Il manque\u00a0:\n- votre adresse e-mail\n- son numéro SIREN\n');
});

test('the reminder describes where the owner’s space is when the site’s address is unknown', async () => {
  const { text } = await deliver(reminderMail(requests), { ...settings, origin: '' });
  expect(text).toContain('l’adresse de votre site, suivie de /espace.');
});
