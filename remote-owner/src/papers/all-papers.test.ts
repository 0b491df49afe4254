/** @jest-environment node */

import { type DayFile, PAPERS, PAYERS, type PaperName, type Payer } from '@site/contract/day-papers';
import { TO_COMPLETE } from '@site/contract/to-complete';
import {
  CONSUMER,
  cellsOf,
  DAY,
  DEPOSIT,
  data,
  file,
  KEPT_TWO_DAYS,
  keptOn,
  marked,
  NEXT_DAY,
  placeOf,
  plainOf,
  request,
  site,
  siteWith,
  textOf,
  twoDays,
  without,
} from '../../tests/support/paper-data';
import { subjectOf } from '../content/fact-subjects';
import { progressOf, WRITE } from './all-papers';
import { FIELDS, type FieldName } from './fields';
import { renderInvoiceCsv } from './invoice-data';
import type { PaperData } from './paper-data';

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

const bare = (from: PaperData) =>
  FIELD_NAMES.filter((field) => field !== 'payer').reduce((left, field) => without(field, left), from);

const agreements = PAYERS.map((payer) => ['convention', payer, {}] as const);

const others = PAPERS.filter((name) => name !== 'convention').map((name) => [name, 'agefice', {}] as const);

const ofEmployer = [['devis', 'company', {}] as const, ['facture', 'opco', {}] as const];

const ofConsumer = [
  ['convention', 'self', CONSUMER] as const,
  ['convention', 'other', { ...CONSUMER, payer: 'other', status: 'jobseeker' }] as const,
];

