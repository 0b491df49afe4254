/** @jest-environment node */

import { FUNDING_DOCUMENTS } from '@site/contract/funding-days';
import { fakeHost } from '@site/shared-ui/testing';
import { cancelledMessage, confirmedMessage, historyText, mailName } from './request-history';

describe('request history', () => {
  const DAYS = ['2026-12-07', '2026-12-08'];

  test.each([
    ['confirmed', DAYS, 'Confirmée\u00a0: lun. 7\u00a0déc., mar. 8\u00a0déc.'],
    [
      'changed_day',
      { from: '2026-12-07', to: '2027-01-01' },
      'Jour changé\u00a0: lun. 7\u00a0déc. remplacé par ven. 1er\u00a0janv.',
    ],
    ['told', { channel: 'sms', days: DAYS.slice(0, 1) }, 'Prévenue par SMS\u00a0: lun. 7\u00a0déc.'],
    ['told', { channel: 'whatsapp', days: DAYS.slice(0, 1) }, 'Prévenue par WhatsApp\u00a0: lun. 7\u00a0déc.'],
    ['confirmed', [], 'Confirmée'],
    ['visitor_cancelled', { confirmed: [] }, 'Annulée par le visiteur'],
    [
      'visitor_cancelled',
      { confirmed: DAYS.slice(0, 1) },
      'Annulée par le visiteur, alors que confirmée\u00a0: lun. 7\u00a0déc.',
    ],
    [
      'visitor_cancelled',
      { confirmed: DAYS.slice(0, 1), agreement: { isContract: false, signedOn: '2026-11-20' } },
      'Annulée par le visiteur, alors que confirmée\u00a0: lun. 7\u00a0déc., convention signée le vendredi 20 novembre 2026',
    ],
    [
      'visitor_cancelled',
      {
        confirmed: DAYS.slice(0, 1),
        agreement: { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04' },
      },
      'Annulée par le visiteur, alors que confirmée\u00a0: lun. 7\u00a0déc., contrat signé le vendredi 20 novembre 2026\u00a0: c’est une rétractation, sans frais.',
    ],
    [
      'visitor_gave_up',
      {
        day: '2026-12-07',
        wasConfirmed: true,
        agreement: { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04' },
      },
      'Jour annulé par le visiteur, alors que confirmé\u00a0: lun. 7\u00a0déc., contrat signé le vendredi 20 novembre 2026',
    ],
    ['cancelled', { reason: 'Malade.' }, 'Annulée\u00a0: «\u202fMalade.\u202f»'],
    ['called_off', { days: DAYS.slice(0, 1) }, 'Journée annulée\u00a0: lun. 7\u00a0déc.'],
    [
      'called_off',
      { days: DAYS, reason: 'Malade.' },
      'Journées à venir annulées (lun. 7\u00a0déc., mar. 8\u00a0déc.)\u00a0: «\u202fMalade.\u202f»',
    ],
    ['seen', null, 'Annulation traitée'],
    [
      'visitor_asked',
      { from: '2026-12-07', to: '2026-12-08' },
      'Autre jour demandé par le visiteur\u00a0: mar. 8\u00a0déc., à la place du lun. 7\u00a0déc.',
    ],
    [
      'visitor_gave_up',
      { day: '2026-12-07', wasConfirmed: true },
      'Jour annulé par le visiteur, alors que confirmé\u00a0: lun. 7\u00a0déc.',
    ],
    [
      'visitor_gave_up',
      { day: '2026-12-07', wasConfirmed: false },
      'Souhait retiré par le visiteur\u00a0: lun. 7\u00a0déc.',
    ],
    ['deposit', { days: DAYS.slice(0, 1), cents: 5970 }, 'Acompte reçu (59,70\u00a0€)\u00a0: lun. 7\u00a0déc.'],
    ['refunded', { days: DAYS.slice(0, 1) }, 'Somme rendue\u00a0: lun. 7\u00a0déc.'],
    ['reopened', DAYS.slice(0, 1), 'Rouverte\u00a0: lun. 7\u00a0déc.'],
    [
      'visitor_wanted',
      { daysWanted: 'all' },
      'Nombre de journées précisé par le visiteur\u00a0: une journée à chacune de ces dates',
    ],
    ['convention_signed', ['2026-12-07'], 'Convention ou contrat signé\u00a0: lun. 7\u00a0déc.'],
    ['convention_signed_undone', null, 'Retiré\u00a0: convention ou contrat signé'],
    ['convention_sent', { days: DAYS.slice(0, 1), isContract: true }, 'Contrat envoyé\u00a0: lun. 7\u00a0déc.'],
    ['convention_signed', { days: DAYS.slice(0, 1), isContract: false }, 'Convention signée\u00a0: lun. 7\u00a0déc.'],
    ['convention_sent_undone', { isContract: false }, 'Retiré\u00a0: convention envoyée'],
    ['paper_sent', { paper: 'emargement', on: '2026-12-07' }, 'Feuille d’émargement envoyée\u00a0: lun. 7\u00a0déc.'],
    [
      'wish_refused',
      { from: '2026-12-07', to: '2026-12-08' },
      'Autre jour refusé\u00a0: mar. 8\u00a0déc., à la place du lun. 7\u00a0déc.',
    ],
    [
      'wish_refused',
      { from: '2026-12-07', to: '2026-12-08', isLate: true },
      'Autre jour refusé\u00a0: mar. 8\u00a0déc., à la place du lun. 7\u00a0déc. (trop tard\u00a0: la journée a eu lieu)',
    ],
    ['cancelled', { days: DAYS.slice(0, 1) }, 'Annulée\u00a0: lun. 7\u00a0déc.'],
    [
      'reopened',
      { days: [...DAYS, '2026-12-10'], wishes: [{ from: '2026-12-07', to: '2026-12-08' }] },
      'Rouverte\u00a0: jeu. 10\u00a0déc., mar. 8\u00a0déc., à la place du lun. 7\u00a0déc.',
    ],
    ['paper_signed_undone', { paper: 'devis', on: null }, 'Retiré\u00a0: devis signé'],
    ['paper_sent', null, 'Document envoyé'],
    ['noted', null, 'Note modifiée'],
    ['receipt_refused', null, 'Accusé de réception non remis\u00a0: cette adresse e-mail n’existe pas'],
    ['of-a-later-release', 5, 'of-a-later-release'],
  ])('the history says of %s with %j: %s', (action, detail, text) => {
    expect(historyText({ action, detail })).toBe(text);
  });

  const ENTRY = { kind: 'calendar', sentAt: null, failedAt: null, day: '2026-12-07' };
  test.each([
    [ENTRY, 'Entrée d’agenda, au visiteur (lun. 7\u00a0déc.)'],
    [{ ...ENTRY, isRemoval: true }, 'Entrée d’agenda retirée, au visiteur (lun. 7\u00a0déc.)'],
    [{ kind: 'receipt', sentAt: null, failedAt: null }, 'Accusé de réception, au visiteur'],
  ])('a mail has the one day that it is about in its name: %j', (mail, name) => {
    expect(mailName(mail)).toBe(name);
  });
});

describe('tell', () => {
  const { site } = fakeHost();
  const TODAY = new Date('2026-11-22T12:00:00+01:00');
  const camille = {
    name: 'Camille Roy',
    isAgefice: false,
    changes: { moved: [], withdrawn: [] },
    declined: [],
    history: [],
    tellsVisitor: false,
    followUp: {},
    price: { dayCents: 19_900, priceCents: null },
    videoLink: null,
    calledOffDays: null,
  };
  const signed = { agreement: { isContract: false, signedOn: '2026-11-20' } };
  const day = [
    { from: '09:00', to: '12:30', text: 'Matin.' },
    { from: '13:30', to: '17:30', text: 'Après-midi.' },
  ];

  test('once the hours of a day are over, the message names the other one alone, at the price of both', () => {
    const request = { ...camille, confirmedDates: ['2026-11-22', '2026-12-07'] };
    const { text } = confirmedMessage({ ...site, day }, request, new Date('2026-11-22T17:30:00+01:00'));
    expect(text).toContain('Votre journée de formation est confirmée\u00a0: lundi 7 décembre 2026 ');
    expect(text).toContain(
      'Tarif\u00a0: 398\u00a0€\u00a0TTC pour 2\u00a0journées, y compris votre journée du dimanche 22 novembre 2026, déjà passée\n',
    );
  });

  test('the message names the confirmed day with its hours and the tool, and is signed by the trainer', () => {
    const facts = {
      ...site,
      product: 'Journée',
      phone: '0639980000',
      day,
      videoTool: 'Visio',
      trainer: { name: 'Ada Martin', path: 'Formatrice.' },
    };
    const person = { ...camille, tellsVisitor: true, videoLink: 'https://visio.example/salle' };
    expect(confirmedMessage(facts, { ...person, confirmedDates: ['2026-12-07'] }, TODAY)).toEqual({
      subject: 'Votre journée est confirmée – Journée',
      text: 'Bonjour Camille Roy,\n\nVotre journée de formation est confirmée\u00a0: lundi 7 décembre 2026 (de 9\u00a0h à 17\u00a0h\u00a030, heure de Paris, à distance avec Visio).\n\nVisio\u00a0: https://visio.example/salle\nTéléphone\u00a0: 06\u00a039\u00a098\u00a000\u00a000\nTarif\u00a0: 199\u00a0€\u00a0TTC la journée\n\nVous recevez la convention ou le contrat de formation. Votre signature rend la réservation définitive, sous réserve, s’il s’applique, du délai de rétractation.\n\nPour préparer ce document, vous pouvez compléter votre dossier avec «\u202fGérer ma demande\u202f», dans nos e-mails. C’est facultatif.\n\nÀ bientôt,\nAda Martin',
    });
  });

  test.each([
    ['has the link of its form in a mail', {}, true],
    ['gets no mail', { tellsVisitor: false }, false],
    ['has no form, as the owner entered the request', 'entered', false],
    ['has filled in the file', 'visitor_filled', false],
    ['has a file that the owner keeps', 'filed', false],
    ['has the agreement', { followUp: { convention_sent: '2026-11-21' } }, false],
  ])('the message asks a person to complete the file who %s', (_, known, isAsked) => {
    const item = { at: '2026-11-20T14:31:00Z', who: null, detail: null };
    const history = typeof known === 'string' ? [{ ...item, action: known }] : [];
    const request = { ...camille, tellsVisitor: true, history, ...(typeof known === 'object' && known) };
    const { text } = confirmedMessage(site, { ...request, confirmedDates: ['2026-12-07'] }, TODAY);
    expect(text.includes('compléter votre dossier')).toBe(isAsked);
  });

  test('without a timetable the message names the length of the day, and several days are a list', () => {
    const facts = { ...site, product: 'Journée', phone: '', day: undefined, videoTool: undefined, trainer: undefined };
    expect(
      confirmedMessage(facts, { ...camille, ...signed, confirmedDates: ['2026-12-07', '2026-12-08'] }, TODAY),
    ).toEqual({
      subject: 'Vos journées sont confirmées – Journée',
      text: 'Bonjour Camille Roy,\n\nVos journées de formation sont confirmées (chacune 8\u00a0heures de formation, à distance)\u00a0:\n–\u00a0lundi 7 décembre 2026\n–\u00a0mardi 8 décembre 2026\n\nVisio\u00a0: le lien suit, avec la convocation\nTarif\u00a0: 398\u00a0€\u00a0TTC pour 2\u00a0journées\n\nÀ bientôt,\nJournée',
    });
  });

  test.each([
    [
      { moved: [{ from: '2026-12-04', to: '2026-12-07' }], withdrawn: ['2026-12-04'] },
      'Votre journée change de date',
      'Votre journée passe du vendredi 4 au lundi 7 décembre 2026 (',
    ],
    [
      { moved: [], asked: [{ from: '2026-12-04', to: '2026-12-07' }], withdrawn: [] },
      'Votre journée est confirmée',
      'Vous aviez demandé le vendredi 4 décembre 2026\u202f; votre journée est confirmée pour le lundi 7 décembre 2026 (',
    ],
    [
      { moved: [], withdrawn: ['2026-12-04'] },
      'Une journée est annulée',
      'Nous avons annulé votre journée du vendredi 4 décembre 2026, qui n’est plus réservée. Nous en sommes désolés.',
    ],
  ])('the message begins with what has changed, as the mail does: %j', (changes, title, beginning) => {
    const { subject, text } = confirmedMessage(site, { ...camille, changes, confirmedDates: ['2026-12-07'] }, TODAY);
    expect(subject).toBe(`${title} – Atelier Relance`);
    expect(text.split('\n\n')[1]).toMatch(new RegExp(`^${beginning.replace('(', '\\(')}`));
  });

  test('of several days, those that have moved come before the list of all', () => {
    const changes = { moved: [{ from: '2026-12-04', to: '2026-12-07' }], withdrawn: ['2026-12-04', '2026-12-09'] };
    const { text } = confirmedMessage(
      site,
      { ...camille, changes, confirmedDates: ['2026-12-07', '2026-12-08'] },
      TODAY,
    );
    expect(text.split('\n\n').slice(1, 4)).toEqual([
      'Une de vos journées passe du vendredi 4 au lundi 7 décembre 2026.',
      expect.stringMatching(/^Vos journées de formation sont confirmées /),
      expect.stringContaining('mercredi 9 décembre 2026'),
    ]);
  });

  test('the message says of a day that the owner has dropped what becomes of the money, and which days are not kept', () => {
    const changes = { moved: [], withdrawn: ['2026-12-08'] };
    const request = { ...camille, changes, declined: ['2026-12-09'], confirmedDates: ['2026-12-07'] };
    const partsOf = (more: object) =>
      confirmedMessage(site, { ...request, ...signed, ...more }, TODAY)
        .text.split('\n\n')
        .slice(1, 6);
    expect(partsOf({ calledOffDays: ['2026-12-08'] })).toEqual([
      'Nous avons annulé votre journée du mardi 8 décembre 2026, qui n’est plus réservée. Nous en sommes désolés.',
      'Votre convention signée le vendredi 20 novembre 2026 ne vaut plus pour ce jour\u00a0: toute somme versée pour ce jour vous est rendue (Code du travail, L6354-1).',
      'Pour une autre date, répondez à ce message, ou envoyez une nouvelle demande sur notre site.',
      expect.stringMatching(/^Votre journée de formation reste confirmée\u00a0: lundi 7 décembre 2026 /),
      'Vous aviez aussi demandé le mercredi 9 décembre 2026\u00a0: ce jour n’est pas réservé.',
    ]);
    expect(partsOf({ calledOffDays: [] }).join()).not.toContain('toute somme');
  });

  test('the message about a refused wish says that the signed agreement stays valid, unless another one is to be signed', () => {
    const refused = [{ from: '2026-12-07', to: '2026-12-08' }];
    const request = {
      ...camille,
      ...signed,
      confirmedDates: ['2026-12-07'],
      changes: { moved: [], withdrawn: [], refused },
    };
    const stays = '\n\nVotre convention signée le vendredi 20 novembre 2026 reste valable.\n\n';
    expect(confirmedMessage(site, request, TODAY).text).toContain(stays);
    for (const changes of [{ newAgreement: 'price' as const }, { changes: { moved: [], withdrawn: [] } }])
      expect(confirmedMessage(site, { ...request, ...changes }, TODAY).text).not.toContain('reste valable');
  });

  test('where no other day is to come, the message is only about the day that the owner has dropped', () => {
    const changes = { moved: [], withdrawn: ['2026-12-08'] };
    const declined = ['2026-12-09'];
    const request = { ...camille, isAgefice: true, tellsVisitor: true, changes, declined, confirmedDates: [] };
    const { subject, text } = confirmedMessage(site, request, TODAY);
    expect(subject).toBe('Une journée est annulée – Atelier Relance');
    expect(text.split('\n\n')).toEqual([
      'Bonjour Camille Roy,',
      'Nous avons annulé votre journée du mardi 8 décembre 2026, qui n’est plus réservée. Nous en sommes désolés.',
      'Pour une autre date, répondez à ce message, ou envoyez une nouvelle demande sur notre site.',
      'Vous aviez aussi demandé le mercredi 9 décembre 2026\u00a0: ce jour n’est pas réservé.',
      'À bientôt,\nAtelier Relance',
    ]);
  });

  test('the message about a cancellation has the owner’s words, the refund, and what to do next', () => {
    const agreement = { ...signed.agreement, isContract: true };
    const cancelled = { name: 'Camille Roy', wereConfirmed: true, agreement };
    const { subject, text } = cancelledMessage(site, { ...cancelled, days: ['2026-12-07'], reason: 'Malade.' });
    expect(subject).toBe('Annulation – Atelier Relance');
    expect(text.split('\n\n')).toEqual([
      'Bonjour Camille Roy,',
      'Nous avons annulé votre journée du lundi 7 décembre 2026, qui n’est plus réservée. Nous en sommes désolés.',
      'Malade.',
      'Votre contrat signé le vendredi 20 novembre 2026 prend fin\u00a0: toute somme versée pour ce jour vous est rendue (Code du travail, L6354-1).',
      'Pour une autre date, répondez à ce message, ou envoyez une nouvelle demande sur notre site.',
      'À bientôt,\nAtelier Relance',
    ]);
    const asked = { name: 'Camille Roy', wereConfirmed: false, ...signed, days: ['2026-12-07', '2026-12-08'] };
    expect(cancelledMessage(site, asked).text).toContain(
      'Votre convention signée le vendredi 20 novembre 2026 prend fin\u00a0: toute somme versée pour les jours annulés',
    );
    const owed = { isContract: true, signedOn: '2026-11-20', cents: 5970 };
    expect(cancelledMessage(site, { ...cancelled, agreement: null, owed, days: ['2026-12-07'] }).text).toMatch(
      /\n\nVotre contrat signé le vendredi 20 novembre 2026 a pris fin.: 59,70.€ restent à vous rendre\.\n\n/,
    );
    expect(cancelledMessage(site, { ...asked, agreement: null }).text).toContain(
      'Nous avons annulé votre demande pour les dates ci-dessous\u00a0: rien n’est réservé.\n–\u00a0lundi 7 décembre 2026\n–\u00a0mardi 8 décembre 2026\n\nPour',
    );
    const refused = cancelledMessage(site, { ...asked, days: ['2026-12-08'], isPart: true });
    expect(refused.subject).toBe('Cette date n’est pas possible – Atelier Relance');
    expect(refused.text).toContain(
      'Camille Roy,\n\nLe mardi 8 décembre 2026 n’est pas possible.\n\nPour une autre date',
    );
    const late = [{ from: '2026-12-01', to: '2026-12-08' }];
    const tooLate = cancelledMessage(site, { ...asked, days: ['2026-12-08'], isPart: true, late });
    expect(tooLate.subject).toBe('Cette date n’est pas possible – Atelier Relance');
    expect(tooLate.text.split('\n\n')).toEqual([
      'Bonjour Camille Roy,',
      'Vous aviez demandé le mardi 8 décembre 2026 à la place du mardi 1er décembre 2026. C’est trop tard\u00a0: la journée a eu lieu.',
      'À bientôt,\nAtelier Relance',
    ]);
    const both = cancelledMessage(site, { ...asked, days: ['2026-12-08', '2026-12-09'], isPart: true, late });
    expect(both.text).toContain('la journée a eu lieu.\n\nLe mercredi 9 décembre 2026 n’est pas possible.\n\nPour une');
  });

  test.each([
    [false, 'others', 'Vous recevez une nouvelle convention de formation à signer, avec votre nouvelle date.'],
    [true, 'fewer', 'Vous recevez un nouveau contrat de formation à signer, pour le jour qui reste.'],
    [false, 'kind', 'Vous recevez une nouvelle convention de formation à signer, par le nouveau payeur.'],
    [null, null, 'À bientôt,\nAtelier Relance'],
  ] as const)('the message announces the agreement that follows, as the mail does: %s %s', (isContract, next, part) => {
    const request = { ...camille, ...signed, isContract, newAgreement: next, confirmedDates: ['2026-12-07'] };
    expect(confirmedMessage(site, request, TODAY).text.split('\n\n')[3]).toBe(part);
  });

  test.each([
    [{ traineeStatus: 'portage' }, true, true],
    [{ traineeStatus: 'independent' }, true, false],
    [{ isFundingAwaited: false }, false, false],
  ])('the message leaves out of the steps of AGEFICE what the mail leaves out: %j', (known, hasSteps, hasPortage) => {
    const asked = { ...camille, isAgefice: true, isFundingAwaited: true };
    const request = { ...asked, confirmedDates: ['2027-01-04'], ...known };
    const { text } = confirmedMessage(site, request, TODAY);
    expect([text.includes('Votre dossier AGEFICE'), text.includes('En portage salarial')]).toEqual([
      hasSteps,
      hasPortage,
    ]);
  });

  test.each([
    [{ isAgefice: true, isFundingAwaited: true }, 'AGEFICE demandé'],
    [{ isAgefice: true, isFundingAwaited: false }, 'AGEFICE demandé'],
    [{ isAgefice: true, isFundingAwaited: false, isFundingDropped: true }, 'sans financement AGEFICE'],
    [{ isAgefice: false, isFundingAwaited: true }, 'AGEFICE demandé'],
    [{ isAgefice: false, isFundingAwaited: false }, undefined],
  ])('the message says of the money of AGEFICE what the mail has in its row: %j %s', (known, words) => {
    const { text } = confirmedMessage(site, { ...camille, confirmedDates: ['2027-01-04'], ...known }, TODAY);
    expect(/^Financement\u00a0: (.*)$/m.exec(text)?.[1]).toBe(words);
    expect(text.includes('Votre dossier AGEFICE')).toBe(known.isFundingAwaited);
  });

  test('who wants the money of AGEFICE reads the same steps as in the mail, and is asked to answer no mail', () => {
    const messageOf = (facts: Partial<typeof site>, ...confirmedDates: string[]) =>
      confirmedMessage(
        { ...site, ...facts },
        { ...camille, isAgefice: true, isFundingAwaited: true, confirmedDates },
        TODAY,
      ).text;
    const text = messageOf({}, '2026-12-01', '2026-12-07');
    expect(text.split('\n\n')[4]?.split('\n')).toEqual([
      'Votre dossier AGEFICE\u00a0:',
      expect.stringMatching(/ pour le mardi 1er décembre 2026\u00a0: appelez-nous ou répondez à ce message avant/),
      '–\u00a0Faites d’abord la pré-inscription, puis les étapes dans l’ordre\u00a0: https://atelier-relance.example/agefice',
      `–\u00a0Envoyez à ${site.email} ${FUNDING_DOCUMENTS}`,
      expect.stringContaining('donc au plus tard le dimanche 22 novembre 2026 pour le lundi 7 décembre 2026'),
      expect.stringContaining('En portage salarial'),
    ]);
    expect(messageOf({ preRegistrationUrl: '', origin: '' }, '2026-12-07')).toContain(
      'D’abord la pré-inscription\u00a0: répondez à ce message, et nous vous disons comment la faire. Suivez ensuite les étapes dans l’ordre.',
    );
  });
});
