/** @jest-environment node */

import { type DayFile, HALVES, PAPERS, PAYERS, type Payer } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { OBJECTIVES } from '@site/contract/offer';
import { TO_COMPLETE } from '@site/contract/to-complete';
import { exampleSite } from '@site/shared-ui/testing';
import { exampleRequest } from '../../testing/examples';
import { EMPTY_FILE } from '../../testing/file-handlers';
import { WRITE } from './all-papers';
import { lastReimbursementDay, lastUnpayableDay } from './deadlines';
import { FIELDS, type FieldName, type PaperData } from './fields';
import { renderInvoiceCsv } from './money';
import { changedSince, typeset } from './paper';

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
  papers: {
    title: 'Automatiser ses relances et ses contacts',
    region: 'Bretagne',
    earlyLeave: 'Les heures suivies sont dues.',
    assistance: 'La formatrice répond au téléphone pendant la journée.',
    rules: 'https://atelier-relance.example/reglement',
    vat: 'franchise',
  },
};

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
  kept: HALVES.map((half) => ({
    date: DAY,
    half,
    from: half === 'morning' ? '09:00' : '13:30',
    to: half === 'morning' ? '12:30' : '17:30',
  })),
  results: OBJECTIVES.map((objective) => ({ objective, result: 'reached' })),
};

