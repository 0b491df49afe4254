import { isContract } from '@site/contract/day-papers';
import { centsInEuros } from '@site/contract/prices';
import { formatDay, formatDays, formatDuration } from '../content/dates';
import { titleOf } from '../content/paper-names';
import { addressRows, countryNameOf } from './addresses';
import {
  beyondFollowed,
  dayWord,
  FIELDS,
  followedDays,
  followedDuration,
  forfeitOf,
  hasFollowedLess,
  isCancelled,
  ofPlanned,
  plannedDuration,
  plannedTotal,
  withFollowedPrice,
} from './fields';
import { CATEGORY, invoiceRows, vatNumberOf } from './invoice-data';
import {
  clientNumberRow,
  depositOf,
  depositRows,
  dueDay,
  fundOf,
  hasNoTerms,
  invoicedUnits,
  isDueOnReceipt,
  isNothingDue,
  isPaid,
  isZeroInvoice,
  lineTable,
  mayBePaidInParts,
  mentionRow,
  needsDepositInvoice,
  partsRow,
  requestedFrom,
  SELLER_LAW,
} from './money';
import { type Block, definePaper, heading, referenceOf, requiredBy, terms, text, type WritePaper } from './paper';
import { asAgreed, asksAgefice, isProfessional, type PaperData, paperState, signedOnOf } from './paper-data';
import { lateRows, namedWithForm, opcoRow } from './parties';
import { dayRow } from './programme';
import { amountsOf, isPriced, vatOf } from './tax';
import { afterWithdrawal, isUnpayable } from './withdrawal';

const INVOICE = 'CGI, 289 et annexe II, 242 nonies A';

const INVOICE_FIELDS = {
  bodyName: INVOICE,
  bodyAddress: INVOICE,
  bodySiren: SELLER_LAW,
  ...requiredBy(INVOICE, 'clientName', 'clientAddress', 'payer'),
  followedPrice: `${INVOICE} (prix)`,
  payment: 'Code de commerce, L441-9 (conditions de règlement)',
  title: INVOICE,
  days: INVOICE,
  vat: 'CGI, 261-4-4° a, 293 B ou 278 (régime de TVA)',
} as const;
type Invoice = Readonly<Record<keyof typeof INVOICE_FIELDS, string>>;

/** A seller who charges a tax, and a client who buys for a business, need a number each. */
const IDENTIFIED = 'CGI, annexe II, 242 nonies A, I';
const TAX_FIELDS = { bodyVat: `${IDENTIFIED}, 2° (numéro de TVA)` } as const;
const BUSINESS_FIELDS = { clientSiren: `${IDENTIFIED}, 1° (numéro d’identification du client)` } as const;
type Identified = Partial<Readonly<Record<keyof typeof TAX_FIELDS | keyof typeof BUSINESS_FIELDS, string>>>;

const invoiceWith = (identified: Identified): WritePaper =>
  definePaper({
    title: titleOf('facture'),
    party: 'clientName',
    also: ['duration', 'traineeName'],
    format: 'withClientSiren',
    mandatory: { ...INVOICE_FIELDS, ...identified },
    without: (data) => (isCancelled(data) ? ['days'] : []),
    blocks: (field, data) => invoiceBlocks(field, data),
  });

const invoiceBlocks = (field: Invoice & Identified, data: PaperData): readonly (Block | null)[] => [
  text('Ceci n’est pas une facture : votre logiciel de facturation l’émet et la numérote.'),
  terms(
    ['Numéro', 'Attribué par votre logiciel, dans une suite sans trou (CGI, annexe II, 242 nonies A, I, 7°).'],
    ['Date', 'Celle de l’émission, dès la fin de la prestation (CGI, 289, I, 3).'],
    ['Référence', referenceOf(data)],
    agreementRow(data),
    ['Vendeur', `${namedWithForm(field.bodyName, data)}, SIREN ${field.bodySiren}`],
    vatNumberRow(field.bodyVat ?? vatNumberOf(data), data),
    ['Client', field.clientName],
    ...addressRows(field.clientAddress).flatMap(([label, , value]) => (value ? [[label, value] as const] : [])),
    countryRow(field.clientAddress),
    clientNumberRow(data, field.clientSiren),
    ['Stagiaire', FIELDS.traineeName.read(data)],
    ['Qui règle', payingClient(data, field)],
    opcoRow(data),
  ),
  heading('Prestation'),
  ...(isCancelled(data)
    ? [terms(['Désignation', field.title], ['Prix', nothingToInvoice(data)])]
    : serviceBlocks(field, data)),
  notFollowed(data),
  ...forfeitBlocks(data),
  ...paymentBlocks(field, data),
  ...(isZeroInvoice(data) ? [] : codeBlocks(data)),
];

