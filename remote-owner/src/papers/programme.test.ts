/** @jest-environment node */

import type { DayFile } from '@site/contract/day-papers';
import {
  CONSUMER,
  DAY,
  data,
  NEXT_DAY,
  plainOf,
  request,
  site,
  siteWith,
  twoDays,
} from '../../tests/support/paper-data';
import { WRITE } from './all-papers';
import { changedSince } from './fingerprint';

describe('the programme', () => {
  test('the programme for somebody whom the day was not made for does not say that it is for others', () => {
    const audience = (status: DayFile['status']) => plainOf(WRITE.programme(data({ status })));
    for (const status of ['independent', null] as const)
      expect(audience(status)).toContain('["Public","Agents immobiliers indépendants et mandataires"]');
    expect(audience('individual')).toContain(
      '["Public","Agents immobiliers indépendants et mandataires, et toute personne ayant les prérequis"]',
    );
  });

  test.each(['programme', 'convention'] as const)(
    'a %s of two days has what the file says of the second one, which one day has not, and tells its change',
    (name) => {
      const nextDays = 'Jour 2 : relances des mandats\nBilan';
      const paper = (changes: Partial<DayFile>, confirmedDates = twoDays.confirmedDates) =>
        WRITE[name](data(changes, { request: { ...request, confirmedDates } }));
      expect(plainOf(paper({ nextDays: 'Jour 2 : relances des mandats' }))).toContain(
        name === 'programme'
          ? '[["mardi 8 décembre 2026","Relances des mandats","8 h"]]'
          : '"items":["Jour 2 : relances des mandats"]',
      );
      const words = plainOf(paper({ nextDays }));
      expect(words).toMatch(/"Déroulé du jour 1.*"Contenu du jour suivant, aux mêmes horaires/);
      expect(words).toContain('"items":["Jour 2 : relances des mandats","Bilan"]');
      expect(words).not.toMatch(/Même déroulé|jours suivants/);
      const three = plainOf(paper({ nextDays }, [...twoDays.confirmedDates, '2026-12-09']));
      expect(three).toContain('"Contenu des jours suivants, aux mêmes horaires');
      expect(three).not.toContain('jour suivant,');
      expect(plainOf(paper({ nextDays }, [DAY]))).toBe(plainOf(paper({}, [DAY])));
      expect([...changedSince(paper({}).fingerprint, paper({ nextDays }).fingerprint)]).toEqual(['site']);
    },
  );

  test('the convocation and the programme have the pause, and the convocation the link as it is', () => {
    const convocation = plainOf(WRITE.convocation(data()));
    expect(convocation).toContain('de 9 h à 12 h 30 et de 13 h 30 à 18 h, heure de Paris');
    expect(plainOf(WRITE.programme(data()))).toContain('["12 h 30 – 13 h 30","Pause","1 h"]');
    expect(convocation).toContain('"Lien de connexion","https://visio.example/e-mail"');
  });

  test('whoever enrols reads the internal rules in the programme', () => {
    expect(plainOf(WRITE.programme(data()))).toContain(
      '["Règlement intérieur","https://atelier-relance.example/reglement"]',
    );
  });

  test('a programme of several days lacks what the next ones contain until the file says it or they are over, and one of a day lacks nothing', () => {
    const programme = (nextDays: string | null, confirmedDates = twoDays.confirmedDates, today = NEXT_DAY) =>
      WRITE.programme(data({ nextDays }, { today, request: { ...request, confirmedDates } }));
    const { missing } = programme(null);
    expect(missing.map(({ field, place }) => [field, place])).toEqual([['nextDays', 'dossier:nextDays']]);
    expect(plainOf(programme(null))).toMatch(
      /"Déroulé du jour 1".*"Contenu du jour suivant, aux mêmes horaires"\},\{"kind":"list","items":\["\[À compléter\]"/,
    );
    expect(programme('Jour 2 : relances des mandats').missing).toEqual([]);
    expect(programme(null, [DAY]).missing).toEqual([]);
    expect(programme(null, twoDays.confirmedDates, '2026-12-09').missing).toEqual([]);
  });

  test('whoever pays alone reads in the programme how the price is paid and what an early end costs (L6353-8)', () => {
    const rows = (changes: Partial<DayFile>, from = site) => {
      const paper = WRITE.programme(data(changes, { site: from, today: '2026-11-20' }));
      return [
        paper.missing.map(({ field }) => field),
        plainOf(paper).match(/"(?:Règlement|Arrêt avant la fin)","[^"]*"/g),
      ];
    };
    const shown = [
      '"Règlement","À réception de la facture, par virement."',
      '"Arrêt avant la fin","Les heures suivies sont dues. Un écart de 15 minutes au plus, du fait du stagiaire, ne change pas le prix."',
    ];
    expect(rows(CONSUMER)).toEqual([[], shown]);
    expect(rows({ payer: 'agefice' })).toEqual([[], null]);
    expect(rows({ ...CONSUMER, priceCents: 0 })).toEqual([[], [shown[1]]]);
    const untold = siteWith({ earlyLeave: '' });
    expect(rows(CONSUMER, untold)[0]).toEqual(['earlyLeave']);
  });

  test('only AGEFICE reads the field of the training in the programme', () => {
    const words = '["Domaine de formation","Automatisation immobilière"]';
    expect(plainOf(WRITE.programme(data()))).toContain(words);
    expect(plainOf(WRITE.programme(data({ payer: 'fifpl' })))).not.toContain('Domaine');
  });

  test('the programme and the convocation name who answers a person with a disability', () => {
    for (const name of ['programme', 'convocation'] as const)
      expect(plainOf(WRITE[name](data()))).toContain(
        'Pour une adaptation : Ada Martin, 06 39 98 00 00, bonjour@atelier-relance.example."',
      );
  });
});
