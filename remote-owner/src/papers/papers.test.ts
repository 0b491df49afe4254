/** @jest-environment node */

import { type DayFile, HALVES, PAPERS, PAYERS, type PaperName, type Payer } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { OBJECTIVES } from '@site/contract/offer';
import { TO_COMPLETE } from '@site/contract/to-complete';
import { addDays } from '@site/contract/today';
import { exampleSite } from '@site/shared-ui/testing';
import { exampleRequest } from '../testing/examples';
import { EMPTY_FILE } from '../testing/file-handlers';
import { progressOf, WRITE } from './all-papers';
import { deadlinesOf, overseasNotices, withdrawalNotices } from './deadlines';
import { FIELDS, type FieldName } from './fields';
import { renderInvoiceCsv } from './invoice-data';
import { changedSince, typeset } from './paper';
import { lastUnpayableDay, type PaperData } from './paper-data';

const DAY = '2026-12-07';

const site: Site = {
  ...exampleSite,
  publisher: {
    ...exampleSite.publisher,
    address: '1 place du Marché, 35000 Rennes',
    siren: '732 829 320',
    publicationDirector: 'Ada Martin',
  },
  nda: '53 35 12345 67',
  videoTool: 'Visio',
  trainer: { name: 'Ada Martin', path: 'Formatrice depuis 2015.' },
  day: [
    { from: '09:00', to: '12:30', text: 'Relances' },
    { from: '13:30', to: '18:00', text: 'Alertes et base de contacts' },
  ],
  payment: { when: 'À réception de la facture, par virement.' },
  mediator: { name: 'Médiation Ouest', address: '2 rue des Lilas, 35000 Rennes', url: 'https://mediateur.example' },
  papers: {
    title: 'Automatiser ses relances et ses contacts',
    region: 'Bretagne',
    earlyLeave: 'Les heures suivies sont dues.',
    assistance: 'La formatrice répond au téléphone pendant la journée.',
    rules: 'https://atelier-relance.example/reglement',
    vat: 'franchise',
  },
};

const keptOn = (date: string) =>
  HALVES.map((half) =>
    half === 'morning' ? { date, half, from: '09:00', to: '12:30' } : { date, half, from: '13:30', to: '18:00' },
  );

const file: DayFile = {
  ...EMPTY_FILE,
  address: '3 rue des Lilas, 35000 Rennes',
  siren: '732829320',
  status: 'independent',
  payer: 'agefice',
  payerName: 'Agence du Port',
  payerAddress: '5 quai du Port, 35400 Saint-Malo',
  payerSiren: '732829320',
  priorLevel: 'Se sert d’un tableur.',
  kept: keptOn(DAY),
  results: OBJECTIVES.map((objective) => ({ objective, result: 'reached' })),
};

/** 7 h 30 of the eight hours that are planned. */
const LEFT_EARLY = (file.kept ?? []).map((one) => (one.half === 'morning' ? one : { ...one, to: '17:30' }));

const ABSENT_MORNING = HALVES.map((half) =>
  half === 'morning' ? { date: DAY, half, from: null, to: null } : { date: DAY, half, from: '13:30', to: '17:30' },
);

const request = exampleRequest(1, { status: 'confirmee', dates: [DAY], confirmedDates: [DAY] });

const data = (changes: Partial<DayFile> = {}, more: Partial<PaperData> = {}): PaperData => ({
  request,
  site,
  today: '2026-12-08',
  videoLink: 'https://visio.example/e-mail',
  file: { ...file, ...changes },
  ...more,
});

function placeOf(field: FieldName, from: PaperData): string {
  const { place } = FIELDS[field];
  return typeof place === 'function' ? place(from) : place;
}

/** The data without what a field is read from. */
function without(field: FieldName, from: PaperData): PaperData {
  const place = placeOf(field, from);
  const [where, key = ''] = place.split(':');
  if (field === 'videoLink') return { ...from, videoLink: null };
  if (where === 'request') {
    return { ...from, request: { ...from.request, ...(field === 'days' ? { confirmedDates: [] } : { name: '' }) } };
  }
  if (where === 'dossier') return { ...from, file: { ...from.file, [key]: null } };
  const [first = '', second] = key.split('.');
  const inner = (from.site as unknown as Record<string, object | undefined>)[first];
  return { ...from, site: { ...from.site, [first]: second ? { ...inner, [second]: '' } : undefined } as Site };
}

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** A person who pays alone, and for no business. */
const CONSUMER = { payer: 'self', siren: null, status: 'individual' } as const;

const bare = (from: PaperData) =>
  FIELD_NAMES.filter((field) => field !== 'payer').reduce((left, field) => without(field, left), from);

const agreements = PAYERS.map((payer) => ['convention', payer, {}] as const);

const others = PAPERS.filter((name) => name !== 'convention').map((name) => [name, 'agefice', {}] as const);

const ofEmployer = [['devis', 'company', {}] as const, ['facture', 'opco', {}] as const];

const ofConsumer = [
  ['convention', 'self', CONSUMER] as const,
  ['convention', 'other', { ...CONSUMER, payer: 'other', status: 'jobseeker' }] as const,
];

const textOf = (paper: { readonly blocks: unknown }) => JSON.stringify(paper.blocks);

const DEPOSIT: Site = { ...site, papers: { ...site.papers, deposit: true } };

/** Reads a paper with ordinary spaces and hyphens. */
const plainOf = (paper: { readonly blocks: unknown }) =>
  textOf(paper)
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('\u2011', '-');

const NEXT_DAY = '2026-12-08';

const twoDays = { ...request, confirmedDates: [DAY, NEXT_DAY] };

/** 7 h 30, then 7 h 45. */
const KEPT_TWO_DAYS: DayFile['kept'] = [
  ...LEFT_EARLY,
  { date: NEXT_DAY, half: 'morning', from: '09:00', to: '12:15' },
  { date: NEXT_DAY, half: 'afternoon', from: '13:30', to: '18:00' },
];

/** The cells of the data for an invoicing program, by their headings. */
function cellsOf(from: PaperData): Readonly<Record<string, string>> {
  const [head = '', line = ''] = renderInvoiceCsv(from).slice(1).split('\r\n');
  const cells = line.split(';');
  return Object.fromEntries(head.split(';').map((name, at) => [name, cells[at] ?? '']));
}

