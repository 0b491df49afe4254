import { dayField, renderCsv } from '@site/contract/csv';
import { upperFirst } from '../content/dates';
import { addressRows, countryCodeOf } from './addresses';
import {
  clientNumberName,
  FIELDS,
  followedDays,
  followedMinutesOf,
  forfeitOf,
  plannedTotal,
  withFollowedPrice,
} from './fields';
import {
  depositOf,
  dueDay,
  fundOf,
  hasNoTerms,
  invoicedUnits,
  isPaid,
  isZeroInvoice,
  mayBePaidInParts,
  unitPrice,
} from './money';
import { bodyNameOf, referenceOf } from './paper';
import { asAgreed, isEmployer, type PaperData, signedOnOf } from './paper-data';
import { lateRows } from './parties';
import { amountsOf, isClientAbroad, isPriced, vatOf } from './tax';
import { afterWithdrawal } from './withdrawal';

/** The invoice names the kind of operation: CGI, annexe II, 242 nonies A, I. */
export const CATEGORY = 'Prestation de services';

interface InvoiceRow {
  readonly label: string;
  /** Term of EN 16931; empty for what it does not have. */
  readonly term: string;
  /** A program adds numbers. */
  readonly value: string | number;
  /** Shown in the document, which has the others in its own words. */
  readonly isCode: boolean;
}

const inHours = (minutes: number) => Math.round((minutes / 60) * 100) / 100;

/**
 * The category E needs BT-31 or BT-32 of its seller (EN 16931, BR-E-02). Without a tax, the owner may have written
 * there why there is none.
 */
export function vatNumberOf({ site: { papers, publisher } }: PaperData): string {
  if (papers?.vat === 'standard') return publisher.vat;
  return /\bFR\s?[\dA-Z]{2}(?:\s?\d){9}\b/.exec(publisher.vat)?.[0] ?? '';
}

export function invoiceRows(data: PaperData): readonly InvoiceRow[] {
  const { site, request } = data;
  const { net, tax, total, rate } = amountsOf(data);
  const { mention, category, exemption } = vatOf(data);
  const days = followedDays(data);
  const row =
    (isCode: boolean) =>
    (label: string, term: string, value: string | number | null | undefined): InvoiceRow => ({
      label,
      term,
      value: value ?? '',
      isCode,
    });
  const [own, code] = [row(false), row(true)];
  const sellerSiren = FIELDS.bodySiren.read(data).replace(/\s/g, '');
  // Out of scope of the tax, an invoice may not have the number (EN 16931, BR-O-02).
  const vatNumber = category === 'O' ? '' : vatNumberOf(data).replace(/\s/g, '');
  const needsTaxId = category !== '' && rate === 0 && vatNumber === '';
  const followedMinutes = followedMinutesOf(data);
  const units = invoicedUnits(data);
  const paid = isPaid(data) ? total : depositOf(data);
  const priced = (amount: number | null) => (isPriced(data) ? amount : '');
  const known = (amount: number | null) => (FIELDS.followedPrice.read(data) ? priced(amount) : '');
  const ofLine = <Value>(value: Value) => (isZeroInvoice(data) ? '' : value);
  return [
    own('Référence', 'BT-12', referenceOf(data)),
    code('Devise', 'BT-5', 'EUR'),
    own('Vendeur', 'BT-27', bodyNameOf(data)),
    own('Forme juridique du vendeur', 'BT-33', site.publisher.legalForm),
    own('SIREN du vendeur', 'BT-30', sellerSiren),
    own('Numéro de TVA du vendeur', 'BT-31', vatNumber),
    code('Identifiant fiscal du vendeur', 'BT-32', needsTaxId ? sellerSiren : ''),
    own('Client', 'BT-44', FIELDS.clientName.read(data)),
    ...addressRows(FIELDS.clientAddress.read(data)).map((part) => own(...part)),
    code('Pays du client', 'BT-55', countryCodeOf(FIELDS.clientAddress.read(data))),
    own(...clientNumberCell(data)),
    own('Stagiaire', '', request.name),
    own('Financeur', '', payerWithName(data)),
    own('Début de la période', 'BT-73', dayField(days[0] ?? '')),
    own('Fin de la période', 'BT-74', dayField(days.at(-1) ?? '')),
    own('Désignation', 'BT-153', site.papers?.title),
    own('Catégorie de l’opération', '', CATEGORY),
    own('Quantité', 'BT-129', ofLine(units.count)),
    code('Unité', 'BT-130', ofLine(units.code)),
    own('Heures prévues', '', inHours(plannedTotal(data))),
    own('Heures suivies', '', followedMinutes === null ? '' : inHours(followedMinutes)),
    own('Prix unitaire HT', 'BT-146', ofLine(known(unitPrice(units.count, data)))),
    own('Total HT', 'BT-109', ofLine(known(net / 100))),
    own('Taux de TVA', 'BT-119', ofLine(category === 'O' || category === '' ? '' : rate)),
    own('Montant de TVA', 'BT-110', ofLine(known(tax / 100))),
    own('Motif d’exonération', 'BT-120', ofLine(rate === 0 ? mention : '')),
    own('Total TTC', 'BT-112', ofLine(known(total / 100))),
    own('Dédit, à facturer à part', '', forfeitOf(data) / 100 || ''),
    own('Montant payé', 'BT-113', paid === 0 ? '' : isPaid(data) ? known(paid / 100) : priced(paid / 100)),
    own('Reste à payer', 'BT-115', mayBePaidInParts(data) ? '' : known((total - paid) / 100)),
    code('Catégorie de TVA', 'BT-118', ofLine(category)),
    code('Code d’exonération', 'BT-121', ofLine(exemption)),
    own('Échéance', 'BT-9', hasNoTerms(data) ? '' : dayField(dueDay(data))),
    own('Conditions de paiement', 'BT-20', termsInLine(data)),
    own('Réglée le', '', dayField(request.followUp.paid ?? '')),
  ];
}

/** A number of VAT begins with the code of its country, in Greece with EL (EN 16931, BR-CO-09). */
function clientNumberCell(data: PaperData): readonly [label: string, term: string, number: string | null] {
  const { file } = data;
  const number = isEmployer(file) ? file.payerSiren : file.siren;
  const country = countryCodeOf(FIELDS.clientAddress.read(data)).replace('GR', 'EL');
  const isVatNumber = isClientAbroad(data) && country !== '' && number?.startsWith(country);
  return [`${upperFirst(clientNumberName(data))} du client`, isVatNumber ? 'BT-48' : 'BT-47', number];
}

function termsInLine(data: PaperData): string {
  if (hasNoTerms(data)) return '';
  const late = lateRows(data).map((row) => row.join(' : '));
  return [FIELDS.payment.read(data) + afterWithdrawal(data, signedOnOf(data)), ...late].join(' ').trim();
}

/** « l’entreprise (Agence du Port) ». The file has no name of an OPCO. */
function payerWithName(data: PaperData): string {
  if (data.file.payer === 'agefice') return fundOf(data);
  const funder = FIELDS.payer.read(data);
  const name = FIELDS.payerName.read(data);
  const isNamed = data.file.payer === 'company' || data.file.payer === 'other';
  return isNamed && name ? `${funder} (${name})` : funder;
}

/** One line with a heading for each value, for a program that makes invoices. */
export const renderInvoiceCsv = (data: PaperData): string =>
  renderCsv(
    invoiceRows(withFollowedPrice(asAgreed(data))).map(
      ({ label, term, value }) => [term ? `${label} (${term})` : label, () => value] as const,
    ),
    [data],
  );
