import { type DayFile, HALVES, isOwnFund, type PaperName, type PaperState } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { OBJECTIVES } from '@site/contract/offer';
import { exampleSite } from '@site/shared-ui/testing';
import { FIELDS, type FieldName } from '../../src/papers/fields';
import { renderInvoiceCsv } from '../../src/papers/invoice-data';
import type { PaperData } from '../../src/papers/paper-data';
import { exampleRequest } from '../../src/testing/examples';
import { EMPTY_FILE } from '../../src/testing/file-handlers';

export const DAY = '2026-12-07';

export const site: Site = {
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

export const keptOn = (date: string) =>
  HALVES.map((half) =>
    half === 'morning' ? { date, half, from: '09:00', to: '12:30' } : { date, half, from: '13:30', to: '18:00' },
  );

export const file: DayFile = {
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
export const LEFT_EARLY = (file.kept ?? []).map((one) => (one.half === 'morning' ? one : { ...one, to: '17:30' }));

export const ABSENT_MORNING = HALVES.map((half) =>
  half === 'morning' ? { date: DAY, half, from: null, to: null } : { date: DAY, half, from: '13:30', to: '17:30' },
);

export const request = exampleRequest(1, { status: 'confirmee', dates: [DAY], confirmedDates: [DAY] });

export const data = (changes: Partial<DayFile> = {}, more: Partial<PaperData> = {}): PaperData => ({
  request,
  site,
  today: '2026-12-08',
  videoLink: 'https://visio.example/e-mail',
  file: { ...file, ...(isOwnFund(changes.payer ?? file.payer) && { payerName: null }), ...changes },
  ...more,
});

export function placeOf(field: FieldName, from: PaperData): string {
  const { place } = FIELDS[field];
  return typeof place === 'function' ? place(from) : place;
}

/** The marks of all papers, in which one of them, or each, has this one. */
export const marked = (mark: Partial<PaperState>, name?: PaperName) =>
  file.papers.map((state) => (name === undefined || state.paper === name ? { ...state, ...mark } : state));

export const siteWith = (papers: Site['papers']): Site => ({ ...site, papers: { ...site.papers, ...papers } });

/** The data without what a field is read from. */
export function without(field: FieldName, from: PaperData): PaperData {
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

/** A person who pays alone, and for no business. */
export const CONSUMER = { payer: 'self', siren: null, status: 'individual' } as const;

export const textOf = (paper: { readonly blocks: unknown }) => JSON.stringify(paper.blocks);

export const DEPOSIT = siteWith({ deposit: true });

/** Reads a paper with ordinary spaces and hyphens. */
export const plainOf = (paper: { readonly blocks: unknown }) =>
  textOf(paper)
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('\u2011', '-');

export const NEXT_DAY = '2026-12-08';

export const twoDays = { ...request, confirmedDates: [DAY, NEXT_DAY] };

/** 7 h 30, then 7 h 45. */
export const KEPT_TWO_DAYS: DayFile['kept'] = [
  ...LEFT_EARLY,
  { date: NEXT_DAY, half: 'morning', from: '09:00', to: '12:15' },
  { date: NEXT_DAY, half: 'afternoon', from: '13:30', to: '18:00' },
];

/** The cells of the data for an invoicing program, by their headings. */
export function cellsOf(from: PaperData): Readonly<Record<string, string>> {
  const [head = '', line = ''] = renderInvoiceCsv(from).slice(1).split('\r\n');
  const cells = line.split(';');
  return Object.fromEntries(head.split(';').map((name, at) => [name, cells[at] ?? '']));
}
