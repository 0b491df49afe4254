import { formatFrenchDate } from '@site/contract/french-dates';
import { addDays, todayInParis } from '@site/contract/today';
import type { CodeMail } from '../../functions/_shared/claimed-mail.ts';
import type { Concern } from '../../functions/_shared/concern.ts';
import { writeMail } from '../../functions/_shared/mail/write-mail.ts';
import {
  codeMail,
  concernsMail,
  deliver,
  digestMail,
  digestRequest,
  heldRetention,
  settings,
  welcomeMail,
} from './support/rows';

describe('code', () => {
  test('the mail with a sign-in code goes to the owner who is signing in, with its two groups of digits, its expiry and a note on unrequested codes', async () => {
    const mail = await deliver(codeMail());
    expect(mail.recipients).toEqual(['camille.martin@exemple.fr']);
    expect(mail.subject).toBe('Votre code\u00a0: 0421 3756');
    expect(mail.text).toContain('\n0421 3756\n');
    expect(mail.text).toContain('valable dix minutes et ne sert qu’une fois');
    expect(mail.text).toContain('Si vous n’avez pas demandé ce code, ignorez ce message');
    expect(mail.html).toContain('>0421 3756<');
    expect(`${mail.text}${mail.html}`).not.toContain('nonce');
  });

  test('a mail is not sent when the backend has not filled in its code', async () => {
    const unrevealed: CodeMail = codeMail({ code: null });
    await expect(deliver(unrevealed)).rejects.toThrow('only the backend that made it can send it');
  });
});

describe('welcome', () => {
  test('a new owner is told where the space is, and the first steps', async () => {
    const { subject, recipients, text, html } = await deliver(welcomeMail);
    expect({ subject, recipients }).toEqual({
      subject: 'Votre espace est prêt\u00a0: Journée Automatisation',
      recipients: ['nouvelle@exemple.fr'],
    });
    expect(text).toContain('\nOuvrir mon espace\u00a0: https://exemple.fr/espace\n');
    expect(text?.match(/^- /gm)).toHaveLength(3);
    expect(html).toContain('href="https://exemple.fr/espace"');
  });
});

describe('digests', () => {
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
        '  Journées souhaitées\u00a0: à préciser',
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
    expect(writeMail(digestMail(requests.map(digestRequest)), settings).subject).toBe(subject);
  });

  test('a digest of one unflagged request mentions neither further nor flagged requests', async () => {
    const { text = '' } = await deliver(digestMail());
    expect(text).toContain(`\n1 demande de réservation depuis le ${SINCE} (heure de Paris).\n`);
    expect(text).toContain('\nLa demande\u00a0:\n');
    expect(text).not.toMatch(/À vérifier|autres demandes/);
  });
});

