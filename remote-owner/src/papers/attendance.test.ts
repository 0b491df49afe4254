/** @jest-environment node */

import { type DayFile, HALVES, type PaperName } from '@site/contract/day-papers';
import { TO_COMPLETE } from '@site/contract/to-complete';
import {
  DAY,
  data,
  file,
  KEPT_TWO_DAYS,
  LEFT_EARLY,
  NEXT_DAY,
  plainOf,
  site,
  textOf,
  twoDays,
} from '../../tests/support/paper-data';
import { WRITE } from './all-papers';
import { changedSince } from './fingerprint';
import type { PaperData } from './paper-data';

test.each([
  ['Ada Martin', 'Ada\u00a0Martin'],
  ['Marie-Antoinette de La Tour d’Auvergne', 'Marie-Antoinette de La Tour d’Auvergne'],
])('in the narrow column of its signatures, the name %s breaks at its spaces only where it must', (name, words) => {
  const trainer = { name, path: 'Formatrice.' };
  expect(textOf(WRITE.emargement(data({}, { site: { ...site, trainer } })))).toContain(`Signature\u00a0: ${words}"`);
});

describe('the attendance sheet', () => {
  test('until the day is over, the hours of the attendance sheet are places to write in', () => {
    const paper = (today: string) => WRITE.emargement(data({ kept: null }, { today }));
    expect(paper(DAY).missing).toEqual([]);
    expect(textOf(paper(DAY))).toContain('Heures prévues');
    expect(textOf(paper(DAY))).toContain('lundi\\n7\u00a0décembre\u00a02026');
    const over = WRITE.emargement(data({ kept: null }, { today: DAY, ahead: '2026-12-08' }));
    for (const late of [paper('2026-12-08'), over]) {
      expect(late.missing.map(({ field }) => field)).toEqual(['kept']);
      expect(textOf(late)).not.toContain('\\n\\nà ');
    }
    expect(textOf(paper(DAY))).toContain('\\n\\nà ');
  });

  test('an attendance sheet of several days keeps both halves of a day together, and says on each page whose it is and for what training', () => {
    const tableOf = (own: PaperData) => WRITE.emargement(own).blocks.find(({ kind }) => kind === 'table');
    expect(tableOf(data({}, { request: twoDays }))).toMatchObject({
      together: 2,
      caption: 'Formation\u00a0: Automatiser ses relances et ses contacts – Stagiaire\u00a0: Camille Martin',
    });
    expect(tableOf(data())).not.toHaveProperty('caption');
  });

  test('an attendance sheet says whether the log of the tool goes with it', () => {
    expect(plainOf(WRITE.emargement(data()))).toContain(
      '☐ Rapport de connexion de l’outil (Visio) joint à cette feuille.',
    );
  });

  test('nobody signs the half-day of an absent trainee but the trainer', () => {
    const kept = (file.kept ?? []).map((half, at) => (at === 0 ? half : { ...half, from: null, to: null }));
    const sheet = WRITE.emargement(data({ kept })).blocks.find(({ kind }) => kind === 'table');
    expect(sheet).toMatchObject({
      rows: [
        [expect.anything(), 'Matin', expect.stringContaining('9'), '', ''],
        [expect.anything(), 'Après-midi', 'Absence', 'Absence', ''],
      ],
    });
  });

  test('a timetable of half a day has one half to sign, and no absence once it was followed', () => {
    const day = [{ from: '09:00', to: '12:30', text: 'Relances' }];
    const morning = { date: DAY, half: 'morning', from: '09:00', to: '12:30', planned: 210 } as const;
    const none = { ...morning, half: 'afternoon', from: '12:30' } as const;
    for (const kept of [null, [morning, none]]) {
      const own = data({ kept }, { today: DAY, site: { ...site, day } });
      for (const name of ['emargement', 'attestation'] as const) {
        const table = WRITE[name](own).blocks.find(({ kind }) => kind === 'table');
        expect(table).toMatchObject({ rows: [expect.arrayContaining(['Matin'])] });
      }
    }
    const held = data({ kept: [morning, none] }, { site: { ...site, day } });
    expect(WRITE.certificat(held).isComplete).toBe(true);
    expect(plainOf(WRITE.facture(held))).toContain('"1 demi-journée, 3 h 30 suivies"');
    expect(plainOf(WRITE.facture(held))).toContain('["Unité","C62"]');
    expect(plainOf(WRITE.convention(held))).toMatch(/"1 demi-journée, 3 h 30".*Déroulé de la demi-journée/);
  });

  test.each([
    ['no hour', null, 'de 9 h à 12 h 30 et de 13 h 30 à 18 h, heure de Paris, chaque jour'],
    [
      'the hours of the first day',
      LEFT_EARLY.slice(0, 1),
      'de 9 h à 12 h 30 et de 13 h 30 à 18 h, heure de Paris, chaque jour',
    ],
    ['all hours', KEPT_TWO_DAYS, 'de 9 h à 12 h 30 et de 13 h 30 à 18 h, heure de Paris, chaque jour'],
    ['all hours of a longer timetable', (KEPT_TWO_DAYS ?? []).map((half) => ({ ...half, planned: 510 })), '17 h'],
  ])('an attendance sheet with %s noted says what was planned', (_, kept, planned) => {
    const own = data({ kept }, { request: twoDays, today: NEXT_DAY });
    expect(plainOf(WRITE.emargement(own))).toContain(`["Heures prévues","${planned}"]`);
  });

  test('hours that are noted after a blank sheet change nothing in it, those of a sheet that had them do', () => {
    const fingerprintOf = (kept: DayFile['kept']) => WRITE.emargement(data({ kept })).fingerprint;
    const late = (file.kept ?? []).map((half) => ({ ...half, to: '18:30' }));
    const first = late.slice(0, 1);
    for (const blank of [null, first]) expect([...changedSince(fingerprintOf(blank), fingerprintOf(late))]).toEqual([]);
    expect([...changedSince(fingerprintOf(file.kept), fingerprintOf(late))]).toEqual(['hours']);
  });
});