const TAXED: Site = { ...site, papers: { ...site.papers, vat: 'standard' } };

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

  test.each([
    ['Bretagne', 'de Bretagne'],
    ['', `de ${TO_COMPLETE}`],
  ])('the prefect of the region %s is that « %s »', (region, words) => {
    const own = WRITE.convention(data({}, { site: { ...site, papers: { ...site.papers, region } } }));
    expect(own.letterhead.join()).toContain(`auprès du préfet de région ${words}. `);
  });

  test.each([
    ['Ada Martin EI', 'Ada Martin', 'Pour l’organisme, Ada Martin EI"'],
    ['Atelier du Port', 'Ada Martin, gérante', 'Pour l’organisme, Atelier du Port : Ada Martin, gérante"'],
    ['Atelier du Port', '', 'Pour l’organisme, Atelier du Port"'],
  ])('whoever signs for %s is named where the body signs: %s', (name, publicationDirector, words) => {
    const own = { site: { ...site, publisher: { ...site.publisher, name, publicationDirector } } };
    for (const paper of ['devis', 'emargement'] as const) expect(plainOf(WRITE[paper](data({}, own)))).toContain(words);
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
      'Devis – 3 journées, du lundi 7 décembre 2026 au mardi 12 janvier 2027 – Atelier Relance',
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
      plainOf(WRITE[name](data({ payer, papers: file.papers.map((state) => ({ ...state, ...changes })) })));
    expect(paper({ sentOn: '2026-12-01', days: ['2026-12-04'] })).toContain(words);
    expect(paper({ signedOn: '2026-12-01', days: [DAY], isValid: false })).toContain(words);
    expect(paper({ sentOn: '2026-12-02', days: [DAY], isValid: true, replaces: '2026-12-01' })).toContain(words);
    expect(paper({ sentOn: '2026-12-01', days: [DAY], isValid: true, replaces: null })).not.toContain('emplace');
  });

  test('an agreement that replaces a signed one names the day of its signature', () => {
    const papers = file.papers.map((one) => ({
      ...one,
      sentOn: '2026-11-20',
      signedOn: '2026-11-22',
      days: ['2026-12-04'],
    }));
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
      { nextDays: 'Jour 2 : relances des mandats\nObjectif : Relancer un mandat échu' },
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
    const taxed = { ...own({}), site: { ...site, papers: { ...site.papers, vat: 'standard' as const } } };
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

describe('the quote', () => {
  test.each([
    ['agefice', 'AGEFICE'],
    ['opco', 'son OPCO'],
    ['other', 'Agence du Port'],
    ['company', null],
    ['self', null],
  ] as const)('a quote that is paid by %s names who is asked to pay: %s', (payer, fund) => {
    const quote = plainOf(WRITE.devis(data({ payer })));
    expect(quote.includes('Prise en charge')).toBe(fund !== null);
    if (fund) expect(quote).toContain(`"Prise en charge","Demandée à : ${fund}"`);
  });

  test.each([
    [{ ...CONSUMER }, 'un contrat de formation professionnelle : c’est lui'],
    [
      { payer: null, siren: null, status: null },
      'une convention ou d’un contrat de formation professionnelle : c’est ce document',
    ],
    [{ payer: 'agefice' } as const, 'une convention de formation professionnelle : c’est elle'],
  ])('nobody signs the quote for %j, which an agreement follows', (changes, agreement) => {
    const quote = plainOf(WRITE.devis(data(changes)));
    expect(quote).not.toMatch(/Bon pour accord|Le client,/);
    expect(quote).toContain(`Ce devis est suivi d’${agreement} que vous signez`);
    expect(quote).toContain('"Référence","00000000"');
  });

  test('a quote says until when it is valid: from the day on which it went out, and not longer than until its first day', () => {
    const quote = (sentOn: string | null, quoteDays?: string, confirmedDates: readonly string[] = [DAY]) =>
      plainOf(
        WRITE.devis(
          data(
            { papers: file.papers.map((state) => ({ ...state, sentOn })) },
            { site: { ...site, papers: { ...site.papers, quoteDays } }, request: { ...request, confirmedDates } },
          ),
        ),
      );
    expect(quote(null)).toContain('"Valable jusqu’au","jeudi 7 janvier 2027"');
    expect(quote('2026-12-01', '60')).toContain('"Valable jusqu’au","dimanche 6 décembre 2026"');
    expect(quote('2026-12-01', '60', ['2027-03-01'])).toContain('"Valable jusqu’au","samedi 30 janvier 2027"');
    expect(quote(null)).toContain('"SIREN du client","732 829 320"');
  });

  test('only a tax that is charged makes a price without it and a row of its own', () => {
    const quote = (vat: 'standard' | 'exempt') =>
      textOf(WRITE.devis(data({}, { site: { ...site, papers: { ...site.papers, vat } } })));
    expect(quote('standard')).toContain('Prix unitaire HT');
    expect(quote('standard')).not.toContain('Mention');
    expect(quote('exempt')).not.toContain('HT');
    expect(quote('exempt')).toContain('Mention');
  });
});

describe('the convention and the contrat', () => {
  test('a paper without its payer is a convention that lacks it, and the trainee alone gets a contrat', () => {
    expect(WRITE.convention(data({ payer: null }))).toMatchObject({
      title: 'Convention de formation professionnelle',
      missing: [{ field: 'payer' }],
    });
    const words =
      /^\[\{"kind":"text","text":"À choisir d’abord : qui paie\. .* contrat de formation professionnelle \(article L6353-3/;
    expect(plainOf(WRITE.convention(data({ payer: null })))).toMatch(words);
    expect(plainOf(WRITE.convention(data()))).not.toMatch(words);
    expect(WRITE.convention(data({ payer: 'self' })).title).toBe('Contrat de formation professionnelle');
  });

  test('a price of 0 is a price, and asks for no instalment', () => {
    const paper = WRITE.convention(data({ payer: 'self', priceCents: 0 }));
    expect(paper.missing).toEqual([]);
    expect(textOf(paper)).toContain('0\u00a0€ net de taxe');
    expect(textOf(paper)).not.toContain('30\u00a0%');
  });

  test('a sole trader is not represented by herself, and a body and an employer are', () => {
    const own = (name: string) =>
      textOf(WRITE.convention(data({}, { site: { ...site, publisher: { ...site.publisher, name } } })));
    expect(own('Ada Martin EI')).not.toContain('représenté par');
    expect(own('Atelier du Port')).toContain('représenté par Ada Martin');
    expect(textOf(WRITE.convention(data({ payer: 'company' })))).toMatch(
      /Agence du Port, 5 quai du Port.*représentée par _+ \(nom et qualité/,
    );
  });

  test.each([
    [{ legalForm: 'EI' }, 'Ada Martin EI, 1 place du Marché, 35000 Rennes, SIREN 732 829 320. Ci-après'],
    [
      { name: 'Ada Martin EI', legalForm: 'Entrepreneur individuel', registration: 'RCS Rennes 732829320' },
      'Ada Martin EI, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, RCS Rennes. Ci-après',
    ],
    [
      { name: 'Atelier du Port', legalForm: 'SASU au capital de 1 000 €', registration: 'RCS Rennes' },
      'Atelier du Port, SASU au capital de 1 000 €, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, RCS Rennes, représenté par Ada Martin, en qualité de ____________________. Ci-après',
    ],
    [
      { name: 'Atelier du Port', publicationDirector: 'Ada Martin, gérante' },
      'SIREN 732 829 320, représenté par Ada Martin, gérante. Ci-après',
    ],
    [
      {
        name: 'SARL Ada Martin',
        legalForm: 'SARL',
        publicationDirector: 'Ada Martin, gérante',
        registration: '732 829 320 RCS Rennes, SIRET 732 829 320 00018',
      },
      'SARL Ada Martin, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, RCS Rennes, SIRET 732 829 320 00018, représenté par Ada Martin, gérante. Ci-après',
    ],
    [
      { legalForm: 'EI', registration: 'RNE 732 829 320' },
      'Ada Martin EI, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, immatriculation au RNE. Ci-après',
    ],
  ])('the party of a body has its form, its registration and the office of who signs: %j', (publisher, party) => {
    const own = { site: { ...site, publisher: { ...site.publisher, name: 'Ada Martin', ...publisher } } };
    for (const payer of ['agefice', 'self'] as const)
      expect(plainOf(WRITE.convention(data({ payer }, own)))).toContain(party);
    for (const name of ['certificat', 'attestation'] as const)
      expect(textOf(WRITE[name](data({}, own))).includes('Qualité')).toBe(party.includes('en qualité de'));
  });

  test('only papers that an OPCO may pay have places for its name and its number', () => {
    for (const write of [WRITE.convention, WRITE.facture]) {
      expect(plainOf(write(data({ payer: 'opco' })))).toMatch(/"OPCO","Nom : _+\\nN° de dossier : _+"/);
      expect(plainOf(write(data({ payer: 'company' })))).not.toContain('N° de dossier');
    }
  });

  test('an agreement between professionals has what is due for a late payment, as the invoice, and that of a private person has not', () => {
    const rows = /"Pénalités de retard","Taux .* 10 points[^"]*"\],\["Recouvrement","Indemnité forfaitaire de 40 €/;
    for (const write of [WRITE.convention, WRITE.facture])
      for (const payer of PAYERS) {
        expect(plainOf(write(data({ payer })))).toMatch(rows);
        expect(plainOf(write(data({ payer, siren: null, status: 'individual' }))).includes('40 €')).toBe(
          payer !== 'self' && payer !== 'other',
        );
      }
  });

  test('a convention of another fund has the number of a client who buys for a business, and of nobody else', () => {
    const partyOf = (changes: Partial<DayFile>) => plainOf(WRITE.convention(data({ payer: 'other', ...changes })));
    const party = 'Camille Martin, 3 rue des Lilas, 35000 Rennes';
    expect(partyOf({})).toContain(`"${party}, SIREN 732 829 320. Ci`);
    expect(partyOf({ status: 'individual' })).toContain(`"${party}. Ci`);
  });

  test.each([
    ['Les heures suivies sont dues.', true],
    ['Un départ de dix minutes plus tôt ne change rien.', false],
    ['', false],
  ])('an agreement says that the tolerance keeps the price beside « %s »: %s', (earlyLeave, isSaid) => {
    const own = { site: { ...site, papers: { ...site.papers, earlyLeave } } };
    for (const payer of ['agefice', 'self'] as const) {
      const convention = plainOf(WRITE.convention(data({ payer }, own)));
      expect(convention.includes(' Un écart de 15 minutes au plus, du fait du stagiaire, ne change pas le prix.')).toBe(
        isSaid,
      );
      expect(convention.includes('Un écart')).toBe(isSaid);
    }
  });

  test('a convention without a text about an early leave announces none', () => {
    const headingOf = (earlyLeave: string) =>
      plainOf(WRITE.convention(data({}, { site: { ...site, papers: { ...site.papers, earlyLeave } } })));
    expect(headingOf('')).toContain('"6. Inexécution"');
    expect(headingOf('')).not.toContain('Arrêt');
    expect(headingOf('Rien n’est dû.')).toContain('"6. Arrêt avant la fin, inexécution"');
  });

  test('a programme and an agreement say that their length contains the pauses between its parts, but that of midday', () => {
    const lengthsOf = (to: string) => {
      const [morning, afternoon] = site.day ?? [];
      const day = morning &&
        afternoon && [{ ...morning, to }, { from: '11:00', to: '12:30', text: 'Essais' }, afternoon];
      const own = { site: { ...site, day } };
      return [
        /"sums":\[\["([^"]+)","8 h"/.exec(plainOf(WRITE.programme(data({}, own))))?.[1],
        ...(['agefice', 'self'] as const).map(
          (payer) => /"(?:Durée)","([^"]+)"/.exec(plainOf(WRITE.convention(data({ payer }, own))))?.[1],
        ),
      ];
    };
    const day = '1 journée, 8 heures';
    expect(lengthsOf('10:45')).toEqual(
      ['Durée de la formation', day, day].map((length) => `${length}, pauses comprises, hors pause de midi`),
    );
    expect(lengthsOf('11:00')).toEqual(
      ['Durée de la formation', day, day].map((length) => `${length}, hors pause de midi`),
    );
  });

  test.each<readonly [Payer, NonNullable<Site['payment']>, RegExp]>([
    [
      'agefice',
      {},
      /règle .* le remboursement à son financeur\. Si le financeur refuse ou réduit la prise en charge, le client reste redevable du prix\./,
    ],
    [
      'opco',
      {},
      /par le client à son OPCO\. Le client règle .* \(subrogation de paiement\)\. Si l’OPCO refuse .* redevable/,
    ],
    ['opco', { advance: 'Sans avance.', refusal: 'Rien n’est dû.' }, /subrogation de paiement/],
    ['fifpl', { advance: 'Sans avance.', refusal: 'Rien n’est dû.' }, /FIF PL\. Sans avance\. Rien n’est dû\."/],
    [
      'other',
      { advance: 'Sans avance.', refusal: 'Rien n’est dû.' },
      /Agence du Port\. Le client règle .*, sauf si le financeur paie directement l’organisme\. Si .* redevable de ce qui n’est pas payé\."/,
    ],
    ['company', {}, /"Règlement","À réception\."\](?:,\["[^"]+","[^"]+"\])+\]\},\{"kind":"heading"/],
  ])(
    'a convention paid by %s says who owes what a fund refuses, with texts of the owner %j',
    (payer, payment, text) => {
      const own = data({ payer }, { site: { ...site, payment: { when: 'À réception.', ...payment } } });
      expect(plainOf(WRITE.convention(own))).toMatch(text);
    },
  );

  test.each<readonly [string, Partial<DayFile>]>([
    ['a convention', {}],
    ['a convention of a company', { payer: 'company' }],
    ['a contrat', { payer: 'self' }],
    ['a contrat of a private person', CONSUMER],
  ])(
    '%s of several days lacks what the next ones contain, as their programme, and promises no repetition',
    (_, changes) => {
      const agreement = (nextDays: string | null, confirmedDates = twoDays.confirmedDates, today = NEXT_DAY) =>
        WRITE.convention(data({ ...changes, nextDays }, { today, request: { ...request, confirmedDates } }));
      for (const nextDays of [null, 'Objectif : Relancer un mandat échu']) {
        const { missing, isComplete } = agreement(nextDays);
        expect(missing.map(({ field, place }) => [field, place])).toEqual([['nextDays', 'dossier:nextDays']]);
        expect(isComplete).toBe(false);
        expect(plainOf(agreement(nextDays))).toMatch(
          /"Déroulé du jour 1 .*"Contenu des jours suivants, aux mêmes horaires :"\},\{"kind":"list","items":\["\[À compléter\]"/,
        );
      }
      expect(agreement('Jour 2 : relances des mandats').isComplete).toBe(true);
      expect(agreement(null, [DAY]).isComplete).toBe(true);
      expect(agreement(null, twoDays.confirmedDates, '2026-12-09').missing).toEqual([]);
    },
  );
});

describe('the payments of a contrat', () => {
  test.each<readonly [readonly string[], readonly (readonly [string, string])[]]>([
    [[DAY], [['Formation du lundi 7 décembre 2026', '139,30 €']]],
    [
      [DAY, '2026-12-08', '2026-12-09'],
      [
        ['Formation du lundi 7 décembre 2026', '139,30 €'],
        ['Formation du mardi 8 décembre 2026', '139,30 €'],
        ['Formation du mercredi 9 décembre 2026', '139,30 €'],
      ],
    ],
  ])(
    'the payments of a contrat with a deposit for %j are one schedule, which makes the price',
    (confirmedDates, rows) => {
      const own = {
        request: { ...request, confirmedDates },
        today: '2026-11-20',
        site: { ...DEPOSIT, payment: { when: 'À réception.', how: 'Par virement.' } },
      };
      const text = plainOf(WRITE.convention(data({ payer: 'self' }, own)));
      const first = confirmedDates.length * 59.7;
      const schedule = [
        [
          'Expiration du délai de dix jours, compté de la signature (article L6353-5)',
          `${first.toFixed(2).replace('.', ',')} €`,
        ],
        ...rows,
      ];
      expect(text).toContain(JSON.stringify(schedule));
      expect(text.includes('Le solde se règle par parts : au plus tôt à ces échéances')).toBe(rows.length > 1);
      const others = [WRITE.devis, WRITE.facture].map((write) => plainOf(write(data({ payer: 'self' }, own))));
      for (const one of [text, ...others])
        expect(one).toContain(
          '"Acompte de 30 % à la fin du délai de rétractation de dix jours. À réception. Par virement."',
        );
    },
  );

  test.each([true, false])(
    'a contrat that is signed keeps what it says of a deposit (%s), whatever the site says now',
    (deposit) => {
      const papers = PAPERS.map((paper) => ({
        paper,
        sentOn: null,
        signedOn: '2026-11-20',
        days: null,
        print: null,
        deposit,
      }));
      const [then, now] = [deposit, !deposit].map((asks) =>
        data({ payer: 'self', papers }, { site: asks ? DEPOSIT : site, today: '2026-11-20' }),
      );
      const told = (own: PaperData) => [
        deadlinesOf(own),
        WRITE.convention(own).fingerprint,
        plainOf(WRITE.convention(own)),
      ];
      expect(told(now as PaperData)).toEqual(told(then as PaperData));
    },
  );

  test.each([
    [null, false],
    ['2026-12-02', true],
  ])(
    'of a contrat whose mark does not tell, only a deposit that came on %s shows that it was asked for: %s',
    (depositOn, isAsked) => {
      const papers = file.papers.map((state) => ({ ...state, signedOn: '2026-11-20', deposit: null }));
      for (const own of [site, DEPOSIT]) {
        const signed = data({ payer: 'self', papers, depositOn }, { site: own, today: '2026-12-03' });
        expect(plainOf(WRITE.convention(signed)).includes('Acompte de 30 %')).toBe(isAsked);
        expect(deadlinesOf(signed).some(({ marks = [] }) => marks.some(({ fact }) => fact === 'depositOn'))).toBe(
          isAsked,
        );
      }
    },
  );

  test.each<readonly [string, Partial<DayFile>]>([
    ['a professional', { payer: 'self' }],
    ['a private person', CONSUMER],
  ])(
    'without a deposit, %s owes the price once, after the training, in the contrat as in the quote and the invoice',
    (_, changes) => {
      const own = data(changes, {
        site: { ...site, papers: { ...site.papers, paymentDays: '30' } },
        today: '2026-11-20',
      });
      for (const name of ['devis', 'convention', 'facture'] as const) {
        const text = plainOf(WRITE[name](own));
        expect(text).toContain('"Le prix se règle dans les 30 jours qui suivent la formation, sur facture."');
        expect(text).not.toMatch(/30 %|chéancier|59,70/);
      }
      expect(plainOf(WRITE.facture(own))).toContain('"Échéance","mercredi 6 janvier 2027"');
      expect(deadlinesOf(own).some(({ marks = [] }) => marks.some(({ fact }) => fact === 'depositOn'))).toBe(false);
    },
  );

  test.each([
    [site, 'le prix est dû'],
    [DEPOSIT, 'La somme d’un jour de formation qui tombe dans ce délai est due'],
  ])('a contrat puts off the price of a day that its ten days may contain', (own, words) => {
    const isPutOff = (signedOn: string | null, today: string) => {
      const papers = file.papers.map((state) => ({ ...state, signedOn, deposit: own === DEPOSIT }));
      const text = plainOf(WRITE.convention(data({ payer: 'self', papers }, { today, site: own })));
      expect(text).not.toContain('due à l’expiration');
      return text.includes(`${words} au plus tôt 15 jours après son expiration.`);
    };
    expect(isPutOff(null, '2026-11-20')).toBe(true);
    expect(isPutOff('2026-11-20', '2026-11-20')).toBe(false);
    expect(isPutOff('2026-12-04', '2026-12-05')).toBe(true);
  });

  test('in the schedule of a contrat, a day within its ten days names the day from which its price may be asked', () => {
    const own = { request: { ...request, confirmedDates: [DAY, '2027-01-12'] }, today: '2026-12-01', site: DEPOSIT };
    const contrat = plainOf(WRITE.convention(data({ payer: 'self' }, own)));
    expect(contrat).toContain(
      '["15 jours après l’expiration de ce délai, pour la formation du lundi 7 décembre 2026","139,30 €"],["Formation du mardi 12 janvier 2027","139,30 €"]',
    );
  });

  test('of several days, a contrat without a deposit is paid in shares as they are followed, if the trainee asks for it', () => {
    const contrat = (days: readonly string[]) =>
      plainOf(WRITE.convention(data({ payer: 'self' }, { request: { ...request, confirmedDates: days } })));
    const words = 'À la demande du stagiaire, le prix se règle en parts égales, une par jour suivi';
    expect(contrat([DAY, '2026-12-08'])).toContain(words);
    expect(contrat([DAY])).not.toContain(words);
  });

  test.each<readonly [signedOn: string, days: readonly string[], first: string, due: string]>([
    ['2026-11-20', [DAY], DAY, 'mardi 22 décembre 2026'],
    ['2026-12-04', [DAY], '2026-12-29', 'mardi 29 décembre 2026'],
    ['2026-12-04', [DAY, '2027-01-12'], '2027-01-12', 'mercredi 27 janvier 2027'],
  ])(
    'the price of a contrat that was signed on %s for %j is paid from %s on, as it says itself, and is due on %s',
    (signedOn, confirmedDates, first, due) => {
      const papers = file.papers.map((state) => ({ ...state, signedOn, days: confirmedDates }));
      const own = (paid?: string) =>
        data(
          { payer: 'self', papers },
          {
            today: '2026-12-06',
            request: { ...request, confirmedDates, followUp: paid ? { paid } : {} },
            site: { ...site, papers: { ...site.papers, paymentDays: '15' } },
          },
        );
      const [deadline, ...others] = deadlinesOf(own());
      expect(deadline?.marks).toEqual([{ fact: 'paid', on: null, from: first }]);
      expect(deadline?.text.replace(/\u00a0/g, ' ')).toMatch(
        new RegExp(`^Paiement de la facture : au plus tôt .* au plus tard le ${due}\\.`),
      );
      expect(others.map(({ text }) => text).join()).not.toContain('retirez cette note');
      expect(plainOf(WRITE.facture(own()))).toContain(`"Échéance","${due}"`);
      const isTooEarly = (paid: string) =>
        deadlinesOf(own(paid)).some(({ text }) => text.includes('retirez cette note'));
      expect([isTooEarly(addDays(first, -1)), isTooEarly(first)]).toEqual([true, false]);
    },
  );

  test.each([
    ['2026-11-28', '2026-11-28', true],
    [null, '2026-11-28', true],
    ['2026-11-28', '2026-12-09', false],
    ['2026-11-26', '2026-11-28', false],
    [null, '2026-11-26', false],
    [null, '2026-12-08', false],
  ])('a contrat signed on %s, seen on %s, has a day in its ten days: %s', (signedOn, today, isTold) => {
    const papers = file.papers.map((state) => ({ ...state, signedOn }));
    const own = data({ payer: 'self', papers }, { today });
    expect(withdrawalNotices(own)).toHaveLength(isTold ? 1 : 0);
    expect(withdrawalNotices({ ...own, file: { ...own.file, payer: 'agefice' } })).toEqual([]);
  });

  test.each([
    ['2026-12-07', 'a lieu'],
    ['2026-12-08', 'a eu lieu'],
  ])('on %s, a day of 7 December in the ten days of its contrat %s', (today, verb) => {
    for (const [own, words] of [
      [site, ' et le prix'],
      [DEPOSIT, ' puis 30\\s% au plus.* le reste,'],
    ] as const) {
      const papers = file.papers.map((state) => ({ ...state, signedOn: '2026-12-01', deposit: own === DEPOSIT }));
      const [notice] = withdrawalNotices(data({ payer: 'self', papers }, { today, site: own }));
      expect(notice).toMatch(
        new RegExp(
          `^La formation ${verb} le lundi 7 décembre 2026, dans les dix jours.*avant la fin du vendredi 11 décembre 2026,.*${words} au plus tôt le samedi 26 décembre 2026`,
        ),
      );
    }
  });

  test('a contrat that was signed at another price waits for its signature', () => {
    const papers = file.papers.map((state) => ({ ...state, signedOn: '2026-11-20', isValid: false }));
    const [deadline] = deadlinesOf(data({ payer: 'self', papers }, { today: '2026-12-01' }));
    expect(deadline?.text).toMatch(/^Aucun paiement avant la signature/);
  });

  test.each([
    ['self', '2026-12-01', true],
    ['self', '2026-11-20', false],
    ['agefice', '2026-12-01', false],
  ] as const)(
    'paid by %s and seen on %s, papers ask for nothing within the ten days of a contrat: %s',
    (payer, today, isSaid) => {
      const own = data({ payer }, { today, site: { ...site, papers: { ...site.papers, paymentDays: '0' } } });
      const words =
        '"Le prix se règle le dernier jour de la formation, sur facture. Dans tous les cas, au plus tôt 15 jours après l’expiration du délai de dix jours qui suit la signature du contrat (article L6353-6 du Code du travail)."';
      for (const write of [WRITE.devis, WRITE.convention, WRITE.facture])
        expect(plainOf(write(own)).includes(words)).toBe(isSaid);
      expect(renderInvoiceCsv(own).includes('Dans tous les cas')).toBe(isSaid);
      const later = data({ payer }, { ...own, today: '2026-11-20' });
      expect([...changedSince(WRITE.devis(later).fingerprint, WRITE.devis(own).fingerprint)]).toEqual([]);
    },
  );
});

describe('an agreement with a private person', () => {
  test('a consumer has fourteen days beside the ten, asks for an early start, and gets the form and the mediator', () => {
    const { blocks } = WRITE.convention(data(CONSUMER));
    const end = blocks.findIndex(({ kind }) => kind === 'annex');
    const plain = (some: typeof blocks) => plainOf({ blocks: some });
    const sentences = blocks.flatMap((block) => (block.kind === 'text' ? [plain([block])] : []));
    const about = (pattern: RegExp) => sentences.filter((sentence) => pattern.test(sentence));
    expect(about(/L6353-5/)).toEqual([
      expect.stringMatching(/^(?!.*quatorze).*dans le délai de dix jours/),
      expect.stringMatching(/☐.*laisse intact le délai de dix jours .* : qui se rétracte dans ce délai ne paie rien\./),
    ]);
    expect(about(/L221-18/)).toEqual([expect.stringMatching(/conclu à distance.*délai de quatorze jours/)]);
    expect(about(/L6353-6/)).toEqual([
      expect.stringMatching(
        /facturé une fois la formation terminée\. Aucune somme.*avant l’expiration du délai de dix jours/,
      ),
    ]);
    expect(about(/☐/)).toEqual([
      expect.stringMatching(
        /Je demande que la formation commence avant la fin.* plus de droit de rétractation au titre du Code de la consommation ;/,
      ),
    ]);
    expect(plain(blocks.slice(0, end))).toContain(
      'Médiation Ouest, 2 rue des Lilas, 35000 Rennes, https://mediateur.example (articles L612-1',
    );
    expect(plain(blocks.slice(end))).toMatch(
      /À l’attention de Atelier Relance, 1 place du Marché, 35000 Rennes, bonjour@atelier-relance.example :.*Je\/nous \(\*\)/,
    );
    expect(plainOf(WRITE.convention(data({ payer: 'self' })))).not.toMatch(/quatorze|"annex"|☐|Médiateur|médiateur/);
  });

  test('a private person whom another fund pays back has the rights of a consumer in the convention, and a professional has not', () => {
    const own = { ...CONSUMER, payer: 'other', status: 'jobseeker' } as const;
    const convention = WRITE.convention(data(own));
    const headings = convention.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
    expect(headings.slice(-3).map((title) => title.replace('\u00a0', ' '))).toEqual([
      '6. Arrêt avant la fin, inexécution',
      '7. Délai de rétractation',
      '8. Différends',
    ]);
    const text = plainOf(convention);
    expect(text).toMatch(/La présente convention est conclue à distance.*quatorze jours.*Médiation Ouest.*"annex"/);
    expect(text).not.toMatch(/L6353-5|présent contrat|redevable|au titre du Code/);
    expect(text).toMatch(
      /Si, avant la formation, le financeur refuse ou réduit .* prend fin sans frais.*propose .* contrat .*L6353-3/,
    );
    expect(text).toMatch(/Une fois la formation commencée, le client ne doit rien .* l’organisme le lui rend\./);
    const [distance] = deadlinesOf(data(own)).filter(({ text }) => text.includes('à distance'));
    expect(distance?.text).toMatch(/il peut se rétracter/);
    expect(withdrawalNotices(data(own, { today: '2026-12-01' })).join()).toMatch(/^La formation a lieu.*s’il coche/);
    expect(plainOf(WRITE.convention(data({ payer: 'other' })))).not.toMatch(/quatorze|médiateur|"annex"/);
  });

  test.each<readonly [string, Partial<DayFile>, boolean]>([
    ['a person without work', { status: 'jobseeker', siren: null }, true],
    ['a private person', { status: 'individual', siren: null }, true],
    ['a professional', { status: 'independent', siren: null }, false],
    ['somebody', { status: null, siren: null }, false],
  ])(
    'until it is known who pays for %s, the convention has the rights of a consumer or asks for a SIREN',
    (_, changes, isPrivate) => {
      const convention = WRITE.convention(data({ payer: null, ...changes }));
      expect(convention.missing.map(({ field }) => field)).toEqual(isPrivate ? ['payer'] : ['payer', 'traineeSiren']);
      expect(/quatorze jours.*Médiation Ouest.*"annex"/.test(plainOf(convention))).toBe(isPrivate);
      expect(plainOf(convention)).toContain('À choisir d’abord : qui paie.');
    },
  );

  test.each<[Partial<DayFile>, string, boolean]>([
    [{}, '2026-12-01', true],
    [{ expressRequestOn: '2026-11-27' }, '2026-12-01', true],
    [{ expressRequestOn: '2026-11-28' }, '2026-12-01', false],
    [{ expressRequestOn: '2026-12-01' }, '2026-12-01', false],
    [{}, DAY, true],
    [{}, '2026-12-08', false],
    [{ priceCents: 0 }, '2026-12-01', false],
    [{ payer: 'other', status: 'jobseeker' }, '2026-12-01', true],
    [{ status: 'independent' }, '2026-12-01', false],
  ])(
    'the agreement of a consumer that was signed on 28 November with %j, seen on %s, forbids its day: %s',
    (changes, today, isTold) => {
      const papers = file.papers.map((state) => ({ ...state, signedOn: '2026-11-28' }));
      const told = withdrawalNotices(data({ ...CONSUMER, papers, ...changes }, { today })).join();
      expect(told.includes('La formation ne peut pas avoir lieu le lundi 7 décembre 2026')).toBe(isTold);
    },
  );

  test('the space tells the last day on which a consumer may withdraw, and a day of training that comes before', () => {
    const papers = file.papers.map((state) => ({ ...state, signedOn: '2026-11-28' }));
    const told = (changes: Partial<DayFile>, today: string) => {
      const own = data({ papers, ...changes }, { today });
      return JSON.stringify([deadlinesOf(own).map(({ text }) => text), withdrawalNotices(own)]);
    };
    const early = 'elle n’a lieu que s’il coche sa demande';
    // The fourteenth day is a Saturday.
    expect(told(CONSUMER, '2026-12-01')).toMatch(/jusqu’à la fin du lundi\s14\sdécembre\s2026/);
    expect(told(CONSUMER, '2026-12-01')).not.toContain(early);
    expect(told({ ...CONSUMER, papers: [] }, '2026-12-01')).toContain(early);
    expect(told({ ...CONSUMER, papers: [] }, '2026-12-08')).not.toContain(early);
    expect(told({ payer: 'self' }, '2026-12-01')).not.toMatch(/quatorze|particulier/);
    expect(told(CONSUMER, '2026-12-14')).toContain('il peut aussi se rétracter');
    expect(told(CONSUMER, '2026-12-15')).toContain('il pouvait aussi se rétracter');
  });

  test.each<[string, Partial<DayFile>, RegExp]>([
    [
      'whose hours nobody has noted',
      { kept: null },
      /il peut aussi .*s’il a suivi toute la formation, ce droit a pris fin/,
    ],
    [
      'that was left early',
      { kept: ABSENT_MORNING },
      /il peut aussi .*il n’a pas suivi toute la formation.: ce droit reste ouvert/,
    ],
    ['that was wholly followed', {}, /il ne peut plus se rétracter.*L221-28, 1°/],
  ])(
    'after a day %s, the space says what holds of a consumer’s right that the ticked box ends',
    (_, changes, sentence) => {
      const papers = file.papers.map((state) => ({ ...state, signedOn: '2026-12-01' }));
      const own = data({ ...CONSUMER, papers, expressRequestOn: '2026-12-01', ...changes }, { today: '2026-12-09' });
      expect(
        deadlinesOf(own)
          .map(({ text }) => text)
          .join(),
      ).toMatch(sentence);
    },
  );
});

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
      expect(words).toMatch(/"Déroulé du jour 1.*"Contenu des jours suivants, aux mêmes horaires/);
      expect(words).toContain('"items":["Jour 2 : relances des mandats","Bilan"]');
      expect(words).not.toContain('Même déroulé');
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
      /"Déroulé du jour 1".*"Contenu des jours suivants, aux mêmes horaires"\},\{"kind":"list","items":\["\[À compléter\]"/,
    );
    expect(programme('Jour 2 : relances des mandats').missing).toEqual([]);
    expect(programme(null, [DAY]).missing).toEqual([]);
    expect(programme(null, twoDays.confirmedDates, '2026-12-09').missing).toEqual([]);
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

describe('the convocation', () => {
  test('a convocation has its day, that on which it went out, and the name of who sends it', () => {
    const convocation = (sentOn: string | null) =>
      plainOf(WRITE.convocation(data({ papers: file.papers.map((state) => ({ ...state, sentOn })) })));
    expect(convocation(null)).toContain('"Date","mardi 8 décembre 2026"');
    expect(convocation('2026-12-01')).toContain('"Date","mardi 1er décembre 2026"');
    expect(convocation(null)).toMatch(/Pour l’organisme, [^"]*Ada Martin/);
  });

  test.each([
    ['97490 Sainte-Clotilde\nLa Réunion', [DAY], 'La Réunion', 'de 12 h à 15 h 30 et de 16 h 30 à 21 h'],
    ['97100 Basse-Terre', [DAY], 'Guadeloupe', 'de 4 h à 7 h 30 et de 8 h 30 à 13 h'],
    ['98714 Papeete', [DAY], 'Tahiti', 'de 22 h la veille à 1 h 30 et de 2 h 30 à 7 h'],
    ['98800 Nouméa', [DAY], 'Nouvelle-Calédonie', 'de 19 h à 22 h 30 et de 23 h 30 à 4 h le lendemain'],
    [
      '97200 Fort-de-France',
      [DAY, '2027-06-15'],
      'Martinique',
      'Jour 1 : de 4 h à 7 h 30 et de 8 h 30 à 13 h (Martinique)\\nJour 2 : de 3 h à 6 h 30 et de 7 h 30 à 12 h',
    ],
  ] as const)('a convocation to %s for %j has the local hours of %s too', (town, confirmedDates, place, hours) => {
    const own = data({ address: `45 chemin Neuf, ${town}` }, { request: { ...request, confirmedDates } });
    expect(plainOf(WRITE.convocation(own))).toContain(`["Heure locale","${hours} (${place})"]`);
  });

  test.each([
    ['Hauptstr. 1, 97199 Ochsenfurt', false],
    ['Via Roma 1, 97100 Ragusa', false],
    ['12 rue du Port, 97460 Bois de Nèfles St Paul', true],
    ['45 chemin Neuf, 97200 FORT DE FRANCE CEDEX', true],
    ['2 rue du Port, 97233 Schoelcher', true],
    ['3 allée des Roses, 97425 Les Colimaçons, La Réunion', true],
  ])('of %s, a convocation has the local hours: %s', (address, isOverseas) => {
    expect(plainOf(WRITE.convocation(data({ address }))).includes('Heure locale')).toBe(isOverseas);
  });

  test('a convocation within mainland France has one time', () => {
    expect(plainOf(WRITE.convocation(data()))).not.toContain('locale');
  });
});

describe('the attendance sheet', () => {
  test('until the day is over, the hours of the attendance sheet are places to write in', () => {
    const paper = (today: string) => WRITE.emargement(data({ kept: null }, { today }));
    expect(paper(DAY).missing).toEqual([]);
    expect(textOf(paper(DAY))).toContain('Heures prévues');
    expect(textOf(paper(DAY))).toContain('lundi\\n7\u00a0décembre\u00a02026');
    expect(paper('2026-12-08').missing.map(({ field }) => field)).toEqual(['kept']);
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
    const own = (name: string) =>
      plainOf(WRITE.certificat(data({}, { site: { ...site, publisher: { ...site.publisher, name } } })));
    expect(own('Atelier du Port')).toMatch(
      /^\[\{"kind":"text","text":"Atelier du Port, dispensateur .*, représenté par Ada Martin, atteste que :"/,
    );
    expect(own('Ada Martin EI')).toContain('"Ada Martin EI, dispensateur de');
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
    expect(plainOf(WRITE.attestation(own))).toMatch(/"Évaluation, le lundi 7 décembre 2026 : [^"]/);
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
    expect(plainOf(paper('certificat', DAY))).toContain('[Après la journée]');
    expect(plainOf(paper('attestation', DAY))).not.toContain(TO_COMPLETE);
  });
});

describe('the invoice', () => {
  test.each([
    [
      'an absence',
      keptOn(DAY).map((one) => (one.half === 'morning' ? { ...one, from: null, to: null } : one)),
      '4 h 30',
    ],
    ['an early leave', LEFT_EARLY, '7 h 30'],
  ])(
    'after %s, the invoice lacks its price until the owner has said it, and the agreement keeps its own',
    (_, kept, followed) => {
      const invoice = WRITE.facture(data({ kept }));
      expect(invoice.missing.map(({ field, place }) => [field, place])).toEqual([
        ['followedPrice', 'dossier:followedCents'],
      ]);
      expect(plainOf(invoice)).toContain(`["Prix","${TO_COMPLETE}"]`);
      expect(plainOf(invoice) + renderInvoiceCsv(data({ kept }))).not.toMatch(/199 €|;199;/);
      const said = { kept, followedCents: 10_050 };
      expect(WRITE.facture(data(said)).missing).toEqual([]);
      expect(plainOf(WRITE.facture(data(said)))).toContain(`"Forfait, ${followed} suivies sur 8 h prévues"`);
      expect(plainOf(WRITE.facture(data(said)))).toContain('"Prix convenu","199 €, pour 8 h prévues"');
      expect(plainOf(WRITE.facture(data(said)))).toContain('"Total (HT = TTC)","100,50 €"');
      expect(renderInvoiceCsv(data(said))).toContain(';100,5;');
      expect(WRITE.convention(data(said)).fingerprint).toBe(WRITE.convention(data()).fingerprint);
      expect(WRITE.facture(data({ kept, priceCents: 0 })).missing).toEqual([]);
    },
  );

  test('a timetable of later changes neither what was planned for a day whose hours are noted, nor what its invoice asks', () => {
    const longer = { ...site, day: [...(site.day ?? []), { from: '18:00', to: '20:00', text: 'Questions' }] };
    const kept = keptOn(DAY).map((half) => ({ ...half, planned: 480 }));
    const own = data({ kept }, { site: longer });
    expect(WRITE.facture(own).missing).toEqual([]);
    expect(plainOf(WRITE.convention(own))).toContain('1 journée, 8 heures');
    expect(cellsOf(own)).toMatchObject({ 'Heures prévues': '8' });
    expect(WRITE.facture(data({}, { site: longer })).missing).toHaveLength(1);
    const later = '2026-12-14';
    const two = { ...own, request: { ...request, confirmedDates: [DAY, later] } };
    expect(plainOf(WRITE.convention(two))).toContain('2 journées, soit 18 heures');
  });

  test.each<readonly [string, Partial<DayFile>, readonly string[]]>([
    ['an employer', { payer: 'opco', payerSiren: null }, ['dossier:payerSiren']],
    ['an independent who pays alone', { payer: 'self', siren: null }, ['dossier:siren']],
    ['a private person', { ...CONSUMER }, []],
  ])('the invoice of %s lacks the SIREN of a client who buys for a business', (_, changes, places) => {
    const invoice = WRITE.facture(data(changes));
    expect(invoice.missing.map(({ place }) => place)).toEqual(places);
    expect(plainOf(invoice).includes(`["SIREN du client","${TO_COMPLETE}"]`)).toBe(places.length > 0);
    expect(invoice.missing.map(({ source }) => source).join()).toMatch(
      places.length > 0 ? /242 nonies A, I, 1° / : /^$/,
    );
  });

  test('only an invoice with a tax lacks the number of who charges it', () => {
    const missing = (vat: 'standard' | 'exempt') =>
      WRITE.facture(data({}, { site: { ...site, papers: { ...site.papers, vat } } })).missing.map(({ place }) => place);
    expect(missing('standard')).toEqual(['site:publisher.vat']);
    expect(missing('exempt')).toEqual([]);
  });

  test('the invoice of AGEFICE has to say that it is paid, with the day once it is', () => {
    const invoice = (payer: Payer, paid?: string) =>
      plainOf(WRITE.facture(data({ payer }, { request: { ...request, followUp: paid ? { paid } : {} } })));
    expect(invoice('agefice')).toContain('"Une fois réglée","« Acquittée », à écrire sur la facture');
    expect(invoice('agefice', '2026-12-20')).toContain(
      '"Acquittée le","dimanche 20 décembre 2026 : à écrire sur la facture',
    );
    expect(invoice('self', '2026-12-20')).toContain('"Réglée le","dimanche 20 décembre 2026"');
    expect(invoice('self')).not.toMatch(/cquittée|Acompte|Reste/);
  });

  test.each([
    ['agefice', 'franchise', 'Total (HT = TTC)'],
    ['agefice', 'exempt', 'Total (HT = TTC)'],
    ['agefice', 'standard', 'Total TTC'],
    ['fifpl', 'franchise', 'Net à payer'],
  ] as const)('the price of an invoice for %s in the regime %s is called « %s »', (payer, vat, total) => {
    const own = data({ payer }, { site: { ...site, papers: { ...site.papers, vat } } });
    expect(plainOf(WRITE.facture(own))).toContain(`["${total}","199 €"]]`);
  });

  test('of an absence for which nothing is due, the invoice says so instead of a line of nothing', () => {
    const kept = HALVES.map((half) => ({ date: DAY, half, from: null, to: null }));
    const invoice = (depositOn: string | null) =>
      plainOf(WRITE.facture(data({ ...CONSUMER, kept, followedCents: 0, depositOn })));
    expect(invoice(null)).toContain('["Prix","Rien à facturer."]');
    expect(invoice(null)).not.toMatch(/"0 €"|"sums"/);
    expect(invoice('2026-12-01')).toContain('"À rembourser","59,70 €"');
  });

  test('the data of the invoice name its number, its agreement, who owes its price and the day of the training', () => {
    const papers = file.papers.map((state) => ({ ...state, signedOn: '2026-11-20' }));
    const invoice = plainOf(WRITE.facture(data({ papers })));
    for (const row of [
      '"Numéro","Attribué par votre logiciel, dans une suite sans trou',
      '"Convention","Signée le vendredi 20 novembre 2026"',
      '"Qui règle","Camille Martin (prise en charge demandée à : AGEFICE)"',
      '"Jour","lundi 7 décembre 2026"',
    ])
      expect(invoice).toContain(row);
    const whoPays = (payer: Payer) => plainOf(WRITE.facture(data({ payer })));
    expect(whoPays('opco')).toContain(
      '"Qui règle","Agence du Port (prise en charge demandée à : son OPCO, qui peut payer directement)"',
    );
    expect(whoPays('other')).toContain(
      '"Qui règle","Camille Martin (prise en charge demandée à : Agence du Port, qui peut payer directement)"',
    );
    expect(plainOf(WRITE.facture(data({ payer: 'self', papers })))).toContain('"Contrat","Signé le vendredi');
  });

  test.each([
    ['franchise', { payer: 'self' }, true],
    ['standard', { payer: 'self' }, true],
    ['exempt', { payer: 'self' }, false],
    ['franchise', CONSUMER, false],
  ] as const)('a deposit needs an invoice of its own in the regime %s, of %j: %s', (vat, changes, isNeeded) => {
    const papers = file.papers.map((state) => ({ ...state, signedOn: '2026-11-20' }));
    const own = data(
      { papers, depositOn: '2026-12-01', ...changes },
      { site: { ...site, papers: { ...site.papers, vat } } },
    );
    const words = ' ; facture d’acompte à émettre (CGI, 289, I, 1, c), son numéro à rappeler ici."';
    const invoice = plainOf(WRITE.facture(own));
    expect(invoice).toContain('"Reçu le mardi 1er décembre 2026');
    expect(invoice.includes(words)).toBe(isNeeded);
    expect(deadlinesOf(own).some(({ text }) => text.includes('facture d’acompte'))).toBe(isNeeded);
  });

  test.each([
    ['a rest', {}, '49,75 € HT et 9,95 € de TVA', '"Reste à payer","139,30 €, soit 116,08 € HT et 23,22 € de TVA"'],
    [
      'too much paid',
      { kept: ABSENT_MORNING, followedCents: 5_000 },
      '49,75 € HT et 9,95 € de TVA',
      '"À rembourser","9,70 €, soit 8,08 € HT et 1,62 € de TVA"',
    ],
  ])('a deposit with a tax, and %s, are said without it and with it', (_, changes, deposit, left) => {
    const own = data(
      { payer: 'self', depositOn: '2026-12-20', ...changes },
      { site: { ...site, papers: { ...site.papers, vat: 'standard' } } },
    );
    expect(plainOf(WRITE.facture(own))).toContain(`"Reçu le dimanche 20 décembre 2026, soit ${deposit} ;`);
    expect(plainOf(WRITE.facture(own))).toContain(left);
  });

  test('less within the tolerance keeps the price, and the invoice says it', () => {
    const kept = (file.kept ?? []).map((one) => (one.half === 'morning' ? one : { ...one, to: '17:45' }));
    const invoice = WRITE.facture(data({ kept }));
    expect(invoice.missing).toEqual([]);
    expect(plainOf(invoice)).toContain('"1 journée, 7 h 45 suivies sur 8 h prévues","199 €","199 €"');
    expect(plainOf(WRITE.facture(data()))).toContain('"1 journée, 8 h suivies"');
  });

  test('only between professionals, the invoice has what is due for a late payment', () => {
    const invoice = (changes: Partial<DayFile>) => plainOf(WRITE.facture(data(changes)));
    expect(invoice({})).toMatch(/Indemnité forfaitaire de 40 €.*Pas d’escompte pour paiement anticipé/);
    for (const siren of [null, '732829320']) {
      const own = { payer: 'self', siren, status: 'individual' } as const;
      expect(invoice(own)).not.toMatch(/40 €|L441-10|scompte|Date à écrire/);
      expect(renderInvoiceCsv(data(own))).not.toMatch(/40 €|L441-10|scompte/);
    }
  });

  test.each<readonly [string, NonNullable<Site['payment']>, string | undefined, string]>([
    ['nothing else is agreed', { how: 'Par virement.' }, undefined, 'mercredi 6 janvier 2027'],
    ['the owner has a number of days', { when: 'À réception.' }, '15', 'mardi 22 décembre 2026'],
    [
      'the terms are in words',
      { when: 'À réception.' },
      undefined,
      'Date à écrire sur la facture, d’après les conditions',
    ],
  ])(
    'the due date of an invoice between professionals does not contradict its terms where %s',
    (_, payment, days, due) => {
      const own = data({}, { site: { ...site, payment, papers: { ...site.papers, paymentDays: days } } });
      const invoice = plainOf(WRITE.facture(own));
      expect(invoice).toContain(`"Échéance","${due}`);
      expect(invoice.includes('À réception')).toBe(days === undefined && payment.when !== undefined);
      expect(plainOf(WRITE.convention(own)).includes('dans les 15 jours qui suivent la formation')).toBe(days === '15');
      expect(deadlinesOf(own).map(({ text }) => text.replace(/[\u00a0\u202f]/g, ' '))).toContain(
        `Paiement de la facture : ${due.startsWith('Date') ? 'selon ce qui est convenu' : `au plus tard le ${due}`}.`,
      );
    },
  );

  test('after an absence of two days, the invoice has one line at the price of what was followed, in its data too', () => {
    const kept = (KEPT_TWO_DAYS ?? []).map((half, at) => (at === 3 ? { ...half, from: null, to: null } : half));
    const own = data({ kept, followedCents: 48_000 }, { request: twoDays });
    expect(plainOf(WRITE.facture(own))).toContain('"Forfait, 10 h 45 suivies sur 16 h prévues","480 €","480 €"');
    expect(cellsOf(own)).toMatchObject({
      'Quantité (BT-129)': '1',
      'Unité (BT-130)': 'LS',
      'Prix unitaire HT (BT-146)': '480',
      'Total HT (BT-109)': '480',
      'Heures prévues': '16',
      'Heures suivies': '10,75',
    });
    expect(plainOf(WRITE.devis(own))).toContain('"2 journées de 8 heures, soit 16 heures","199 €","398 €"');
  });

  test.each<readonly [string, Partial<DayFile>, string | undefined, readonly string[], readonly [string, string]]>([
    ['nothing', { depositOn: null }, undefined, [], ['', '199']],
    [
      'a deposit',
      {},
      undefined,
      ['"Acompte de 59,70 €","Reçu le dimanche 20 décembre 2026 ;', '"Reste à payer","139,30 €"', '"Total","199 €"'],
      ['59,7', '139,3'],
    ],
    ['all', {}, '2026-12-22', ['"Acompte de 59,70 €","Reçu', '"Total","199 €"'], ['199', '0']],
    [
      'a deposit on the price of the contrat, of which less was followed',
      { kept: ABSENT_MORNING, followedCents: 10_000 },
      undefined,
      ['"Acompte de 59,70 €","Reçu', '"Reste à payer","40,30 €"'],
      ['59,7', '40,3'],
    ],
    [
      'a deposit of more than was followed',
      { kept: ABSENT_MORNING, followedCents: 5_000 },
      undefined,
      ['"À rembourser","9,70 €"'],
      ['59,7', '-9,7'],
    ],
    [
      'a deposit while nobody has said what is due',
      { kept: ABSENT_MORNING },
      undefined,
      ['"Acompte de 59,70 €","Reçu'],
      ['59,7', ''],
    ],
  ])('the data of an invoice of which %s was paid say what is left to pay', (_, changes, paid, rows, amounts) => {
    const own = data(
      { payer: 'self', depositOn: '2026-12-20', ...changes },
      { request: { ...request, followUp: paid ? { paid } : {} } },
    );
    const invoice = plainOf(WRITE.facture(own));
    for (const row of rows) expect(invoice).toContain(row);
    expect(invoice.includes('Reste à payer')).toBe(rows.some((row) => row.includes('Reste')));
    const cells = cellsOf(own);
    expect([cells['Montant payé (BT-113)'], cells['Reste à payer (BT-115)']]).toEqual(amounts);
  });

  test.each<readonly [string, Partial<DayFile>]>([
    ['a deposit of more than was followed', { kept: ABSENT_MORNING, followedCents: 5_000, depositOn: '2026-12-20' }],
    ['a price of 0', { payer: 'agefice', priceCents: 0 }],
  ])('of %s, an invoice has neither a due date nor terms, as nothing is left to pay', (_, changes) => {
    const own = data(
      { payer: 'self', ...changes },
      { site: { ...site, papers: { ...site.papers, paymentDays: '30' } } },
    );
    const invoice = plainOf(WRITE.facture(own));
    for (const row of ['Échéance', 'Conditions', 'Pénalités de retard', 'Une fois réglée'])
      expect(invoice).not.toContain(`"${row}"`);
    expect(invoice.includes('"Règlement"')).toBe(changes.depositOn !== undefined);
    expect(cellsOf(own)).toMatchObject({ 'Échéance (BT-9)': '', 'Conditions de paiement (BT-20)': '' });
  });
});

describe('the data for an invoicing program', () => {
  test.each([
    ['FR 44 732829320', 'franchise', ['FR 44 732829320', '']],
    ['TVA non applicable, article 293 B du CGI.', 'exempt', ['', '732829320']],
    ['', 'franchise', ['', '732829320']],
    ['FR 44 732829320', 'standard', ['FR 44 732829320', '']],
  ] as const)(
    'a seller with « %s » in the regime %s has a number for the tax in the data of the invoice',
    (vat, regime, numbers) => {
      const publisher = { ...site.publisher, vat };
      const own = data({}, { site: { ...site, publisher, papers: { ...site.papers, vat: regime } } });
      const cells = cellsOf(own);
      const [number, id] = numbers;
      expect(plainOf(WRITE.facture(own))).toContain(
        number ? `"Numéro de TVA","${number}"` : `"Identifiant fiscal du vendeur","${id}"`,
      );
      expect([cells['Numéro de TVA du vendeur (BT-31)'], cells['Identifiant fiscal du vendeur (BT-32)']]).toEqual(
        numbers,
      );
    },
  );

  test.each([
    ['12 rue des Lilas, bâtiment B, 97400 Saint-Denis', '12 rue des Lilas', 'bâtiment B', '97400', 'Saint-Denis'],
    ['12, rue des Lilas\n35000 Rennes Cedex 7', '12, rue des Lilas', '', '35000', 'Rennes Cedex 7'],
    ['3 rue des Lilas 35000 Rennes', '3 rue des Lilas', '', '35000', 'Rennes'],
    ['Rue du Port, Bruxelles', 'Rue du Port', 'Bruxelles', '', ''],
    ['2 rue du Port, 1000 Bruxelles\nBelgique', '2 rue du Port', '1000 Bruxelles, Belgique', '', ''],
    ['Unter den Linden 1, 10117 Berlin, Allemagne', 'Unter den Linden 1', '10117 Berlin, Allemagne', '', ''],
    [
      '5 chemin Neuf\nBois-de-Nèfles\n97490 Sainte-Clotilde\nLa Réunion',
      '5 chemin Neuf',
      'Bois-de-Nèfles',
      '97490',
      'Sainte-Clotilde',
    ],
    ['BP 12, 98713 Papeete, Tahiti, France', 'BP 12', '', '98713', 'Papeete'],
    ['1 rue Ampère, 98800 Nouméa, NOUVELLE CALEDONIE', '1 rue Ampère', '', '98800', 'Nouméa'],
    ['3 rue des Lilas, 35000 Rennes, France', '3 rue des Lilas', '', '35000', 'Rennes'],
  ])('the parts of the address %j', (address, ...parts) => {
    const [head = '', line = ''] = renderInvoiceCsv(data({ address })).slice(1).split('\r\n');
    const cells = line.split(';').map((cell) => cell.replace(/^\t/, ''));
    const at = head.split(';').indexOf('Adresse du client (BT-50)');
    expect(cells.slice(at, at + 4)).toEqual(parts);
  });

  test.each([
    ['44000 Nantes', 'FR'],
    ['97400 Saint-Denis', 'RE'],
    ['97400 Saint-Denis\nLa Réunion', 'RE'],
    ['97133 Gustavia', 'BL'],
    ['97199 Ochsenfurt', ''],
    ['1000 Bruxelles', ''],
  ])('a client at %s has the country « %s » in the data of the invoice', (town, country) => {
    const [head = '', line = ''] = renderInvoiceCsv(
      data({ payer: 'company', payerAddress: `1 quai de la Fosse, ${town}` }),
    ).split('\r\n');
    expect(line.split(';')[head.split(';').indexOf('Pays du client (BT-55)')]).toBe(country);
  });

  test('the data of the invoice have the codes that a program reads, numbers that it adds, and the period as two days', () => {
    const own = data(
      { payer: 'company', payerAddress: '1 quai de la Fosse, 44000 Nantes', kept: [DAY, NEXT_DAY].flatMap(keptOn) },
      { request: { ...request, id: '3f2a91bc', confirmedDates: [DAY, NEXT_DAY], followUp: { paid: '2026-12-20' } } },
    );
    const site20 = { ...site, papers: { ...site.papers, vat: 'standard' as const, paymentDays: '30' } };
    const [head = '', line = ''] = renderInvoiceCsv({ ...own, site: site20 })
      .slice(1)
      .split('\r\n');
    const heads = head.split(';');
    const cells = Object.fromEntries(line.split(';').map((cell, at) => [heads[at], cell]));
    expect(cells).toMatchObject({
      'Référence (BT-12)': '3F2A91BC',
      'Devise (BT-5)': 'EUR',
      'Pays du client (BT-55)': 'FR',
      'SIREN du vendeur (BT-30)': '732829320',
      'Adresse du client (BT-50)': '1 quai de la Fosse',
      'Code postal (BT-53)': '44000',
      'Ville (BT-52)': 'Nantes',
      Financeur: 'l’entreprise (Agence du Port)',
      'Début de la période (BT-73)': '07/12/2026',
      'Fin de la période (BT-74)': '08/12/2026',
      'Catégorie de l’opération': 'Prestation de services',
      'Quantité (BT-129)': '2',
      'Unité (BT-130)': 'DAY',
      'Prix unitaire HT (BT-146)': '165,835',
      'Total HT (BT-109)': '331,67',
      'Taux de TVA (BT-119)': '20',
      'Montant de TVA (BT-110)': '66,33',
      'Total TTC (BT-112)': '398',
      'SIREN du client (BT-47)': '732829320',
      'Heures prévues': '16',
      'Heures suivies': '16',
      'Échéance (BT-9)': '07/01/2027',
      'Réglée le': '20/12/2026',
    });
    expect(line).not.toContain('\t');
    expect(renderInvoiceCsv(data())).toContain('VATEX-FR-FRANCHISE');
  });
});

describe('the tax', () => {
  test.each([
    ['franchise', '199\u00a0€ nets de taxe. TVA non applicable, article 293 B du CGI.'],
    ['exempt', '199\u00a0€ nets de taxe. Exonération de TVA, article 261\u20114\u20114° a du CGI.'],
    ['standard', '165,83\u00a0€ HT, plus 33,17\u00a0€ de TVA à 20\u00a0%, soit 199\u00a0€ TTC.'],
  ] as const)('the price of a regime of VAT: %s', (vat, line) => {
    const own = data({}, { site: { ...site, papers: { ...site.papers, vat } } });
    expect(textOf(WRITE.convention(own))).toContain(line);
  });

  test.each([
    ['2026-12-08', '199 € nets de taxe. TVA non', ';0;'],
    [DAY, '165,83 € HT', ';20;'],
  ])('seen on %s, papers of a day have the regime of VAT of their agreement once it is over', (today, price, rate) => {
    const papers = file.papers.map((state) => ({ ...state, vat: 'franchise' }));
    const standard: Site = { ...site, papers: { ...site.papers, vat: 'standard' } };
    const own = data({ papers }, { today, site: standard });
    expect(plainOf(WRITE.convention(own))).toContain(price);
    expect(plainOf(WRITE.facture(own)).includes('293 B')).toBe(rate === ';0;');
    expect(WRITE.facture(own).missing.length).toBe(rate === ';0;' ? 0 : 1);
    expect(renderInvoiceCsv(own)).toContain(rate);
  });

  test.each([
    ['97400 Saint-Denis', '8,5', '183,41', '15,59', '55,02', '4,68'],
    ['97110 Pointe-à-Pitre', '8,5', '183,41', '15,59', '55,02', '4,68'],
    ['97200 Fort-de-France', '8,5', '183,41', '15,59', '55,02', '4,68'],
    ['35000 Rennes', '20', '165,83', '33,17', '49,75', '9,95'],
  ])('a professional at %s is taxed at the rate of that place, %s', (town, rate, net, tax, netFirst, taxFirst) => {
    const own = data({ payer: 'self', address: `3 rue des Lilas, ${town}`, depositOn: '2026-12-20' }, { site: TAXED });
    const sums = `"sums":[["Total HT","${net} €"],["TVA à ${rate} %","${tax} €"],["Total TTC","199 €"]]`;
    for (const write of [WRITE.devis, WRITE.facture]) expect(plainOf(write(own))).toContain(sums);
    expect(plainOf(WRITE.facture(own))).toContain(`, soit ${netFirst} € HT et ${taxFirst} € de TVA ;`);
    expect(plainOf(WRITE.convention(own))).toContain(
      `["Prix","${net} € HT, plus ${tax} € de TVA à ${rate} %, soit 199 € TTC."]`,
    );
    expect(cellsOf(own)).toMatchObject({
      'Total HT (BT-109)': net,
      'Taux de TVA (BT-119)': rate,
      'Montant de TVA (BT-110)': tax,
      'Catégorie de TVA (BT-118)': 'S',
      'Code d’exonération (BT-121)': '',
    });
    expect(overseasNotices(own)).toEqual(
      rate === '8,5'
        ? [expect.stringMatching(/^Le client est un professionnel outre-mer.*la TVA de son lieu, 8,5/)]
        : [],
    );
  });

  test.each([
    ['97300 Cayenne', '294, 1'],
    ['97600 Mamoudzou', '294, 1'],
    ['97150 Marigot', '259, 1°'],
    ['98714 Papeete', '259, 1°'],
  ])('a professional at %s is charged no tax, by article %s of the CGI', (town, article) => {
    const publisher = { ...site.publisher, vat: 'FR 44 732829320' };
    const own = data({ payer: 'self', address: `3 rue des Lilas, ${town}` }, { site: { ...TAXED, publisher } });
    const mention = `TVA non applicable, article ${article} du CGI.`;
    for (const write of [WRITE.devis, WRITE.facture]) {
      expect(plainOf(write(own))).toContain('"sums":[["Net à payer","199 €"]]');
      expect(plainOf(write(own))).toContain(`["Mention","${mention}"]`);
    }
    expect(plainOf(WRITE.convention(own))).toContain(`["Prix","199 € nets de taxe. ${mention}"]`);
    const invoice = WRITE.facture(own);
    expect(invoice.missing).toEqual([]);
    expect(plainOf(invoice)).not.toMatch(/TTC|TVA à|taux/);
    expect(plainOf(invoice)).toContain('"Numéro de TVA","FR 44 732829320"');
    expect(cellsOf(own)).toMatchObject({
      'Total HT (BT-109)': '199',
      'Taux de TVA (BT-119)': '',
      'Montant de TVA (BT-110)': '0',
      'Catégorie de TVA (BT-118)': 'O',
      'Motif d’exonération (BT-120)': mention,
      'Code d’exonération (BT-121)': 'VATEX-EU-O',
      'Numéro de TVA du vendeur (BT-31)': '',
      'Identifiant fiscal du vendeur (BT-32)': '732829320',
    });
    expect(overseasNotices(own).join()).toContain(article);
  });

  test.each(['97400 Saint-Denis', '97300 Cayenne', '98714 Papeete'])(
    'sources disagree on the rate of a private person at %s, so that only the price with it is known',
    (town) => {
      const own = data({ ...CONSUMER, address: `3 rue des Lilas, ${town}`, depositOn: '2026-12-20' }, { site: TAXED });
      const [devis, contrat, facture] = [WRITE.devis, WRITE.convention, WRITE.facture].map((write) =>
        plainOf(write(own)),
      );
      for (const paper of [devis, contrat, facture]) expect(paper).not.toMatch(/165,83|33,17|20 %/);
      const sums = `"sums":[["Total HT","${TO_COMPLETE}"],["TVA (taux à confirmer)","${TO_COMPLETE}"],["Total TTC","199 €"]]`;
      expect(devis).toContain(sums);
      expect(facture).toContain(sums);
      expect(contrat).toContain(
        `["Prix","199 € TTC, dont ${TO_COMPLETE} HT et ${TO_COMPLETE} de TVA (taux à confirmer)."]`,
      );
      expect(facture).toContain('["Taux de TVA","À confirmer avec votre comptable : le client est un particulier');
      expect(facture).toContain(`, soit ${TO_COMPLETE} HT et ${TO_COMPLETE} de TVA`);
      expect(facture).not.toContain('Catégorie de TVA');
      expect(overseasNotices(own)).toEqual([
        expect.stringMatching(/^Le client est un particulier outre-mer.*écrivez à la main/),
      ]);
      expect(deadlinesOf(own).map(({ text }) => text)).toEqual(expect.arrayContaining([...overseasNotices(own)]));
      expect(cellsOf(own)).toMatchObject({
        'Prix unitaire HT (BT-146)': '',
        'Total HT (BT-109)': '',
        'Taux de TVA (BT-119)': '',
        'Montant de TVA (BT-110)': '',
        'Catégorie de TVA (BT-118)': '',
        'Total TTC (BT-112)': '199',
      });
    },
  );

  test.each(['exempt', 'franchise'] as const)(
    'overseas, a seller in the regime %s adds no tax to anybody’s price',
    (vat) => {
      for (const changes of [CONSUMER, {}]) {
        const own = data(
          { ...changes, address: '3 rue des Lilas, 97400 Saint-Denis' },
          { site: { ...site, papers: { ...site.papers, vat } } },
        );
        expect(overseasNotices(own)).toEqual([]);
        expect(plainOf(WRITE.facture(own))).not.toMatch(/Taux de TVA|TTC"/);
        expect(cellsOf(own)['Catégorie de TVA (BT-118)']).toBe('E');
      }
    },
  );
});

describe('the list of documents', () => {
  test.each<[PaperName, string, Partial<DayFile>, ReturnType<typeof progressOf>]>([
    ['facture', '2026-12-06', {}, 'later'],
    ['facture', '2026-12-07', {}, 'complete'],
    ['facture', '2026-12-08', { kept: null }, 'later'],
    ['facture', '2026-12-06', { payer: null }, 1],
    ['certificat', '2026-12-06', { kept: null }, 'later'],
    ['certificat', '2026-12-08', { kept: null }, 1],
    ['facture', '2026-12-08', { priceCents: 0 }, 'unexpected'],
  ])('the list of documents says of %s, on %s, with %j: %s', (name, today, changes, progress) => {
    const own = data(changes, { today });
    expect(progressOf(name, WRITE[name](own), own)).toBe(progress);
  });

  test.each([
    ['2026-12-07', 'complete'],
    [null, 'unexpected'],
  ])('of an invoice that is paid and went out on %s, the list of documents says: %s', (sentOn, progress) => {
    const papers = file.papers.map((one) => (one.paper === 'facture' ? { ...one, sentOn } : one));
    const own = data({ ...CONSUMER, papers }, { request: { ...request, followUp: { paid: '2026-12-08' } } });
    expect(progressOf('facture', WRITE.facture(own), own)).toBe(progress);
  });
});

describe('what a paper says otherwise than when it went out', () => {
  test('what has changed since a paper went out is the price, its own facts or texts of the site', () => {
    const fingerprintOf = (changes: Partial<DayFile>, more?: Partial<PaperData>) =>
      WRITE.convention(data(changes, more)).fingerprint;
    const then = fingerprintOf({});
    const changed = (now: string) => [...changedSince(then, now)];
    expect(changed(fingerprintOf({}, { today: '2027-12-08' }))).toEqual([]);
    expect(changed(fingerprintOf({ priceCents: 30_000 }))).toEqual(['price']);
    expect(changed(fingerprintOf({}, { site: { ...site, prices: { standard: '210' } } }))).toEqual(['price']);
    expect(changed(fingerprintOf({ address: '4 rue des Lilas, 35000 Rennes' }))).toEqual(['own']);
    expect(changed(fingerprintOf({}, { site: { ...site, videoTool: 'Autre' } }))).toEqual(['site']);
    const exempt: Site = { ...site, papers: { ...site.papers, vat: 'exempt' } };
    expect(changed(fingerprintOf({}, { site: exempt }))).toEqual(['vat']);
    expect(changed(fingerprintOf({ priceCents: 30_000 }, { site: exempt }))).toEqual(['price']);
  });

  test.each(PAPERS)('another letterhead is a change of the %s that went out', (name) => {
    const fingerprintOf = (changes: Partial<Site>) =>
      WRITE[name](data({}, { site: { ...site, ...changes } })).fingerprint;
    const publisher = { ...site.publisher, registration: 'RCS Rennes' };
    expect([...changedSince(fingerprintOf({}), fingerprintOf({ publisher }))]).toEqual(['letterhead']);
    // A fingerprint of before has no letterhead.
    expect(changedSince(fingerprintOf({}).slice(0, 29), fingerprintOf({ publisher }))).toEqual(new Set());
  });

  test.each(['devis', 'facture', 'emargement'] as const)(
    'other hours of the timetable change a %s that went out, another text of it does not',
    (name) => {
      const [morning, afternoon] = site.day ?? [];
      const fingerprintOf = (changes: object) =>
        WRITE[name](
          data(
            { kept: null },
            { today: DAY, site: { ...site, day: morning && afternoon && [morning, { ...afternoon, ...changes }] } },
          ),
        ).fingerprint;
      expect([...changedSince(fingerprintOf({}), fingerprintOf({ to: '17:00' }))]).toEqual(['site']);
      expect([...changedSince(fingerprintOf({}), fingerprintOf({ text: 'Base de contacts' }))]).toEqual([]);
    },
  );

  // Another spelling of a field would tell of changes that nobody made: give it another FORMAT.
  test('the digest of unchanged data stays as it was stored', () => {
    expect([WRITE.convention(data()).fingerprint, WRITE.attestation(data({ kept: LEFT_EARLY })).fingerprint]).toEqual([
      ...[
        expect.stringMatching(/^5o7d197h4wj2721mbwc7gbwr2ih7p/),
        expect.stringMatching(/^5wr2ih7pkf4n0ig9knmbjxwr2ih7p/),
      ],
    ]);
    expect(changedSince('1abc', WRITE.convention(data()).fingerprint)).toEqual(new Set());
  });
});

describe('the dates of law and fund', () => {
  test.each([
    [
      null,
      'en retard pour le mardi 1er décembre 2026. Il devait être déposé complet 15\u00a0jours avant la journée (règle de l’AGEFICE). S’il est parti, notez-le ici\u202f; sinon, demandez à l’AGEFICE si elle l’accepte encore. À déposer complet au plus tard le lundi 7 décembre 2026 pour le mardi 22 décembre 2026\u202f; sinon, il peut être refusé (règle de l’AGEFICE).',
    ],
    [
      '2026-11-16',
      'à déposer complet au plus tard le lundi 16 novembre 2026, 15\u00a0jours avant la journée\u202f; sinon, il peut être refusé (règle de l’AGEFICE).',
    ],
  ])(
    'of several days, the deadline of AGEFICE names which is late while its file was filed on %s',
    (fundingFiledOn, text) => {
      const own = data({ payer: 'agefice', fundingFiledOn }, { today: '2026-11-29' });
      const request = { ...own.request, confirmedDates: ['2026-12-01', '2026-12-22'] };
      expect(deadlinesOf({ ...own, request })[0]?.text).toBe(`Dossier AGEFICE\u00a0: ${text}`);
    },
  );

  test.each([
    ['2026-11-14', 'not yet told in short'],
    ['2026-11-15', 'Dossier AGEFICE\u00a0: à déposer au plus tard le dim. 22\u00a0nov.'],
    ['2026-11-23', 'Dossier AGEFICE\u00a0: en retard'],
  ])('on %s, the deadline of AGEFICE for 7 December is « %s »', (today, near) => {
    const [deadline] = deadlinesOf(data({ payer: 'agefice', fundingFiledOn: null }, { today }));
    expect(deadline?.near ?? 'not yet told in short').toBe(near);
  });

  test('the days that law and fund set', () => {
    expect(lastUnpayableDay('2026-12-28')).toBe('2027-01-07');
  });
});

describe('the typography', () => {
  test('the spaces and hyphens of French typography', () => {
    expect(typeset('« Oui » : 8 heures, 30 % ; non !')).toBe(
      '«\u202fOui\u202f»\u00a0: 8\u00a0heures, 30\u00a0%\u202f; non\u202f!',
    );
    const whole = [
      'mardi 15 décembre 2026',
      'mardi 1er décembre',
      '732 829 320',
      '53 35 12345 67',
      '06 12 34 56 78',
      '1 à 5',
    ];
    for (const one of whole) expect(typeset(one)).toBe(one.replaceAll(' ', '\u00a0'));
    expect(typeset('une demi-journée, par e-mail.')).toBe('une demi\u2011journée, par e\u2011mail.');
    const addresses = [
      'e-mail@port.example',
      'e-mail.ada@port.example',
      'ada_e-mail@port.example',
      'https://port.example/e-mail',
    ];
    for (const address of addresses) expect(typeset(address)).toBe(address);
    expect(typeset("l'accueil")).toBe('l’accueil');
    expect(typeset('L6353-4, 5° ; D6313-3-1 et (261-4-4° a), 12-14 rue du Port')).toBe(
      'L6353\u20114, 5°\u202f; D6313\u20113\u20111 et (261\u20114\u20114° a), 12-14 rue du Port',
    );
  });
});