describe('concerns', () => {
  const at = '2026-11-22T02:00:00Z';
  const requests = {
    kind: 'requests',
    isUrgent: false,
    count: 3,
    oldestAt: '2026-11-20T09:05:00Z',
    name: null,
  } as const;
  const mails: Concern = { kind: 'mails', isUrgent: false, count: 1, lastError: '535 5.7.8' };
  const backup: Concern = { kind: 'backup', isUrgent: false, failure: 'full', failedSince: at, lastAt: null };

  const part: Concern = {
    kind: 'part',
    isUrgent: true,
    remote: 'booking',
    release: '1.0.0-a',
    count: 30,
    pages: 240,
    lastAt: at,
  };
  const unsent: Concern = {
    kind: 'unsent',
    isUrgent: true,
    count: 6,
    oldestAt: at,
    lastError: '535 5.7.8 <Bad>\r\ncredentials',
  };

  const somebody = { isUrgent: false, request: 'f84c', name: 'Zoé Roy' } as const;
  const deadline = { ...somebody, kind: 'deadline', due: '2026-12-07' } as const;

  const DEPOSIT = { depositOn: '2026-12-12', depositCents: 5970 };
  const WITHDRAWN = {
    isContract: true,
    signedOn: '2026-11-02',
    withdrawalUntil: '2026-12-04',
    refundUntil: '2026-12-14',
  };

  const sentenceFor = async (concern: Concern) => {
    const { text = '' } = await deliver(concernsMail(concern));
    return /^- (.*?)(?: (?:Ouvrir le dossier|Lire les réponses|Ouvrir la demande|Noter les heures)\u00a0: \S+)?$/m.exec(
      text,
    )?.[1];
  };

  test('a wish is named, with what stands against it, and opens its request', async () => {
    const wish = {
      ...somebody,
      kind: 'wish',
      from: '2026-11-20',
      to: '2026-12-07',
      isLate: false,
      isTaken: false,
    } as const;
    const text = 'Zoé Roy demande le lundi 7 décembre 2026 à la place du vendredi 20 novembre 2026';
    expect(await sentenceFor(wish)).toBe(`${text}.`);
    expect(await sentenceFor({ ...wish, isLate: true, isTaken: true })).toBe(
      `${text} (trop tard\u00a0: la journée a eu lieu). Le lundi 7 décembre 2026 est déjà confirmé pour une autre demande.`,
    );
    const mail = await deliver(concernsMail(wish));
    expect(mail.subject).toBe('Souhait de Zoé Roy à traiter');
    expect(mail.text).toMatch(/ Ouvrir la demande.: https:\/\/exemple\.fr\/espace\?demande=f84c$/m);
  });

  test('the mail lists the concerns, the most urgent first, and links to the owner’s space', async () => {
    const mail = await deliver(concernsMail(requests, mails, backup));
    expect(mail.subject).toBe('À faire sur votre site\u00a0: 3 demandes à traiter (et 2 autres points)');
    expect(mail.recipients).toEqual([settings.to]);
    expect(mail.text).toContain(
      [
        'À faire\u00a0:',
        '- 3 demandes à traiter depuis plus d’un jour, la plus ancienne reçue le vendredi 20 novembre 2026 à 10\u00a0h\u00a005. Voir les demandes\u00a0: https://exemple.fr/espace?vue=demandes',
        '- 1 e-mail n’a pas pu partir et n’est plus essayé. Les demandes restent dans votre espace.',
        '- La sauvegarde échoue depuis le dimanche 22 novembre 2026 à 3\u00a0h\u00a0: le disque est plein.',
        '',
        'Ouvrir votre espace\u00a0: https://exemple.fr/espace',
      ].join('\n'),
    );
    expect(mail.text).toContain('prévenez la personne qui héberge votre site');
    expect(mail.html).toContain('href="https://exemple.fr/espace"');
    expect(mail.text).not.toContain('npx');
  });

  test('a mail about requests only does not mention the host, and uses the singular for one', async () => {
    const { subject, text } = await deliver(concernsMail({ ...requests, count: 1 }));
    expect(subject).toBe('À faire sur votre site\u00a0: 1 demande à traiter');
    expect(text).toContain(
      '- 1 demande à traiter depuis plus d’un jour, reçue le vendredi 20 novembre 2026 à 10\u00a0h\u00a005.',
    );
    expect(text).not.toContain('héberge');
  });

  test('a request that waits alone has its name in the subject and in its line', async () => {
    const { subject, text } = await deliver(concernsMail({ ...requests, count: 1, name: 'Élie Roy' }, backup));
    expect(subject).toBe('Demande d’Élie Roy à traiter (et 1 autre point)');
    expect(text).toContain(
      '- 1 demande à traiter depuis plus d’un jour, reçue d’Élie Roy le vendredi 20 novembre 2026 à 10\u00a0h\u00a005.',
    );
  });

  test.each<[string, Concern]>([
    [
      'La dernière sauvegarde date du dimanche 22 novembre 2026 à 3\u00a0h.',
      { ...backup, failure: null, failedSince: null, lastAt: at },
    ],
    ['Aucune sauvegarde n’a encore été faite.', { ...backup, failure: null, failedSince: null }],
    [
      'Il reste 0,4\u00a0Go libres sur un disque du serveur atelier.',
      { kind: 'disk', isUrgent: true, host: 'atelier', folder: '/var/lib/site', freeBytes: 420_000_000 },
    ],
    [
      'Une partie du site a échoué chez plusieurs visiteurs en un jour\u00a0: avis (1.0.0-a), 3 fois pour 1 page servie, la dernière le dimanche 22 novembre 2026 à 3\u00a0h.',
      { ...part, remote: 'avis', count: 3, pages: 1 },
    ],
    [
      '1 e-mail gardé après une restauration est peut-être déjà parti. Renvoyez-le depuis votre espace (Réglages) s’il le faut.',
      { ...mails, lastError: 'Gardé après une restauration\u00a0: il est peut-être déjà parti' },
    ],
    [
      'Après une restauration, le site n’a plus l’adresse de votre agenda personnel. Les jours qu’il fermait restent fermés\u00a0: connectez-le de nouveau, ou rouvrez-les.',
      { kind: 'calendar', isUrgent: false, since: null },
    ],
    [
      'Remboursement AGEFICE, Zoé Roy\u00a0: à demander au plus tard le jeudi 31 décembre 2026, quatre mois après la journée (délai publié en 2018\u00a0: à confirmer avec l’AGEFICE). Pièces à remettre au stagiaire\u00a0: feuille d’émargement, facture.',
      { ...deadline, step: 'reimbursement', due: '2026-12-31', papers: ['emargement', 'facture'] },
    ],
    [
      'Remboursement AGEFICE, Zoé Roy\u00a0: en retard, à demander au plus tard le jeudi 31 décembre 2026, quatre mois après la journée (délai publié en 2018\u00a0: à confirmer avec l’AGEFICE). S’il est demandé, notez-le dans le dossier\u202f; sinon, demandez à l’AGEFICE si elle l’accepte encore.',
      { ...deadline, step: 'reimbursement', due: '2026-12-31', isLate: true },
    ],
    [
      'Bilan pédagogique et financier\u00a0: celui de 2026 est en retard, à déposer au plus tard le vendredi 30 avril 2027 (Code du travail, L6352-11 et R6352-22\u202f; certaines campagnes vont jusqu’au 31\u00a0mai\u00a0: à confirmer avec votre comptable).',
      { ...deadline, step: 'report', due: '2027-04-30', isLate: true },
    ],
    [
      'Contrat pour Zoé Roy, signé\u00a0: l’acompte de 30\u00a0% peut être demandé à partir du lundi 7 décembre 2026. Dès qu’il est reçu, notez-le dans le dossier.',
      { ...deadline, step: 'payable' },
    ],
    [
      'Contrat pour Zoé Roy, signé\u00a0: un règlement est noté avant le lundi 7 décembre 2026, le premier jour que la loi permet (Code du travail, L6353-5 et L6353-6). Retirez cette note, ou rendez la somme.',
      { ...deadline, step: 'payable', news: ['early'] },
    ],
    [
      'Demande d’Inès Roy, AGEFICE\u00a0: dossier complet au plus tard le jeudi 3 février 2061.',
      { ...deadline, name: 'Inès Roy', step: 'funding', isAsked: true, due: '2061-02-03', days: ['2061-02-18'] },
    ],
    [
      'Convention pour Zoé Roy, journée du lundi 7 décembre 2026\u00a0: pas encore signée pour ce jour (Code du travail, L6353-1).',
      { ...deadline, step: 'signature', isContract: false },
    ],
    [
      'Contrat pour Zoé Roy, journée du lundi 7 décembre 2026\u00a0: pas encore signé pour ce jour. Aucun paiement avant la signature et la fin des dix jours qui la suivent (Code du travail, L6353-3 à L6353-6).',
      { ...deadline, step: 'signature', isContract: true },
    ],
    [
      'Convention pour Zoé Roy, journée du lundi 7 décembre 2026\u00a0: pas encore envoyée pour ce jour (Code du travail, L6353-1).',
      { ...deadline, step: 'signature', isContract: false, isUnsent: true },
    ],
    [
      'Convention ou contrat pour Zoé Roy, journée du lundi 7 décembre 2026\u00a0: pas encore envoyé pour ce jour (Code du travail, L6353-1 et L6353-3). Notez dans le dossier qui paie.',
      { ...deadline, step: 'signature', isUnsent: true },
    ],
    [
      'Convention pour Zoé Roy, journée du lundi 7 décembre 2026\u00a0: le jour a changé depuis la signature, à envoyer et à signer de nouveau (Code du travail, L6353-1).',
      { ...deadline, step: 'signature', isContract: false, isUnsent: true, news: ['moved'] },
    ],
    [
      'Convention pour Zoé Roy, journée du lundi 7 décembre 2026\u00a0: le prix a changé depuis la signature, à envoyer et à signer de nouveau (Code du travail, L6353-1).',
      { ...deadline, step: 'signature', isContract: false, isUnsent: true, news: ['repriced'] },
    ],
    [
      'Convention pour Zoé Roy, journée du lundi 7 décembre 2026\u00a0: le payeur a changé depuis la signature, à envoyer et à signer de nouveau (Code du travail, L6353-1).',
      { ...deadline, step: 'signature', isContract: false, isUnsent: true, news: ['payer'] },
    ],
    [
      'Zoé Roy, journée du lundi 7 décembre 2026\u00a0: notez les heures réellement suivies.',
      { ...deadline, step: 'kept' },
    ],
    [
      'Zoé Roy, journées du lundi 7 décembre 2026 et du mardi 8 décembre 2026\u00a0: notez les heures réellement suivies.',
      { ...deadline, step: 'kept', days: ['2026-12-07', '2026-12-08'] },
    ],
    [
      'Zoé Roy, journée du lundi 7 décembre 2026\u00a0: dossier complété par le stagiaire\u202f; questionnaire rempli\u202f; à envoyer\u00a0: certificat, facture\u202f; à noter comme signée\u00a0: feuille d’émargement.',
      { ...deadline, step: 'file', news: ['filled', 'answered'], papers: ['emargement', 'certificat', 'facture'] },
    ],
    [
      'Zoé Roy, journée du lundi 7 décembre 2026\u00a0: à envoyer\u00a0: certificat, facture (envoi en retard).',
      { ...deadline, step: 'file', news: [], papers: ['certificat', 'facture'], isLate: true },
    ],
    [
      'Zoé Roy, journées du lundi 7 décembre 2026 et du mardi 8 décembre 2026\u00a0: note basse\u00a0: répondez-lui, puis écrivez dans la note ce que vous en avez fait.',
      {
        ...deadline,
        step: 'file',
        due: '2026-12-08',
        days: ['2026-12-07', '2026-12-08'],
        news: ['answered', 'low', 'price'],
        papers: [],
      },
    ],
    [
      'Dossier AGEFICE pour Zoé Roy\u00a0: en retard, il devait être déposé complet au plus tard le dimanche 22 novembre 2026.',
      { ...deadline, step: 'funding', due: '2026-11-22', isLate: true },
    ],
    [
      'Demande de Zoé Roy, AGEFICE\u00a0: dossier complet au plus tard le lundi 7 décembre 2099.',
      { ...deadline, step: 'funding', due: '2099-12-07', days: ['2099-12-22'], isLate: false, isAsked: true },
    ],
    [
      'Demande de Zoé Roy, AGEFICE\u00a0: le dossier complet se dépose 15\u00a0jours au moins avant la journée. C’est trop tard pour le mardi 22 décembre 2020\u00a0: le fonds peut refuser.',
      { ...deadline, step: 'funding', due: '2020-12-07', days: ['2020-12-22'], isLate: true, isAsked: true },
    ],
    [
      'Convention pour Zoé Roy, journées du lundi 7 décembre 2026 et du mardi 8 décembre 2026\u00a0: pas encore signée pour ces jours (Code du travail, L6353-1).',
      { ...deadline, step: 'signature', isContract: false, days: ['2026-12-07', '2026-12-08'] },
    ],
    [
      'Dossier AGEFICE pour Zoé Roy\u00a0: en retard pour le lundi 7 décembre 2026\u202f; à déposer complet au plus tard le lundi 7 décembre 2026 pour le mardi 22 décembre 2026.',
      { ...deadline, step: 'funding', days: ['2026-12-07', '2026-12-22'], isLate: false },
    ],
    [
      'Facture de Zoé Roy, journée du lundi 30 novembre 2026\u00a0: en retard, à régler au plus tard le mercredi 30 décembre 2026. Si elle est réglée, notez-le dans le dossier\u202f; sinon, relancez cette personne.',
      { ...somebody, kind: 'invoice', due: '2026-12-30', days: ['2026-11-30'], isLate: true },
    ],
    [
      'Contrat signé pour Zoé Roy, journée du lundi 30 novembre 2026\u00a0: la formation ne peut pas avoir lieu dans les quatorze jours de rétractation tant que sa demande n’est pas cochée, et notée dans le dossier (Code de la consommation, L221-25).',
      { ...somebody, kind: 'express_request', days: ['2026-11-30'], isContract: true },
    ],
    [
      'Vous avez annulé la réservation de Zoé Roy, contrat signé le lundi 2 novembre 2026\u00a0: rendez ce qui a été payé pour les jours qui n’auront pas lieu, et écrivez à cette personne.',
      { ...somebody, kind: 'ended', isOwn: true, agreement: { isContract: true, signedOn: '2026-11-02' } },
    ],
    [
      'Vous avez annulé la journée du lundi 14 décembre 2026 de Zoé Roy, contrat signé le lundi 2 novembre 2026\u00a0: rendez ce qui a été payé pour les jours qui n’auront pas lieu, et écrivez à cette personne.',
      {
        ...somebody,
        kind: 'ended',
        isOwn: true,
        agreement: { isContract: true, signedOn: '2026-11-02' },
        days: ['2026-12-14'],
      },
    ],
    ...(
      [
        [
          'Aucune somme n’est notée comme reçue\u00a0: si vous en avez reçu une, rendez-la au plus tard le lundi 14 décembre 2026 (Code de la consommation, L221-18 et L221-24).',
          {},
        ],
        [
          'Aucune somme n’est notée comme reçue\u00a0: si vous en avez reçu une, elle était à rendre au plus tard le lundi 14 décembre 2026 (Code de la consommation, L221-24 et L242-4).',
          { isRefundLate: true },
        ],
        [
          'Acompte de 59,70\u00a0€ reçu le samedi 12 décembre 2026. À rendre\u00a0: 59,70\u00a0€, au plus tard le lundi 14 décembre 2026 (Code de la consommation, L221-18 et L221-24).',
          { ...DEPOSIT },
        ],
        [
          'Acompte de 59,70\u00a0€ reçu le samedi 12 décembre 2026. En retard, à rendre\u00a0: 59,70\u00a0€, au plus tard le lundi 14 décembre 2026 (Code de la consommation, L221-24 et L242-4).',
          { ...DEPOSIT, isRefundLate: true },
        ],
        [
          'Règlement reçu le samedi 12 décembre 2026. À rendre au plus tard le lundi 14 décembre 2026 (Code de la consommation, L221-18 et L221-24).',
          { ...DEPOSIT, paidOn: '2026-12-12' },
        ],
        [
          'Règlement de 199\u00a0€ reçu le samedi 12 décembre 2026. À rendre\u00a0: 199\u00a0€, au plus tard le lundi 14 décembre 2026 (Code de la consommation, L221-18 et L221-24).',
          { ...DEPOSIT, paidOn: '2026-12-12', paidCents: 19_900 },
        ],
      ] as const
    ).map(([sentence, more]): [string, Concern] => [
      `Zoé Roy a annulé sa réservation, contrat signé le lundi 2 novembre 2026\u00a0: c’est une rétractation, sans frais. ${sentence}`,
      { ...somebody, kind: 'ended', isOwn: false, agreement: { ...WITHDRAWN, ...more } },
    ]),
    ...(
      [
        [
          'Somme due\u00a0: 40,25\u00a0€. À rendre\u00a0: 19,45\u00a0€. Dès que c’est réglé, notez-le dans le dossier.',
          4025,
        ],
        [
          'Somme due\u00a0: 80\u00a0€. Reste dû\u00a0: 20,30\u00a0€. Dès que c’est réglé, notez-le dans le dossier.',
          8000,
        ],
        ['Somme due\u00a0: 59,70\u00a0€. Rien ne reste à régler ni à rendre.', 5970],
        ['À rendre\u00a0: 59,70\u00a0€. Dès que c’est réglé, notez-le dans le dossier.', 0],
        ['', undefined],
      ] as const
    ).map(([sentence, dueCents]): [string, Concern] => [
      `Zoé Roy a annulé sa réservation, contrat signé le lundi 2 novembre 2026\u00a0: écrivez-lui pour la suite. Acompte de 59,70\u00a0€ reçu le samedi 12 décembre 2026.${sentence && ` ${sentence}`}`,
      {
        ...somebody,
        kind: 'ended',
        isOwn: false,
        agreement: { isContract: true, signedOn: '2026-11-02', ...DEPOSIT },
        ...(dueCents !== undefined && { dueCents }),
      },
    ]),
    [
      'Vous avez annulé la réservation de Zoé Roy, contrat signé le lundi 2 novembre 2026\u00a0: rendez ce qui a été payé pour les jours qui n’auront pas lieu, et écrivez à cette personne. Règlement de 199\u00a0€ reçu le samedi 12 décembre 2026. Somme due\u00a0: 99,50\u00a0€. À rendre\u00a0: 99,50\u00a0€. Dès que c’est réglé, notez-le dans le dossier.',
      {
        ...somebody,
        kind: 'ended',
        isOwn: true,
        agreement: { isContract: true, signedOn: '2026-11-02', paidOn: '2026-12-12', paidCents: 19_900 },
        dueCents: 9_950,
      },
    ],
    [
      'Zoé Roy a annulé la journée du lundi 30 novembre 2026, contrat signé le lundi 2 novembre 2026\u00a0: écrivez-lui pour la suite. Acompte de 59,70\u00a0€ reçu le samedi 12 décembre 2026.',
      {
        ...somebody,
        kind: 'ended',
        isOwn: false,
        days: ['2026-11-30'],
        agreement: { isContract: true, signedOn: '2026-11-02', isPart: true, ...DEPOSIT },
      },
    ],
    [
      'Facture de Zoé Roy, journée du lundi 30 novembre 2026\u00a0: pas encore notée comme réglée. Dès qu’elle est réglée, notez-le dans le dossier.',
      { ...somebody, kind: 'invoice', due: null, days: ['2026-11-30'] },
    ],
    [
      'Bilan pédagogique et financier\u00a0: celui de 2026 est à déposer au plus tard le vendredi 30 avril 2027 (Code du travail, L6352-11 et R6352-22\u202f; certaines campagnes vont jusqu’au 31\u00a0mai\u00a0: à confirmer avec votre comptable).',
      { kind: 'deadline', isUrgent: false, step: 'report', request: null, name: null, due: '2027-04-30' },
    ],
  ])('what is to do or wrong is told as « %s »', async (sentence, concern) => {
    expect(await sentenceFor(concern)).toBe(sentence);
  });

  test('the mail names the information that a public site lacks', async () => {
    const gaps = ['votre adresse e-mail', 'son numéro SIREN'];
    const { text } = await deliver(concernsMail({ kind: 'site', isUrgent: false, gaps }));
    expect(text).toContain('- Le site reste un brouillon, que chacun peut voir\u00a0: il y manque 2 informations.');
    expect(text).toContain('Il manque\u00a0:\n- votre adresse e-mail\n- son numéro SIREN\n');
  });

  test.each([
    [
      'reimbursement',
      'Remboursement AGEFICE de Zoé Roy à demander au plus tard le ',
      'Ouvrir le dossier',
      '&dossier=journee&champ=reimbursementAskedOn',
      {},
    ],
    ['kept', 'Heures de Zoé Roy à noter', 'Noter les heures', '&dossier=journee&champ=kept', {}],
    ['file', 'Dossier de Zoé Roy à suivre avant le ', 'Ouvrir le dossier', '&dossier=journee', {}],
    [
      'file',
      'Dossier de Zoé Roy à suivre avant le ',
      'Lire les réponses',
      '&dossier=journee&champ=questionnaire',
      { news: ['low'] },
    ],
    [
      'file',
      'Dossier de Zoé Roy à suivre avant le ',
      'Ouvrir le dossier',
      '&dossier=journee&champ=followedCents',
      { news: ['price'] },
    ],
    ['signature', 'Convention ou contrat de Zoé Roy à signer avant le ', 'Ouvrir le dossier', '&dossier=journee', {}],
    [
      'funding',
      'Demande AGEFICE de Zoé Roy à confirmer au plus tard le ',
      'Ouvrir la demande',
      '',
      { days: ['2099-12-22'], isAsked: true },
    ],
  ] as const)('what is to do for somebody (%s) leads to its place', async (step, about, link, field, more) => {
    const { subject, text, html } = await deliver(
      concernsMail({ ...deadline, step, ...more }, { ...deadline, step: 'funding', due: '2099-12-22' }),
    );
    const address = 'https://exemple.fr/espace?demande=f84c';
    const day = about.endsWith(' ') ? formatFrenchDate(deadline.due) : '';
    expect(subject).toBe(`${about}${day} (et 1 autre point)`);
    expect(text).toMatch(/^- .*Zoé Roy.*\n- Dossier AGEFICE pour Zoé Roy.*$/m);
    expect(text).toContain(` ${link}\u00a0: ${address}${field}\n- Dossier`);
    expect(html).toContain(`href="${(address + field).replaceAll('&', '&amp;')}"`);
  });

  const invoice = { kind: 'invoice', isUrgent: false, days: ['2026-10-12'], due: '2026-11-12', isLate: true } as const;
  const people = ['Zoé Roy', 'Léo Petit', 'محمد'].map((name, place) => ({ name, request: `f84${place}` }));
  const papers = ['certificat', 'attestation', 'emargement'] as const;
  const files = people.map(
    (one, place) => ({ ...deadline, ...one, step: 'file', due: `2026-11-1${place}`, papers }) as const,
  );

  test('the mail says once what is the same for three people, with the way to each, and late money before papers', async () => {
    const { subject, text, html } = await deliver(
      concernsMail(mails, ...files, ...people.map((one) => ({ ...invoice, ...one }) as const), {
        ...deadline,
        step: 'report',
        due: '2099-04-30',
      }),
    );
    const file = 'Ouvrir le dossier\u00a0: https://exemple.fr/espace?demande=f84';
    expect(text).toContain(
      [
        'Factures en retard, dues depuis\u00a0:',
        `- Zoé Roy, jeudi 12 novembre 2026. ${file}0&dossier=journee&champ=paid`,
        `- Léo Petit, jeudi 12 novembre 2026. ${file}1&dossier=journee&champ=paid`,
        `- \u2068محمد\u2069, jeudi 12 novembre 2026. ${file}2&dossier=journee&champ=paid`,
        '',
        'Aussi à faire\u00a0:',
        '- 1 e-mail n’a pas pu partir et n’est plus essayé. Les demandes restent dans votre espace.',
        '- Bilan pédagogique et financier\u00a0: celui de 2098 est à déposer au plus tard le jeudi 30 avril 2099 (Code du travail, L6352-11 et R6352-22\u202f; certaines campagnes vont jusqu’au 31\u00a0mai\u00a0: à confirmer avec votre comptable). Ouvrir le dossier\u00a0: https://exemple.fr/espace?demande=f84c&dossier=journee',
        '',
        'À envoyer\u00a0: certificat, attestation\u202f; à noter comme signée\u00a0: feuille d’émargement\u00a0:',
        `- Zoé Roy, mardi 10 novembre 2026. ${file}0&dossier=journee`,
        `- Léo Petit, mercredi 11 novembre 2026. ${file}1&dossier=journee`,
        `- \u2068محمد\u2069, jeudi 12 novembre 2026. ${file}2&dossier=journee`,
        '',
        'Ouvrir votre espace',
      ].join('\n'),
    );
    expect(html).toContain('<span dir="auto">محمد</span>, jeudi 12 novembre 2026. <a');
    expect(subject).toBe('Facture en retard de Zoé Roy et de 2 autres (et 5 autres points)');
  });

  test('bad marks of several people, and several requests with AGEFICE, are said once, with the days that are too late', async () => {
    const low = { ...deadline, step: 'file', due: '2020-01-05', news: ['low'] } as const;
    const asked = { ...deadline, step: 'funding', isAsked: true, isLate: false, due: '2099-12-07' } as const;
    const days = ['2020-12-22', '2099-12-22'];
    const { text } = await deliver(
      concernsMail({ ...low, name: 'Zoé' }, { ...low, name: 'Léo' }, { ...asked, name: 'Max', days }, asked),
    );
    expect(text).toMatch(
      /^Note basse au questionnaire\s:\n- Zoé, .*\n- Léo, .*\n\nDemandes avec AGEFICE, dossier à déposer \(échéance\)\s:\n- Max, lundi 7 décembre 2099 \(trop tard pour le mardi 22 décembre 2020\)\. .*\n- Zoé Roy, lundi 7 décembre 2099\. /m,
    );
  });

  test('the subject says what presses most and for whom, and counts what the list leaves out', async () => {
    const late = people.map((one) => ({ ...invoice, ...one }) as const);
    const { subject } = await deliver(concernsMail(...files, ...late, { kind: 'more', isUrgent: false, count: 4 }));
    expect(subject).toBe('Facture en retard de Zoé Roy et de 2 autres (et 7 autres points)');
    const again = await deliver(concernsMail(...late.slice(0, 2), ...files));
    expect(again.subject).toBe('Facture en retard de Zoé Roy et d’une autre personne (et 3 autres points)');
    expect((await deliver(concernsMail(...files))).subject).toBe('Papiers de Zoé Roy et de 2 autres à suivre');
  });

  test('today and tomorrow, late money, requests, a bad mark and the week, hours, papers, dates to come and the others follow each other', async () => {
    const today = todayInParis();
    const told = (name: string, more: object) => ({ ...deadline, name, ...more }) as Concern;
    const { subject, text = '' } = await deliver(
      concernsMail(
        { kind: 'more', isUrgent: false, count: 4 },
        told('Coming', { step: 'signature', due: '2099-01-05' }),
        told('Papers', { step: 'file', due: '2020-01-05', papers: ['certificat'] }),
        told('Marked', { step: 'file', due: '2020-01-05', news: ['answered', 'low', 'price'], papers: ['facture'] }),
        told('Hours', { step: 'kept', due: '2020-01-05' }),
        told('Missed', { step: 'signature', due: '2020-01-05' }),
        { ...invoice, name: 'Unpaid', request: 'f84a' },
        told('Week', { step: 'reimbursement', due: addDays(today, 7) }),
        told('Early', { step: 'payable', due: '2099-01-05', news: ['early'] }),
        requests,
        told('Tomorrow', { step: 'file', due: addDays(today, 2), days: [addDays(today, 1), addDays(today, 2)] }),
        told('Today', { step: 'funding', due: today }),
      ),
    );
    expect(subject).toBe('Aujourd’hui\u00a0: dossier AGEFICE de Today à déposer (et 16 autres points)');
    const names = /Coming|Papers|Marked|Hours|Missed|Unpaid|Week|Early|3 demandes|Tomorrow|Today|4 autres dates/g;
    expect(text.match(names)).toEqual([
      'Today',
      'Tomorrow',
      'Missed',
      'Unpaid',
      '3 demandes',
      'Marked',
      'Week',
      'Early',
      'Hours',
      'Papers',
      'Marked',
      'Coming',
      '4 autres dates',
    ]);
  });

  const [TODAY, TOMORROW] = [todayInParis(), addDays(todayInParis(), 1)];
  const DAY_ENDS = { none: {}, over: { hours: { from: '00:00', to: '00:00' } } };
  test.each<[when: keyof typeof DAY_ENDS, what: Partial<Concern>, subject: string, sentence: string]>([
    [
      'none',
      { step: 'signature', isContract: false },
      'Aujourd’hui\u00a0: convention de Zoé Roy à signer',
      'pas encore signée pour ce jour (',
    ],
    [
      'over',
      { step: 'signature', isContract: false },
      'Convention de Zoé Roy non signée, journée passée',
      'pas encore signée, journée passée (',
    ],
    [
      'over',
      { step: 'signature', isContract: true, isUnsent: true },
      'Contrat de Zoé Roy non signé, journée passée',
      'pas encore envoyé, journée passée. ',
    ],
    [
      'over',
      { step: 'signature' },
      'Convention ou contrat de Zoé Roy non signé, journée passée',
      'pas encore signé, journée passée (',
    ],
    [
      'over',
      { step: 'signature', days: [TODAY, TOMORROW] },
      'Convention ou contrat de Zoé Roy non signé, journée passée',
      'pas encore signé, première journée passée (',
    ],
    ['none', { step: 'file', papers: ['convocation'] }, 'Aujourd’hui\u00a0: papiers de Zoé Roy à suivre', 'à envoyer'],
    ['over', { step: 'file', papers: ['certificat'] }, 'Papiers de Zoé Roy à suivre', 'à envoyer'],
    ['over', { step: 'funding' }, 'Aujourd’hui\u00a0: dossier AGEFICE de Zoé Roy à déposer', 'au plus tard'],
  ])('with the hours of today %s, a mail says of %j: %s', async (when, what, subject, sentence) => {
    const told = { ...deadline, due: TODAY, ...what } as Concern;
    const mail = await deliver(concernsMail(told), { ...settings, facts: DAY_ENDS[when] });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(sentence);
  });

  test('the subject names a calendar that is not read', async () => {
    const { subject } = await deliver(concernsMail({ kind: 'calendar', isUrgent: false, since: at }));
    expect(subject).toBe('À faire sur votre site\u00a0: votre agenda personnel n’est plus lu');
  });

  test.each<[Concern, string]>([
    [unsent, '6 mails non envoyés'],
    [part, '30 incidents en 24\u00a0heures'],
    [{ kind: 'disk', isUrgent: true, host: 'atelier', folder: '/', freeBytes: 1 }, 'un disque presque plein'],
    [heldRetention, 'suppression suspendue, 7 demandes sur 8'],
  ])('the subject of an urgent mail says that it is an alert, and what presses most', async (first, what) => {
    expect((await deliver(concernsMail(first))).subject).toBe(`Alerte\u00a0: ${what}`);
    expect((await deliver(concernsMail(first, mails))).subject).toBe(`Alerte\u00a0: ${what} (et 1 autre point)`);
  });

  test('a mail about unsent mails says the cause in French, and does not quote the mail server', async () => {
    const mail = await deliver(concernsMail(unsent));
    expect(mail.names).not.toContain('reply-to');
    expect(mail.text).toContain(
      '- 6 e-mails ne partent pas. En attente depuis le dimanche 22 novembre 2026 à 3\u00a0h.',
    );
    expect(mail.text).toContain('Cause\u00a0: le serveur d’e-mails refuse l’identifiant ou le mot de passe\n');
    expect(`${mail.text} ${mail.html}`).not.toContain('credentials');
  });

  test('a mail about a held retention run has the number of requests, the reason and how to continue', async () => {
    const { text } = await deliver(concernsMail(heldRetention));
    expect(text).toContain('- La suppression automatique de 7 demandes sur 8 attend votre confirmation.');
    expect(text).toContain('plus d’un dixième');
    expect(text).not.toContain('pnpm');
    expect(text).toContain('dans votre espace (Réglages)');
    expect(text).toContain('elle reprend d’elle-même le samedi 28 novembre 2026 à 9\u00a0h\u00a005');
    expect(text).toContain('corrigez-les\u00a0: la suppression automatique reprend d’elle-même');
  });

  test('a mail about a run held because of the clock names the last run, if any', async () => {
    const held = { ...heldRetention, reason: 'clock', lastRunAt: at } as const;
    expect((await deliver(concernsMail(held))).text).toContain(
      'depuis plus d’un mois (la dernière fois le dimanche 22 novembre 2026 à 3\u00a0h)\u00a0: ',
    );
    expect((await deliver(concernsMail({ ...held, lastRunAt: null }))).text).toContain('depuis plus d’un mois\u00a0: ');
  });

  const watch: Concern = {
    kind: 'watch',
    isUrgent: true,
    outcome: 'returned',
    because: 'failures',
    remote: 'booking',
    release: '1.0.0-b',
    previous: '1.0.0-a',
    served: 34,
    live: 30,
    reporters: 2,
    at,
  };

  test.each<[Concern, string]>([
    [
      watch,
      'Nouvelle version\u00a0: la réservation (1.0.0-b). Une panne a été signalée par 2 visiteurs sur 34. Le site est revenu de lui-même à la version précédente (1.0.0-a) le dimanche 22 novembre 2026 à 3\u00a0h.',
    ],
    [
      { ...watch, because: 'silence', served: 6, live: 0, reporters: 0 },
      'Nouvelle version\u00a0: la réservation (1.0.0-b). La page n’a démarré chez aucun des 6 visiteurs. Le site est revenu de lui-même à la version précédente (1.0.0-a) le dimanche 22 novembre 2026 à 3\u00a0h.',
    ],
    [
      { ...watch, because: 'silence', served: 13, live: 2, reporters: 0 },
      'Nouvelle version\u00a0: la réservation (1.0.0-b). La page n’a démarré que chez 2 des 13 visiteurs. Le site est revenu de lui-même à la version précédente (1.0.0-a) le dimanche 22 novembre 2026 à 3\u00a0h.',
    ],
    [
      { ...watch, reporters: 0 },
      'Nouvelle version\u00a0: la réservation (1.0.0-b). Une autre partie du même changement a échoué. Le site est revenu de lui-même à la version précédente (1.0.0-a) le dimanche 22 novembre 2026 à 3\u00a0h.',
    ],
    [
      { ...watch, outcome: 'not-returned', remote: 'avis' },
      'Nouvelle version\u00a0: avis (1.0.0-b). Une panne a été signalée par 2 visiteurs sur 34. Le site n’a pas pu revenir de lui-même à la version précédente.',
    ],
    [
      { ...watch, outcome: 'unattributed', because: null },
      'Depuis la nouvelle version\u00a0: la réservation (1.0.0-b), des pages échouent sans que la cause soit connue. Rien n’a été changé.',
    ],
    [
      { ...watch, outcome: 'ambiguous', because: null, remote: 'shell' },
      'Des pages ne démarrent plus depuis deux changements à la fois, dont\u00a0: le cadre du site (1.0.0-b). Rien n’a été changé.',
    ],
    [
      { ...watch, outcome: 'visits', because: null },
      'La visite automatique du site a échoué avec\u00a0: la réservation (1.0.0-b). Rien n’a été changé.',
    ],
  ])('a watched activation is told by what visitors saw and what was done (%#)', async (concern, sentence) => {
    expect(await sentenceFor(concern)).toBe(sentence);
  });

  test('the mail about a release that went back says what the owner can do', async () => {
    const { subject, text } = await deliver(concernsMail(watch));
    expect(subject).toBe('Alerte\u00a0: une version a été retirée');
    expect(text).toContain('aucune demande n’est perdue');
    expect(text).toContain('«\u00a0Reprendre les mises à jour\u00a0»');
  });
});