describe('the certificate and the attestation', () => {
  test.each(['certificat', 'emargement', 'attestation'] as const)(
    'only who is employed is said to be in a %s, and another employer is a change of it',
    (name) => {
      const paper = (status: DayFile['status'], payerName = 'Agence du Port') =>
        WRITE[name](data({ payer: 'company', status, payerName }));
      expect(textOf(paper('employee'))).toContain('["Employeur","Agence du Port"]');
      expect(textOf(paper('independent'))).not.toContain('Employeur');
      const changed = changedSince(paper('employee').fingerprint, paper('employee', 'Agence des Lilas').fingerprint);
      expect([...changed]).toEqual(['own']);
    },
  );

  test('an absent half-day is said, and does not count', () => {
    const [morning] = file.kept ?? [];
    const kept = [...(morning ? [morning] : []), { date: DAY, half: 'afternoon', from: null, to: null } as const];
    const paper = WRITE.certificat(data({ kept }));
    expect(paper.missing).toEqual([]);
    expect(textOf(paper)).toContain('3\u00a0h\u00a030');
    for (const name of ['attestation', 'emargement'] as const)
      expect(textOf(WRITE[name](data({ kept })))).toContain('Absence');
  });

  test('a certificate says who certifies without an ending that guesses', () => {
    const own = (name: string, legalForm = '') =>
      plainOf(WRITE.certificat(data({}, { site: { ...site, publisher: { ...site.publisher, name, legalForm } } })));
    expect(own('Atelier du Port')).toMatch(
      /^\[\{"kind":"text","text":"Atelier du Port, dispensateur .*, représenté par Ada Martin, atteste que :"/,
    );
    expect(own('Ada Martin EI')).toContain('"Ada Martin EI, dispensateur de');
    expect(own('Atelier du Port', 'EI')).not.toContain('représenté');
    expect(own('Atelier du Port')).not.toMatch(/soussigné|\(e\)/);
    expect(own('Atelier du Port')).toMatch(/"Atelier du Port : Ada Martin","Qualité _+/);
    expect(own('Ada Martin EI')).not.toContain('Qualité');
  });

  test('who was absent for a whole day is certified for the days with followed hours alone, of all that were planned', () => {
    const kept = (KEPT_TWO_DAYS ?? []).map((half) => (half.date === DAY ? half : { ...half, from: null, to: null }));
    const own = data({ kept }, { request: twoDays });
    expect(plainOf(WRITE.certificat(own))).toContain('["Qui s’est déroulée","le lundi 7 décembre 2026, à distance"]');
    expect(plainOf(WRITE.attestation(own))).toContain(
      '["Période (à distance)","le lundi 7 décembre 2026"],["Durée suivie","7 h 30 sur 16 h prévues"]',
    );
    expect(plainOf(WRITE.attestation(data()))).toContain('["Durée suivie","8 h"]');
    expect(plainOf(WRITE.attestation(own))).toMatch(/"Évaluation, le lundi 7 décembre 2026\. [^"]/);
    const days = (name: PaperName) => / – (.* 2026) – /.exec(WRITE[name](own).foot.replaceAll('\u00a0', ' '))?.[1];
    expect((['certificat', 'attestation', 'emargement'] as const).map(days)).toEqual([
      'lundi 7 décembre 2026',
      'lundi 7 décembre 2026',
      'lundi 7 et mardi 8 décembre 2026',
    ]);
  });

  test('where an objective was not assessed, the attestation is complete, says so, and only calls the assessment planned', () => {
    const results = (file.results ?? []).map((one, at) => (at === 0 ? one : { ...one, result: 'unassessed' as const }));
    const paper = WRITE.attestation(data({ kept: LEFT_EARLY, results }));
    expect(paper.missing).toEqual([]);
    expect(plainOf(paper)).toMatch(/"Évaluation prévue\. [^"]+".*,"Acquis"\],\["[^"]+","Non évalué"\]/);
    expect(plainOf(paper)).not.toContain('Évaluation, le');
  });

  test('who was absent all day gets no certificate, and the sheet says it', () => {
    const kept = HALVES.map((half) => ({ date: DAY, half, from: null, to: null }));
    for (const write of [WRITE.certificat, WRITE.attestation]) {
      const paper = write(data({ kept, results: null }));
      expect(paper).toMatchObject({ missing: [], isComplete: false });
      expect(plainOf(paper)).toBe('[{"kind":"text","text":"Aucune heure suivie : ce document ne s’émet pas."}]');
    }
    expect(WRITE.emargement(data({ kept })).isComplete).toBe(true);
  });

  test('what is known only after the day is left to do from that day on', () => {
    const paper = (name: 'certificat' | 'attestation', today: string) =>
      WRITE[name](data({ kept: null, results: null }, { request: twoDays, today }));
    const laterOf = (today: string) =>
      paper('attestation', today).missing.map(({ field, isLater }) => [field, isLater]);
    expect(laterOf(DAY)).toEqual([
      ['followed', true],
      ['results', true],
    ]);
    expect(laterOf(NEXT_DAY)).toEqual([
      ['followed', false],
      ['results', false],
    ]);
    const day = [{ from: '09:00', to: '17:00', title: '' }];
    const own = data({ kept: null, results: null }, { site: { ...site, day } as never });
    const later = (ahead: string) => WRITE.attestation({ ...own, today: DAY, ahead }).missing.map((one) => one.isLater);
    expect([later(DAY), later(NEXT_DAY)]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(plainOf(paper('certificat', DAY))).toContain('[Après la journée]');
    expect(plainOf(paper('attestation', DAY))).not.toContain(TO_COMPLETE);
  });
});
