import { composeMail } from '../../functions/_shared/mail/compose-mail.ts';
import { deliver } from './support/deliver';
import { digestMail, digestRequest, settings } from './support/rows';

const SINCE = '21/11/2026 23:05';

test('a digest lists requests with names, days and contact details, and links to the rest', async () => {
  const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-12-01'];
  const mail = await deliver(
    digestMail(
      [
        digestRequest({ kind: 'contact', dates: [], flagged: true, isAgefice: true }),
        digestRequest({ name: 'Élodie Petit', phone: null, dates: days }),
        digestRequest({ kind: 'dates', dates: [] }),
      ],
      31,
    ),
  );
  expect(mail).toMatchObject({ subject: `34 demandes depuis le ${SINCE}, dont 1 à vérifier`, attachments: [] });
  expect(mail.replyTo).toBeUndefined();
  expect(mail.text).toMatch(/^Récapitulatif des demandes\n\n1 message et 33 demandes de réservation depuis le /);
  expect(mail.text).toContain('À vérifier\u00a0: 1 demande est arrivée pendant un afflux inhabituel de demandes.');
  expect(mail.text).toContain(
    [
      'Les 3 premières\u00a0:',
      '',
      '- À vérifier – Message\u00a0: Camille Durand',
      `  Reçu le\u00a0: ${SINCE}`,
      '  E-mail\u00a0: camille.durand@exemple.org',
      '  Téléphone\u00a0: 06 12 34 56 78',
      '  Financement\u00a0: AGEFICE demandé',
      '',
      '- Réservation\u00a0: Élodie Petit',
      `  Reçu le\u00a0: ${SINCE}`,
      '  Dates demandées\u00a0: lundi 23 novembre 2026, mardi 24 novembre 2026, mercredi 25 novembre 2026, jeudi 26 novembre 2026 et 2 autres dates',
      '  E-mail\u00a0: camille.durand@exemple.org',
      '',
      '- Dates ajoutées\u00a0: Camille Durand',
      `  Reçu le\u00a0: ${SINCE}`,
      '  Dates demandées\u00a0: aucune pour le moment',
      '  E-mail\u00a0: camille.durand@exemple.org',
      '  Téléphone\u00a0: 06 12 34 56 78',
      '',
      '31 autres demandes ne sont pas citées ici.',
      '',
      'Voir les demandes\u00a0: https://exemple.fr/espace',
    ].join('\n'),
  );
  expect(mail.html).toContain('href="mailto:camille.durand@exemple.org"');
  expect(mail.html).toContain('href="tel:+33612345678"');
});

test.each([
  [[{}], `1 demande, reçue le ${SINCE}`],
  [[{ flagged: true }], `1 demande à vérifier, reçue le ${SINCE}`],
  [[{}, {}], `2 demandes depuis le ${SINCE}`],
  [[{ flagged: true }, { flagged: true }], `2 demandes à vérifier depuis le ${SINCE}`],
  [[{ flagged: true }, {}], `2 demandes depuis le ${SINCE}, dont 1 à vérifier`],
])('the subject of a digest of %j counts its requests', (requests, subject) => {
  expect(composeMail(digestMail(requests.map(digestRequest)), settings).subject).toBe(subject);
});

test('a digest of one unflagged request mentions neither further nor flagged requests', async () => {
  const { text = '' } = await deliver(digestMail());
  expect(text).toContain(`\n1 demande de réservation depuis le ${SINCE} (heure de Paris).\n`);
  expect(text).toContain('\nLa demande\u00a0:\n');
  expect(text).not.toMatch(/À vérifier|autres demandes/);
});