describe('every paper', () => {
  test.each<readonly [PaperName, Payer, Partial<DayFile>]>([...agreements, ...others, ...ofEmployer, ...ofConsumer])(
    '%s, paid by %s, is complete with all its fields, and names each that is missing with its source and marks its place',
    (name, payer, changes) => {
      const write = WRITE[name];
      const known = data({ payer, ...changes });
      const whole = write(known);
      expect(whole.missing).toEqual([]);
      expect(JSON.stringify(whole)).not.toContain(TO_COMPLETE);
      const mandatory = write(bare(known)).missing;
      expect(mandatory.length).toBeGreaterThan(5);
      for (const { field, source } of mandatory) {
        expect(source).toMatch(/^(?:Code|Qualiopi|AGEFICE|Arrêté|CGI)/);
        const paper = write(without(field, known));
        const isNamed = paper.missing.some((missing) => missing.field === field);
        const isMarked = JSON.stringify(paper).includes(TO_COMPLETE);
        expect({ field, isNamed, isMarked }).toEqual({ field, isNamed: true, isMarked: true });
        // Days are stored beside it, and hours are written on the sheet that went out.
        if (field !== 'days' && field !== 'kept') expect(paper.fingerprint).not.toBe(whole.fingerprint);
        expect(paper.missing).toContainEqual(expect.objectContaining({ field, place: placeOf(field, known) }));
      }
    },
  );

  test.each(PAPERS)(
    'without an address of the body, its place in the letterhead of the %s is marked and missing',
    (name) => {
      const paper = WRITE[name](without('bodyAddress', data()));
      expect(paper.letterhead).toContain(TO_COMPLETE);
      expect(paper.missing.map(({ field }) => field)).toContain('bodyAddress');
    },
  );

  test.each(['agefice', 'self'] as const)(
    'the first agreement of a body whose declaration is under way is complete without a number, paid by %s',
    (payer) => {
      const paper = WRITE.convention(
        data({ payer }, { site: { ...site, nda: 'En cours', papers: { ...site.papers, region: '' } } }),
      );
      expect(paper.isComplete).toBe(true);
      expect(paper.letterhead).toContain('Déclaration d’activité en cours.');
      expect(paper.letterhead.join()).not.toContain('enregistrée');
      expect(WRITE.convention(data({ payer }, { site: { ...site, nda: '' } })).missing).toMatchObject([
        { field: 'nda' },
      ]);
    },
  );

  test.each([
    ['Bretagne', 'de Bretagne'],
    ['', `de ${TO_COMPLETE}`],
  ])('the prefect of the region %s is that « %s »', (region, words) => {
    const own = WRITE.convention(data({}, { site: siteWith({ region }) }));
    expect(own.letterhead.join()).toContain(`auprès du préfet de région ${words}. `);
  });

  test.each([
    ['Ada Martin EI', 'Ada Martin', 'Pour l’organisme, Ada Martin EI"'],
    ['Atelier du Port', 'Ada Martin, gérante', 'Pour l’organisme, Atelier du Port : Ada Martin, gérante"'],
    ['Atelier du Port', '', 'Pour l’organisme, Atelier du Port"'],
    [
      'Atelier du Port',
      'Hélène Le Goff, présidente',
      'Pour l’organisme, Atelier du Port : Hélène Le Goff, présidente"',
    ],
  ])('whoever signs for %s is named where the body signs: %s', (name, publicationDirector, words) => {
    const own = { site: { ...site, publisher: { ...site.publisher, name, publicationDirector } } };
    for (const paper of ['devis', 'emargement'] as const) {
      const text = textOf(WRITE[paper](data({}, own)));
      expect(text.replace(/[\u00a0\u202f]/g, ' ')).toContain(words);
      expect(text).not.toContain('Hélène Le ');
    }
  });

  test('a sole trader whose form is typed apart has « EI » beside her name wherever it stands, and a company its form where it sells and certifies', () => {
    const of = (name: string, legalForm: string, changes: Partial<DayFile> = {}) =>
      data(changes, {
        site: { ...site, publisher: { ...site.publisher, name, legalForm, publicationDirector: name } },
      });
    const forms = [
      ['Entrepreneur individuel', 'Hélène Roy, Entrepreneur individuel'],
      ...['Micro-entrepreneur', 'Auto-entrepreneuse', 'Travailleur indépendant'].map((form) => [
        form,
        `Hélène Roy EI, ${form}`,
      ]),
    ] as const;
    for (const [form = '', head] of forms)
      for (const changes of [{}, CONSUMER]) {
        const sole = of('Hélène Roy', form, changes);
        const papers = PAPERS.map((name) => WRITE[name](sole));
        const said = papers.map((paper) => paper.foot + plainOf(paper)).join() + renderInvoiceCsv(sole);
        expect(said).not.toMatch(/Hélène Roy(?! EI)/);
        for (const { letterhead } of papers) expect(letterhead[0]).toBe(head);
      }
    const company = of('Atelier du Port', 'SASU au capital de 1 000 €');
    expect(plainOf(WRITE.facture(company))).toContain('"Vendeur","Atelier du Port, SASU au capital de 1 000 €, SIREN');
    expect(plainOf(WRITE.certificat(company))).toContain('"Atelier du Port, SASU au capital de 1 000 €, dispensateur');
    expect(cellsOf(company)).toMatchObject({
      'Vendeur (BT-27)': 'Atelier du Port',
      'Forme juridique du vendeur (BT-33)': 'SASU au capital de 1 000 €',
    });
  });

  test('the foot of each page has both sides and the reference of the file', () => {
    const { foot } = WRITE.convention(data({ payer: 'company' }));
    expect(foot.replaceAll('\u00a0', ' ')).toBe(
      'Convention de formation professionnelle – lundi 7 décembre 2026 – Atelier Relance – Agence du Port – réf. 00000000',
    );
  });

  test('the foot of the papers of more than two days has the first one and the last one', () => {
    const confirmedDates = [DAY, NEXT_DAY, '2027-01-12'];
    expect(WRITE.devis(data({}, { request: { ...request, confirmedDates } })).foot.replaceAll('\u00a0', ' ')).toContain(
      'Devis – 3 jours, du lundi 7 décembre 2026 au mardi 12 janvier 2027 – Atelier Relance',
    );
  });

  test.each([
    ['RNE 732 829 320', 'SIREN 732 829 320 – immatriculation au RNE'],
    ['RCS Rennes', 'SIREN 732 829 320 – RCS Rennes'],
    ['', 'SIREN 732 829 320'],
  ])('the letterhead of a body with the registration « %s » has its number once', (registration, line) => {
    const { letterhead } = WRITE.devis(data({}, { site: { ...site, publisher: { ...site.publisher, registration } } }));
    expect(letterhead.map((one) => one.replaceAll('\u00a0', ' '))).toContain(line);
  });

  test('a certified body says it with its category, another one says nothing', () => {
    const qualiopi = { category: 'Actions de formation', certificate: '/fichiers/certificat.pdf' };
    expect(WRITE.convention(data({}, { site: { ...site, qualiopi } })).letterhead.at(-1)).toBe(
      'Certification Qualiopi, au titre de la catégorie d’actions suivante\u00a0: Actions de formation.',
    );
    expect(JSON.stringify(WRITE.convention(data()))).not.toContain('Certification');
  });

  test.each(['convention', 'contrat'] as const)(
    'in the parties of a %s, the lines of an address have commas',
    (name) => {
      const payer = name === 'contrat' ? 'self' : 'agefice';
      const address = '5 chemin Neuf,\nBois-de-Nèfles\n97490 Sainte-Clotilde';
      expect(plainOf(WRITE.convention(data({ payer, address })))).toContain(
        ', 5 chemin Neuf, Bois-de-Nèfles, 97490 Sainte-Clotilde, SIREN 732 829 320.',
      );
    },
  );

  test('a name in Arabic does not reorder the words around it', () => {
    const own = data({}, { request: { ...request, name: 'سلمى' } });
    expect(textOf(WRITE.convention(own))).toContain('\u2068سلمى\u2069');
  });

  test.each([
    ['devis', 'agefice', '["Annule et remplace","Le devis du mardi 1er décembre 2026"]'],
    ['convention', 'agefice', '"Annule et remplace l’accord du mardi 1er décembre 2026 sur cette formation."'],
    ['convention', 'self', '"Annule et remplace l’accord du mardi 1er décembre 2026 sur cette formation."'],
    ['convocation', 'agefice', 'Cette convocation remplace celle du mardi 1er décembre 2026.'],
  ] as const)('a %s paid by %s says which one it replaces, before it is sent as after', (name, payer, words) => {
    const paper = (changes: Partial<DayFile['papers'][number]>) =>
      plainOf(WRITE[name](data({ payer, papers: marked(changes) })));
    expect(paper({ sentOn: '2026-12-01', days: ['2026-12-04'] })).toContain(words);
    expect(paper({ signedOn: '2026-12-01', days: [DAY], isValid: false })).toContain(words);
    expect(paper({ sentOn: '2026-12-02', days: [DAY], isValid: true, replaces: '2026-12-01' })).toContain(words);
    expect(paper({ sentOn: '2026-12-01', days: [DAY], isValid: true, replaces: null })).not.toContain('emplace');
  });

  test('an agreement that replaces a signed one names the day of its signature', () => {
    const papers = marked({ sentOn: '2026-11-20', signedOn: '2026-11-22', days: ['2026-12-04'] });
    expect(plainOf(WRITE.convention(data({ papers })))).toContain('l’accord du dimanche 22 novembre 2026 sur');
    expect(plainOf(WRITE.devis(data({ papers })))).toContain('"Le devis du vendredi 20 novembre 2026"');
  });

  test('papers of two days say each day with its date, and that its timetable is the same', () => {
    const own = data({}, { request: twoDays, today: DAY });
    for (const name of ['convention', 'convocation', 'emargement'] as const) {
      const text = plainOf(WRITE[name](own));
      expect(text).toContain(name === 'convention' ? 'aux mêmes horaires' : 'chaque jour');
      expect(text).toContain('Jour 1 – lundi 7 décembre 2026');
      expect(text).toContain('Jour 2 – mardi 8 décembre 2026');
    }
    const programme = plainOf(WRITE.programme(own));
    expect(programme).toContain('["Jours","lundi 7 et mardi 8 décembre 2026"]');
    expect(programme.match(/"Relances"/g)).toHaveLength(1);
    expect(programme).toContain('["Durée de chaque jour, hors pause de midi","8 h"]');
    expect(programme).toContain('"Le premier jour, construire et tester');
    expect(plainOf(WRITE.programme(data()))).toMatch(
      /"Déroulé : lundi 7 décembre 2026".*\["Durée de la formation, hors pause de midi","8 h"\]/,
    );
  });

  test('an objective that the file adds for the next days is one of all papers, is evaluated, and is no content', () => {
    const own = data(
      { nextDays: 'Jour 2 : relances des mandats\nObjectif : relancer un mandat échu' },
      { request: twoDays, today: NEXT_DAY },
    );
    for (const name of ['programme', 'convention'] as const) {
      const paper = plainOf(WRITE[name](own));
      expect(paper).toContain(
        '"Tester les trois automatisations, jusqu’à ce qu’elles fonctionnent","Relancer un mandat échu"]',
      );
      expect(paper).not.toContain('Objectif :');
    }
    expect(plainOf(WRITE.programme(own))).toContain('[["mardi 8 décembre 2026","Relances des mandats","8 h"]]');
    const kept = [DAY, NEXT_DAY].flatMap(keptOn);
    const attestation = (results: DayFile['results']) =>
      WRITE.attestation({ ...own, file: { ...own.file, kept, results } });
    expect(attestation(file.results).missing.map(({ field }) => field)).toEqual(['results']);
    expect(plainOf(attestation(null))).toContain(`["Relancer un mandat échu","${TO_COMPLETE}"]`);
    const added = { objective: 'Relancer un mandat échu', result: 'partly' } as const;
    expect(attestation([...(file.results ?? []), added]).missing).toEqual([]);
  });

  test('hours that were followed count in each paper of after the day', () => {
    const own = data({ kept: KEPT_TWO_DAYS }, { request: twoDays });
    for (const name of ['emargement', 'certificat', 'attestation', 'facture'] as const) {
      expect(plainOf(WRITE[name](own))).toContain('15 h 15');
      expect(plainOf(WRITE[name](own))).not.toContain('16 heures');
    }
  });

  test.each([
    ['17:00', 1, '1 journée, 7 heures'],
    ['17:30', 2, '2 journées de 7 h 30, soit 15 heures'],
    [null, 1, '1 journée, 8 heures'],
  ])('papers of before the day have the length of a timetable until %s, for days: %s', (to, count, duration) => {
    const [morning, afternoon] = site.day ?? [];
    const day = to && morning && afternoon ? [morning, { ...afternoon, to }] : undefined;
    const request = count > 1 ? twoDays : data().request;
    const own = data({ kept: KEPT_TWO_DAYS }, { request, site: { ...site, day } });
    for (const name of ['devis', 'convention', 'programme', 'convocation'] as const)
      expect(plainOf(WRITE[name](own))).toContain(duration);
    expect(plainOf(WRITE.convention({ ...own, file: { ...own.file, payer: 'self' } }))).toContain(duration);
  });

  test('without a confirmed day, no paper has a duration, and no sum but one that was agreed', () => {
    const own = (changes: Partial<DayFile>) => without('days', data({ ...CONSUMER, ...changes }));
    for (const name of ['devis', 'convention', 'programme', 'convocation', 'facture'] as const)
      expect(plainOf(WRITE[name](own({})))).not.toMatch(/\b0 (?:journée|heure|€)|"Prix","0/);
    expect(plainOf(WRITE.convention(own({})))).toContain(`["Prix","${TO_COMPLETE}"]`);
    expect(plainOf(WRITE.convention({ ...own({}), site: DEPOSIT }))).toContain(
      `["Formation du ${TO_COMPLETE}","${TO_COMPLETE}"]`,
    );
    expect(plainOf(WRITE.devis(own({})))).toContain(`"sums":[["Net à payer","${TO_COMPLETE}"]]`);
    const taxed = { ...own({}), site: siteWith({ vat: 'standard' as const }) };
    expect(plainOf(WRITE.devis(taxed))).not.toMatch(/\d €/);
    expect(plainOf(WRITE.devis(own({ priceCents: 15_000 })))).toContain('"sums":[["Net à payer","150 €"]]');
  });

  test('while the regime of VAT is missing, and the price with it, no paper has a sum', () => {
    const own = without('vat', data({ ...CONSUMER, depositOn: '2026-12-20' }, { site: DEPOSIT }));
    const contrat = plainOf(WRITE.convention(own));
    expect(contrat).toContain(`pour la formation du lundi 7 décembre 2026","${TO_COMPLETE}"]`);
    expect(contrat).not.toMatch(/\d €/);
    const quote = plainOf(WRITE.devis(own));
    expect(quote).toContain(`"sums":[["Total","${TO_COMPLETE}"]]`);
    expect(quote).not.toMatch(/\d €/);
    expect(plainOf(WRITE.facture(own))).not.toMatch(/\d €/);
    expect(plainOf(WRITE.facture(own))).toContain('"Acompte","Reçu le dimanche 20 décembre 2026"');
    const cells = cellsOf(own);
    for (const term of [
      'Montant payé (BT-113)',
      'Prix unitaire HT (BT-146)',
      'Total HT (BT-109)',
      'Reste à payer (BT-115)',
    ])
      expect(cells[term]).toBe('');
  });
});

const ABROAD = { address: '2 rue du Port, 1000 Bruxelles, Belgique' } as const;

test.each([
  ['company', 'le nom de l’entreprise'],
  ['opco', 'le nom de l’entreprise'],
  ['other', 'le nom du financeur'],
] as const)('a convention that %s pays and nobody has named lacks %s', (payer, label) => {
  const { missing } = WRITE.convention(data({ payer, payerName: null }));
  expect(missing.map((field) => field.label)).toEqual([label]);
});

describe('the list of documents', () => {
  test.each<[PaperName, string, Partial<DayFile>, ReturnType<typeof progressOf>]>([
    ['facture', '2026-12-06', {}, 'later'],
    ['facture', '2026-12-07', {}, 'complete'],
    ['facture', '2026-12-08', { kept: null }, 'later'],
    ['facture', '2026-12-06', { payer: null }, 'incomplete'],
    ['facture', '2026-12-06', { papers: marked({ sentOn: '2026-12-06' }, 'facture') }, 'complete'],
    ['certificat', '2026-12-06', { kept: null }, 'later'],
    ['certificat', '2026-12-08', { kept: null }, 'incomplete'],
    ['facture', '2026-12-08', { priceCents: 0 }, 'unexpected'],
  ])('the list of documents says of %s, on %s, with %j: %s', (name, today, changes, progress) => {
    const own = data(changes, { today });
    expect(progressOf(name, WRITE[name](own), own)).toBe(progress);
  });

  test.each<[string, string, string | null, Partial<DayFile>, ReturnType<typeof progressOf>]>([
    ['of France, taught', '2026-12-08', '2026-12-01', {}, 'early'],
    ['of France, ahead', '2026-12-06', '2026-12-01', {}, 'early'],
    ['of France, whose ten days end before', '2026-12-06', '2026-11-20', {}, 'later'],
    ['of France, whose ten days are over', '2026-12-12', '2026-12-01', {}, 'complete'],
    ['of France, unsigned', '2026-12-06', null, {}, 'later'],
    ['abroad, taught', '2026-12-08', '2026-12-01', ABROAD, 'early'],
    ['abroad, ahead', '2026-12-06', '2026-12-01', ABROAD, 'early'],
    ['abroad, whose ten days are over', '2026-12-12', '2026-12-01', ABROAD, 'incomplete'],
    ['abroad, unsigned', '2026-12-06', null, ABROAD, 'later'],
    ['abroad, taught unsigned', '2026-12-08', null, ABROAD, 'incomplete'],
    ['without an address', '2026-12-08', '2026-12-01', { address: null }, 'incomplete'],
  ])(
    'the list says of the invoice of a client %s, on %s, signed on %s: %#',
    (_, today, signedOn, changes, progress) => {
      const papers = marked({ sentOn: signedOn, signedOn, days: [DAY] }, 'convention');
      const own = data({ ...CONSUMER, papers, ...changes }, { today });
      expect(progressOf('facture', WRITE.facture(own), own)).toBe(progress);
    },
  );

  test.each(PAYERS)('an invoice that is paid by %s before it went out is still expected', (payer) => {
    const own = data({ payer }, { request: { ...request, followUp: { paid: '2026-12-08' } } });
    expect(progressOf('facture', WRITE.facture(own), own)).toBe('complete');
  });
});

test.each(['earlyLeave', 'assistance', 'rules'] as const)(
  'the hint of the owner’s text %s names the papers that have it, and no other',
  (key) => {
    const hint = subjectOf(`papers.${key}`)?.facts[`papers.${key}`]?.place.split('.')[0]?.toLowerCase() ?? '';
    const named = [...PAPERS, 'contrat'].filter((name) => hint.includes(name));
    const having = PAPERS.flatMap((name) =>
      (['agefice', 'self'] as const).flatMap((payer) => {
        const isTold = plainOf(WRITE[name](data({ ...CONSUMER, payer }))).includes(site.papers?.[key] ?? '-');
        return isTold ? [name === 'convention' && payer === 'self' ? 'contrat' : name] : [];
      }),
    );
    expect(named.sort()).toEqual([...new Set<string>(having)].sort());
  },
);
