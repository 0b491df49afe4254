/** @jest-environment node */

import { fakeHost } from '@site/shared-ui/testing';
import { confirmedMessage, historyText } from './request-history';

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
      'Annulée par le visiteur, alors que confirmée\u00a0: lun. 7\u00a0déc., contrat signé le vendredi 20 novembre 2026\u00a0: c’est une rétractation, sans frais. Rendez toute somme reçue sous quatorze jours (Code de la consommation, L221-18 et L221-24).',
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
    ['seen', null, 'Annulation vue'],
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
      'Jour annulé par le visiteur\u00a0: lun. 7\u00a0déc.',
    ],
    [
      'visitor_wanted',
      { daysWanted: 'all' },
      'Nombre de journées précisé par le visiteur\u00a0: une journée à chacune de ces dates',
    ],
    ['convention_signed', ['2026-12-07'], 'Convention ou contrat signé\u00a0: lun. 7\u00a0déc.'],
    ['convention_signed_undone', null, 'Retiré\u00a0: convention ou contrat signé'],
    ['paper_sent', { paper: 'emargement', on: '2026-12-07' }, 'Feuille d’émargement envoyée'],
    ['paper_signed_undone', { paper: 'devis', on: null }, 'Retiré\u00a0: devis signé'],
    ['paper_sent', null, 'Document envoyé'],
    ['noted', null, 'Note modifiée'],
    ['receipt_refused', null, 'Accusé de réception non remis\u00a0: cette adresse e-mail n’existe pas'],
    ['of-a-later-release', 5, 'of-a-later-release'],
  ])('the history says of %s with %j: %s', (action, detail, text) => {
    expect(historyText({ action, detail })).toBe(text);
  });
});

describe('tell', () => {
  const { site } = fakeHost();
  const TODAY = '2026-11-22';
  const camille = { name: 'Camille Roy', isAgefice: false };
  const day = [
    { from: '09:00', to: '12:30', text: 'Matin.' },
    { from: '13:30', to: '17:30', text: 'Après-midi.' },
  ];

  test('the message names the confirmed day with its hours and the tool, and is signed by the trainer', () => {
    const facts = {
      ...site,
      product: 'Journée',
      day,
      videoTool: 'Visio',
      trainer: { name: 'Ada Martin', path: 'Formatrice.' },
    };
    expect(confirmedMessage(facts, { ...camille, confirmedDates: ['2026-12-07'] }, TODAY)).toEqual({
      subject: 'Votre journée est confirmée – Journée',
      text: 'Bonjour Camille Roy,\n\nVotre journée de formation est confirmée\u00a0: lundi 7 décembre 2026 (de 9\u00a0h à 17\u00a0h\u00a030, heure de Paris, à distance avec Visio).\n\nÀ bientôt,\nAda Martin',
    });
  });

  test('without a timetable the message names the length of the day, and several days are a list', () => {
    const facts = { ...site, product: 'Journée', day: undefined, videoTool: undefined, trainer: undefined };
    expect(confirmedMessage(facts, { ...camille, confirmedDates: ['2026-12-07', '2026-12-08'] }, TODAY)).toEqual({
      subject: 'Vos journées sont confirmées – Journée',
      text: 'Bonjour Camille Roy,\n\nVos journées de formation sont confirmées (chacune 8\u00a0heures de formation, à distance)\u00a0:\n–\u00a0lundi 7 décembre 2026\n–\u00a0mardi 8 décembre 2026\n\nÀ bientôt,\nJournée',
    });
  });

  test.each([
    [
      ['2026-12-01', '2026-12-22', '2027-01-05'],
      [
        'et ce délai est passé pour le mardi 1er décembre 2026\u00a0: le fonds peut refuser. Dites-nous si vous gardez cette date',
        'au plus tard le lundi 7 décembre 2026 pour le mardi 22 décembre 2026. Les étapes',
      ],
    ],
    [
      ['2026-12-01', '2026-12-02'],
      [
        'pour le mardi 1er décembre 2026 et le mercredi 2 décembre 2026\u00a0: le fonds peut refuser. Dites-nous si vous gardez ces dates',
      ],
    ],
  ])('of several days, %j, the message names each with what is true of its file', (confirmedDates, sentences) => {
    const { text } = confirmedMessage(site, { ...camille, isAgefice: true, confirmedDates }, TODAY);
    for (const sentence of sentences) expect(text).toContain(sentence);
  });

  test.each([
    ['2026-12-07', 'Pour l’AGEFICE, le dossier complet se dépose au plus tard le dimanche 22 novembre 2026.'],
    [
      '2026-12-06',
      'Pour l’AGEFICE, le dossier complet se dépose au moins 15\u00a0jours avant la journée, et ce délai est passé',
    ],
  ])('who wants the money of AGEFICE reads of %s: %s', (date, sentence) => {
    const { text } = confirmedMessage(site, { ...camille, isAgefice: true, confirmedDates: [date] }, TODAY);
    expect(text).toContain(`\n\n${sentence}`);
  });
});
