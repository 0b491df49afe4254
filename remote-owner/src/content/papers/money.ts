import { centsInEuros, TRAINING_HOURS } from '@site/contract/offer';
import { dayField, renderCsv } from '@site/supabase/requests-csv';
import { formatDay } from '../dates';
import { amountsOf, FIELDS, isEmployer, type PaperData, plannedDuration } from './fields';
import { definePaper, facts, heading, SIGNED_AT, text } from './paper';
import { VAT_LINES } from './site-fields';

const QUOTE = 'Code de la consommation, L111-1 et L112-1 (prix et prestation avant le contrat)';
const SELLER = 'Code de commerce, R123-237 (SIREN sur les documents)';

/** A tax that is charged has its own row, and needs no mention. */
const amountRows = (data: PaperData, mention: string) => {
  const { net, tax, total, rate } = amountsOf(data);
  return [
    rate ? (['Total HT', centsInEuros(net)] as const) : null,
    rate ? ([`TVA à ${rate} %`, centsInEuros(tax)] as const) : null,
    [rate ? 'Total TTC' : 'Net à payer', centsInEuros(total)] as const,
    rate ? null : (['Mention', mention] as const),
  ];
};

const lineTable = (title: string, days: string, data: PaperData) =>
  ({
    kind: 'table',
    widths: [60, 22, 18],
    head: ['Désignation', 'Quantité', amountsOf(data).rate ? 'Prix HT' : 'Prix'],
    rows: [[`${title} – ${days}, à distance`, plannedDuration(data), centsInEuros(amountsOf(data).net)]],
  }) as const;

export const writeQuote = definePaper({
  title: 'Devis',
  mandatory: {
    bodyName: SELLER,
    bodyAddress: SELLER,
    bodySiren: SELLER,
    clientName: QUOTE,
    clientAddress: QUOTE,
    title: QUOTE,
    days: QUOTE,
    payment: QUOTE,
    vat: 'CGI, 261-4-4° a, 293 B ou 278 (régime de TVA)',
  },
  blocks: (field, data) => [
    facts(
      ['Date', formatDay(data.today)],
      ['Client', `${field.clientName}, ${field.clientAddress}`],
      ['Stagiaire', FIELDS.traineeName.read(data)],
    ),
    lineTable(field.title, field.days, data),
    facts(...amountRows(data, field.vat)),
    facts(['Règlement', field.payment]),
    {
      kind: 'signatures',
      parties: [
        [`Pour l’organisme, ${field.bodyName}`, `${SIGNED_AT}\nCachet et signature`],
        ['Le client', `${SIGNED_AT}\n« Bon pour accord » et signature`],
      ],
    },
  ],
});

const INVOICE = 'CGI, 289 et annexe II, 242 nonies A';

/** What an invoicing program needs. It has no number: an approved platform issues invoices from 1 September 2027. */
export const writeInvoiceData = definePaper({
  title: 'Données de la facture',
  mandatory: {
    bodyName: INVOICE,
    bodyAddress: INVOICE,
    bodySiren: SELLER,
    clientName: INVOICE,
    clientAddress: INVOICE,
    payer: INVOICE,
    title: INVOICE,
    days: INVOICE,
    vat: 'CGI, 261-4-4° a, 293 B ou 278 (régime de TVA)',
  },
  blocks: (field, data) => [
    text('Ceci n’est pas une facture : votre logiciel de facturation l’émet et la numérote.'),
    facts(
      ['Client', field.clientName],
      ['Adresse du client', field.clientAddress],
      ['Financeur', data.file.payer ? funderOf(data) : field.payer],
      ...invoiceRows(data).flatMap(({ label, value, isFurther }) =>
        isFurther && value ? [[label, String(value)] as const] : [],
      ),
    ),
    heading('Ligne'),
    lineTable(field.title, field.days, data),
    facts(...amountRows(data, field.vat)),
  ],
});

/** Codes of EN 16931, on which Factur-X is built: category of the tax, and why there is none. */
const EXEMPTION = { exempt: 'VATEX-EU-132-1I', franchise: 'VATEX-FR-FRANCHISE', standard: '' } as const;

interface InvoiceRow {
  readonly label: string;
  /** Term of EN 16931; empty for what it does not have. */
  readonly term: string;
  /** A program adds numbers. */
  readonly value: string | number;
  /** Shown in the document, which has the others in its own words. */
  readonly isFurther: boolean;
}

const euros = (cents: number) => cents / 100;

function invoiceRows(data: PaperData): readonly InvoiceRow[] {
  const { file, site, request } = data;
  const { net, tax, total, rate } = amountsOf(data);
  const vat = site.papers?.vat;
  const { confirmedDates: days, followUp } = request;
  const row =
    (isFurther: boolean) =>
    (label: string, term: string, value: string | number | null | undefined): InvoiceRow => ({
      ...{ label, term, value: value ?? '', isFurther },
    });
  const [own, further] = [row(false), row(true)];
  return [
    own('Client', 'BT-44', FIELDS.clientName.read(data)),
    own('Adresse du client', 'BT-50', FIELDS.clientAddress.read(data)),
    own('Financeur', '', funderOf(data)),
    own('Début de la période', 'BT-73', dayField(days[0] ?? '')),
    own('Fin de la période', 'BT-74', dayField(days.at(-1) ?? '')),
    own('Désignation', 'BT-153', site.papers?.title),
    own('Total HT', 'BT-109', euros(net)),
    own('Taux de TVA', 'BT-119', vat && rate),
    own('Montant de TVA', 'BT-110', euros(tax)),
    own('Motif d’exonération', 'BT-120', vat && !rate ? VAT_LINES[vat] : ''),
    own('Total TTC', 'BT-112', euros(total)),
    further('SIREN du client', 'BT-47', isEmployer(file) ? file.payerSiren : file.siren),
    further('Stagiaire', '', request.name),
    further('Quantité (heures)', 'BT-129', days.length * TRAINING_HOURS),
    further('Catégorie de TVA', 'BT-118', vat && (rate ? 'S' : 'E')),
    further('Code du motif d’exonération', 'BT-121', vat && EXEMPTION[vat]),
    further('Numéro de TVA de l’organisme', 'BT-31', vat === 'standard' ? site.publisher.vat : ''),
    further('Réglée le', '', dayField(followUp.paid ?? '')),
  ];
}

/** « l’OPCO de l’employeur (Agence du Port) » */
function funderOf(data: PaperData): string {
  const funder = FIELDS.payer.read(data);
  const name = FIELDS.payerName.read(data);
  const isNamed = isEmployer(data.file) || data.file.payer === 'other';
  return isNamed && name ? `${funder} (${name})` : funder;
}

/** One line with a heading for each value, for a program that makes invoices. */
export const renderInvoiceCsv = (data: PaperData): string =>
  renderCsv(
    invoiceRows(data).map(({ label, term, value }) => [term ? `${label} (${term})` : label, () => value] as const),
    [data],
  );