/** The rows of an address abroad or overseas do not name its country. */
function countryRow(address: string): readonly [string, string] | null {
  const country = countryNameOf(address);
  return country && country !== 'France' ? ['Pays', country] : null;
}

const serviceBlocks = (field: Invoice, data: PaperData): readonly (Block | null)[] => [
  terms(
    ['Catégorie', CATEGORY],
    ...dayRows(data, field.days),
    agreedRow(data),
    isZeroInvoice(data) ? null : mentionRow(data, field.vat),
  ),
  FIELDS.followedPrice.read(data) && !isZeroInvoice(data)
    ? lineTable(
        {
          ...field,
          days: formatDays(followedDays(data)) || field.days,
          quantity: invoicedDuration(data),
          units: invoicedUnits(data).count,
        },
        data,
        untaxedTotalOf(data),
      )
    : terms(
        ['Désignation', `${field.title} – ${field.days}, à distance`],
        ['Quantité', invoicedDuration(data)],
        ['Prix', isZeroInvoice(data) ? nothingToInvoice(data) : field.followedPrice],
      ),
];

const codeBlocks = (data: PaperData): readonly (Block | null)[] => [
  heading('Codes pour le logiciel (EN 16931)'),
  terms(
    ...invoiceRows(data).flatMap(({ label, value, isCode }) =>
      isCode && value ? [[label, String(value)] as const] : [],
    ),
  ),
];

/** No fund pays for hours that nobody followed. */
function notFollowed(data: PaperData): Block | null {
  const beyond = beyondFollowed(data);
  return beyond > 0 && isPriced(data)
    ? text(
        `Le prix dépasse les heures suivies : la part des heures non suivies, ${centsInEuros(beyond)}, n’est pas le prix d’une formation, mais un dédit (Code du travail, L6354-1). Notez-la comme dédit, et le prix sans elle.`,
      )
    : null;
}

/** No training was given for it: another invoice, and no line of this one. */
function forfeitBlocks(data: PaperData): readonly (Block | null)[] {
  const cents = forfeitOf(data);
  return cents === 0
    ? []
    : [
        heading('Dédit'),
        terms(
          [
            'Désignation',
            `Dédit pour ${isCancelled(data) ? 'l’annulation' : 'les heures non suivies'}, qui n’est pas le prix d’une formation`,
          ],
          ['Montant', centsInEuros(cents)],
          ['À facturer', 'À part, et sans le demander à un financeur (Code du travail, L6354-1).'],
          ['TVA', 'Aucune s’il répare un préjudice (BOI-TVA-BASE-10-10-50) : à confirmer avec votre comptable.'],
        ),
      ];
}

/** The invoice of a deposit stays until a credit note takes it back. */
const nothingToInvoice = (data: PaperData): string =>
  depositOf(data) > 0 && needsDepositInvoice(data)
    ? 'Rien à facturer : avoir à émettre sur la facture d’acompte, dont il rappelle le numéro (CGI, 289, I, 5).'
    : 'Rien à facturer.';

/** A fund lays the invoice beside the certificate, which names the same days. */
function dayRows(data: PaperData, days: string): readonly (readonly [string, string])[] {
  const followed = followedDays(data);
  const [label, planned] = dayRow(data, days);
  return followed.length === data.request.confirmedDates.length
    ? [[label, planned]]
    : [
        ['Jours prévus', planned],
        [followed.length > 1 ? 'Jours suivis' : 'Jour suivi', formatDays(followed)],
      ];
}

/** AGEFICE wants the price without tax and with it named, which are one here. */
function untaxedTotalOf(data: PaperData): string {
  if (asksAgefice(data.file)) return 'Total (HT = TTC)';
  return depositOf(data) > 0 || isPaid(data) || mayBePaidInParts(data) ? 'Total' : 'Net à payer';
}