const request = exampleRequest(1, { status: 'confirmee', dates: [DAY], confirmedDates: [DAY] });
const data = (changes: Partial<DayFile> = {}, more: Partial<PaperData> = {}): PaperData => ({
  ...{ request, site, today: '2026-12-08' },
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
  if (where === 'request') {
    return { ...from, request: { ...from.request, ...(field === 'days' ? { confirmedDates: [] } : { name: '' }) } };
  }
  if (where === 'dossier') return { ...from, file: { ...from.file, [key]: null } };
  const [first = '', second] = key.split('.');
  const inner = (from.site as unknown as Record<string, object | undefined>)[first];
  return { ...from, site: { ...from.site, [first]: second ? { ...inner, [second]: '' } : undefined } as Site };
}

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
const bare = (payer: Payer) =>
  FIELD_NAMES.filter((field) => field !== 'payer').reduce((from, field) => without(field, from), data({ payer }));

const agreements = PAYERS.map((payer) => ['convention', payer] as const);
const others = PAPERS.filter((name) => name !== 'convention').map((name) => [name, 'agefice'] as const);
const ofEmployer = [['devis', 'company'] as const, ['facture', 'opco'] as const];

test.each([...agreements, ...others, ...ofEmployer])(
  '%s, paid by %s, is complete with all its fields, and names each that is missing with its source and marks its place',
  (name, payer) => {
    const write = WRITE[name];
    const whole = write(data({ payer }));
    expect(whole.missing).toEqual([]);
    expect(JSON.stringify(whole)).not.toContain(TO_COMPLETE);
    const mandatory = write(bare(payer)).missing;
    expect(mandatory.length).toBeGreaterThan(5);
    for (const { field, source } of mandatory) {
      expect(source).toMatch(/^(?:Code|Qualiopi|AGEFICE|Arrêté|CGI)/);
      const paper = write(without(field, data({ payer })));
      const isNamed = paper.missing.some((missing) => missing.field === field);
      const isMarked = JSON.stringify(paper).includes(TO_COMPLETE);
      expect({ field, isNamed, isMarked }).toEqual({ field, isNamed: true, isMarked: true });
      // Days are stored beside it, and hours are written on the sheet that went out.
      if (field !== 'days' && field !== 'kept') expect(paper.print).not.toBe(whole.print);
      expect(paper.missing).toContainEqual(expect.objectContaining({ field, place: placeOf(field, data({ payer })) }));
    }
  },
);

test('a paper without its payer is a convention that lacks it, and the trainee alone gets a contrat', () => {
  expect(WRITE.convention(data({ payer: null }))).toMatchObject({
    title: 'Convention de formation professionnelle',
    missing: [{ field: 'payer' }],
  });
  expect(WRITE.convention(data({ payer: 'self' })).title).toBe('Contrat de formation professionnelle');
});

const textOf = (paper: { readonly blocks: unknown }) => JSON.stringify(paper.blocks);

test.each([
  ['franchise', '199\u00a0€ net de taxe. TVA non applicable, article 293 B du CGI.'],
  ['exempt', '199\u00a0€ net de taxe. Exonérée de TVA, article 261-4-4° a du CGI.'],
  ['standard', '165,83\u00a0€ HT, plus 33,17\u00a0€ de TVA à 20\u00a0%, soit 199\u00a0€ TTC.'],
] as const)('the price of a regime of VAT: %s', (vat, line) => {
  const own = data({}, { site: { ...site, papers: { ...site.papers, vat } } });
  expect(textOf(WRITE.convention(own))).toContain(line);
});

test('a price of 0 is a price, and asks for no instalment', () => {
  const paper = WRITE.convention(data({ payer: 'self', priceCents: 0 }));
  expect(paper.missing).toEqual([]);
  expect(textOf(paper)).toContain('0\u00a0€ net de taxe');
  expect(textOf(paper)).not.toContain('30\u00a0%');
  expect(textOf(WRITE.convention(data({ payer: 'self' })))).toContain('soit 59,70\u00a0€ au plus');
});

test('a sole trader is not represented by herself, and a body is', () => {
  const own = (name: string) =>
    textOf(WRITE.convention(data({}, { site: { ...site, publisher: { ...site.publisher, name } } })));
  expect(own('Ada Martin EI')).not.toContain('représenté par');
  expect(own('Atelier du Port')).toContain('représenté par Ada Martin');
});

test('until the day is over, the hours of the attendance sheet are places to write in', () => {
  const paper = (today: string) => WRITE.emargement(data({ kept: null }, { today }));
  expect(paper(DAY).missing).toEqual([]);
  expect(textOf(paper(DAY))).toContain('Heures prévues');
  expect(textOf(paper(DAY))).toContain('lundi 7\u00a0décembre\u00a02026');
  expect(paper('2026-12-08').missing.map(({ field }) => field)).toEqual(['kept']);
});

test('only a tax that is charged makes a price without it and a row of its own', () => {
  const quote = (vat: 'standard' | 'exempt') =>
    textOf(WRITE.devis(data({}, { site: { ...site, papers: { ...site.papers, vat } } })));
  expect(quote('standard')).toContain('Prix HT');
  expect(quote('standard')).not.toContain('Mention');
  expect(quote('exempt')).not.toContain('HT');
  expect(quote('exempt')).toContain('Mention');
});

test('only who is employed is said to be', () => {
  const certificate = (status: DayFile['status']) => textOf(WRITE.certificat(data({ payer: 'company', status })));
  expect(certificate('employee')).toContain('Salarié(e) de');
  expect(certificate('independent')).not.toContain('Salarié(e) de');
});

test('an absent half-day is said, and does not count', () => {
  const [morning] = file.kept ?? [];
  const kept = [...(morning ? [morning] : []), { date: DAY, half: 'afternoon', from: null, to: null } as const];
  const paper = WRITE.certificat(data({ kept }));
  expect(paper.missing).toEqual([]);
  expect(textOf(paper)).toContain('3\u00a0h\u00a030');
  expect(textOf(WRITE.attestation(data({ kept })))).toContain('Absent');
});

test('who was absent all day gets no certificate, and the sheet says it', () => {
  const kept = HALVES.map((half) => ({ date: DAY, half, from: null, to: null }));
  for (const write of [WRITE.certificat, WRITE.attestation]) {
    expect(write(data({ kept })).missing.map(({ field }) => field)).toEqual(['followed']);
  }
  expect(WRITE.emargement(data({ kept })).missing).toEqual([]);
});

test('a name in Arabic does not reorder the words around it', () => {
  const own = data({}, { request: { ...request, name: 'سلمى' } });
  expect(textOf(WRITE.convention(own))).toContain('\u2068سلمى\u2069');
});

test('the data of the invoice have the codes that a program reads, numbers that it adds, and the period as two days', () => {
  const own = data(
    { payer: 'company', payerAddress: '1 quai de la Fosse, 44000 Nantes' },
    { request: { ...request, confirmedDates: [DAY, '2026-12-08'], followUp: { paid: '2026-12-20' } } },
  );
  const site20 = { ...site, papers: { ...site.papers, vat: 'standard' as const } };
  const [head = '', line = ''] = renderInvoiceCsv({ ...own, site: site20 })
    .slice(1)
    .split('\r\n');
  const heads = head.split(';');
  const cells = Object.fromEntries(line.split(';').map((cell, at) => [heads[at], cell]));
  expect(cells).toMatchObject({
    'Adresse du client (BT-50)': '1 quai de la Fosse, 44000 Nantes',
    Financeur: 'l’entreprise (Agence du Port)',
    'Début de la période (BT-73)': '07/12/2026',
    'Fin de la période (BT-74)': '08/12/2026',
    'Total HT (BT-109)': '331,67',
    'Taux de TVA (BT-119)': '20',
    'Montant de TVA (BT-110)': '66,33',
    'Total TTC (BT-112)': '398',
    'SIREN du client (BT-47)': '732829320',
    'Quantité (heures) (BT-129)': '16',
    'Réglée le': '20/12/2026',
  });
  expect(line).not.toContain('\t');
  expect(renderInvoiceCsv(data())).toContain('VATEX-FR-FRANCHISE');
});

test('what has changed since a paper went out is the price, its own facts or texts of the site', () => {
  const print = (changes: Partial<DayFile>, more?: Partial<PaperData>) => WRITE.convention(data(changes, more)).print;
  const then = print({});
  const changed = (now: string) => [...changedSince(then, now)];
  expect(changed(print({}, { today: '2027-12-08' }))).toEqual([]);
  expect(changed(print({ priceCents: 30_000 }))).toEqual(['price']);
  expect(changed(print({}, { site: { ...site, prices: { standard: '210' } } }))).toEqual(['price']);
  expect(changed(print({ address: '4 rue des Lilas, 35000 Rennes' }))).toEqual(['own']);
  expect(changed(print({}, { site: { ...site, videoTool: 'Autre' } }))).toEqual(['site']);
});

test('the hours that are written on an attendance sheet change nothing in it, nor does the next day', () => {
  const print = (kept: DayFile['kept'], today: string) => WRITE.emargement(data({ kept }, { today })).print;
  expect(print(file.kept, '2026-12-08')).toBe(print(null, DAY));
});

// Another spelling of a field would tell of changes that nobody made: give it another FORMAT.
test('the digest of unchanged data stays as it was stored', () => {
  expect([WRITE.convention(data()).print, WRITE.attestation(data()).print]).toEqual([
    ...['2o7d197h4wj2721qtir6qh', '2wr2ih7pkf4n0ig9knmbjx'],
  ]);
  expect(changedSince('1abc', WRITE.convention(data()).print)).toEqual(new Set());
});

test('the spaces of French typography', () => {
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
  for (const address of ['e-mail@port.example', 'https://port.example/e-mail']) expect(typeset(address)).toBe(address);
});

test('the days that law and fund set', () => {
  expect(lastUnpayableDay('2026-12-28')).toBe('2027-01-07');
  expect(lastReimbursementDay('2026-10-31')).toBe('2027-02-28');
});