/** Empty where nothing is to be paid and nothing was. */
function paymentBlocks(field: Invoice, data: PaperData): readonly (Block | null)[] {
  const due = hasNoTerms(data)
    ? []
    : [
        dueRow(data),
        ['Conditions', `${field.payment}${afterWithdrawal(data, signedOnOf(data))}`] as const,
        ...lateRows(data),
      ];
  const rows = [...due, ...depositRows(data), partsRow(data), paidRow(data)].filter((row) => row !== null);
  return rows.length > 0 ? [heading('Règlement'), terms(...rows)] : [];
}

/** Beside the price of what was followed, so that a fund can compare both. */
const agreedRow = (data: PaperData): readonly [string, string] | null =>
  data.agreedCents !== undefined && isPriced(data)
    ? ['Prix convenu', `${centsInEuros(data.agreedCents)}, pour ${formatDuration(plannedTotal(data))} prévues`]
    : null;

/** Names the agreement that set the price, with the day of its signature. */
function agreementRow(data: PaperData): readonly [string, string] {
  // A cancelled file has no days any more, for which its agreement would count.
  const day = isCancelled(data) ? paperState('convention', data.file)?.signedOn : signedOnOf(data);
  const [name, ending] = isContract(data.file) ? ['Contrat', ''] : ['Convention', 'e'];
  return [name, day ? `Signé${ending} le ${formatDay(day)}` : `Pas encore noté${ending} comme signé${ending}`];
}

/** The client owes the price, whatever a fund pays of it. */
function payingClient(data: PaperData, field: Invoice): string {
  const { payer } = data.file;
  const fund = fundOf(data);
  if (!fund) return payer ? field.clientName : field.payer;
  const directly = payer === 'opco' || payer === 'other' ? ', qui peut payer directement' : '';
  return `${field.clientName} (prise en charge ${requestedFrom(fund)}${directly})`;
}

/** AGEFICE pays back what is proved to be paid. */
function paidRow(data: PaperData): readonly [string, string] | null {
  const { file, request } = data;
  const { paid } = request.followUp;
  if (isNothingDue(data)) return null;
  const proof =
    asksAgefice(file) && !isZeroInvoice(data)
      ? 'à écrire sur la facture, avec la date du règlement, le cachet et la signature (AGEFICE).'
      : '';
  if (!paid) return proof ? ['Une fois réglée', `« Acquittée », ${proof}`] : null;
  return proof ? ['Acquittée le', `${formatDay(paid)} : ${proof}`] : ['Réglée le', formatDay(paid)];
}

/** The invoice names it by law (242 nonies A, I, 2°), yet a program refuses it out of scope of the tax. */
const vatNumberRow = (number: string, data: PaperData) =>
  number
    ? (['Numéro de TVA', number + (vatOf(data).category === 'O' ? ' (hors BT-31 : EN 16931, BR-O-02)' : '')] as const)
    : null;

/** What an invoicing program needs. It has no number: an approved platform issues invoices from 1 September 2027. */
export const writeInvoiceData: WritePaper = (given) => {
  const data = asAgreed(given);
  const write = invoiceWith({
    ...(amountsOf(data).rate !== 0 && TAX_FIELDS),
    ...(isProfessional(data.file) && BUSINESS_FIELDS),
  });
  const paper = write(withFollowedPrice(data));
  return isUnpayable(data) ? { ...paper, isComplete: false, isOutside: false } : paper;
};

/** Hours really followed are what is invoiced once they are noted. */
function invoicedDuration(data: PaperData): string {
  const { length } = data.request.confirmedDates;
  const duration = followedDuration(data);
  const followed = duration && `${duration} ${/^[01]\sh$/.test(duration) ? 'suivie' : 'suivies'}${ofPlanned(data)}`;
  if (hasFollowedLess(data)) return ['Forfait', followed].filter(Boolean).join(', ');
  const word = dayWord(plannedTotal(data) / length);
  return followed ? `${length} ${word}${length > 1 ? 's' : ''}, ${followed}` : plannedDuration(data);
}

function dueRow(data: PaperData): readonly [string, string] | null {
  const day = dueDay(data);
  if (day) return ['Échéance', formatDay(day)];
  if (isDueOnReceipt(data))
    return ['Échéance', 'La date d’émission, à écrire aussi comme échéance (BT-9 ; Code de commerce, L441-9).'];
  return isProfessional(data.file)
    ? ['Échéance', 'Date à écrire sur la facture, d’après les conditions (Code de commerce, L441-9).']
    : null;
}
