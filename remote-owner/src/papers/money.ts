import { dayField, renderCsv } from '@site/contract/csv';
import { centsInEuros, paymentDaysOf } from '@site/contract/offer';
import { VAT_LINES } from '@site/contract/owner-facts';
import { addDays } from '@site/contract/today';
import { formatDay, formatDuration } from '../content/dates';
import { titleOf } from '../content/paper-names';
import { addressRows, countryOf } from './addresses';
import { dayRow } from './before';
import { mostAtFirst } from './contrat';
import {
  amountsOf,
  clientSiren,
  FIELDS,
  followedDuration,
  followedMinutesOf,
  hasFollowedLess,
  isPriced,
  isTaxedOverseas,
  lacksRate,
  netOf,
  ofPlanned,
  plannedDuration,
  plannedTotal,
  RATE_OF_PLACE,
  rateDoubt,
  withFollowedPrice,
} from './fields';
import {
  type Block,
  definePaper,
  emptyPlace,
  heading,
  isContrat,
  referenceOf,
  sumIn,
  taxedSumIn,
  terms,
  text,
  type WritePaper,
} from './paper';
import {
  afterWithdrawal,
  firstWholeDay,
  isEmployer,
  isProfessional,
  latest,
  type PaperData,
  signedOnOf,
  withVatOfThen,
} from './paper-data';
import { lateRows, opcoRow } from './parties';

export const SELLER = 'Code de commerce, R123-237 (SIREN sur les documents)';

/** @param reduces whether a deposit or a payment leaves less to pay than the total */
const sumsOf = (data: PaperData, reduces: boolean): readonly (readonly [string, string])[] => {
  const { net, tax, total, rate } = amountsOf(data);
  const taxed = [
    ['Total HT', taxedSumIn(data, net)] as const,
    [lacksRate(data) ? `TVA (${RATE_OF_PLACE})` : `TVA à ${rate} %${rateDoubt(data)}`, taxedSumIn(data, tax)] as const,
  ];
  const last = rate ? 'Total TTC' : data.site.papers?.vat && !reduces ? 'Net à payer' : 'Total';
  return [...(rate ? taxed : []), [last, sumIn(data, total)]];
};

/** The line of the law about VAT; null where a tax is charged, which needs no such line. */
export const mentionRow = (data: PaperData, mention: string) =>
  amountsOf(data).rate ? null : (['Mention', mention] as const);

export const sirenRow = (siren: string) => (siren ? (['SIREN du client', siren] as const) : null);

interface Line {
  readonly title: string;
  readonly days: string;
  /** Written in words. */
  readonly quantity: string;
  readonly units: number;
}

export function lineTable({ title, days, quantity, units }: Line, data: PaperData, reduces = false) {
  const { net, rate } = amountsOf(data);
  const unit = unitPrice(units, data);
  return {
    kind: 'table',
    widths: [44, 24, 16, 16],
    head: ['Désignation', 'Quantité', ...(rate ? ['Prix unitaire HT', 'Total HT'] : ['Prix unitaire', 'Total'])],
    rows: [
      [
        `${title} – ${days}, à distance`,
        quantity,
        unit === null || !isPriced(data) || lacksRate(data)
          ? emptyPlace(false)
          : `${unit.toLocaleString('fr-FR', { minimumFractionDigits: unit % 1 && 2, maximumFractionDigits: 4 })} €`,
        taxedSumIn(data, net),
      ],
    ],
    sums: sumsOf(data, reduces),
  } as const;
}

/**
 * The price of one unit in euros without tax; null without units. It has four decimals, so that units times price
 * give the total to the cent.
 */
const unitPrice = (units: number, data: PaperData): number | null =>
  units === 0 ? null : Math.round((amountsOf(data).net * 100) / units) / 10_000;

const INVOICE = 'CGI, 289 et annexe II, 242 nonies A';

/** The kind of operation, which an invoice must name (CGI, annexe II, 242 nonies A, I). */
const CATEGORY = 'Prestation de services';

const INVOICE_FIELDS = {
  bodyName: INVOICE,
  bodyAddress: INVOICE,
  bodySiren: SELLER,
  clientName: INVOICE,
  clientAddress: INVOICE,
  payer: INVOICE,
  followedPrice: `${INVOICE} (prix)`,
  payment: 'Code de commerce, L441-9 (conditions de règlement)',
  title: INVOICE,
  days: INVOICE,
  vat: 'CGI, 261-4-4° a, 293 B ou 278 (régime de TVA)',
} as const;
type Invoice = Readonly<Record<keyof typeof INVOICE_FIELDS, string>>;

/** The number of a seller who charges a tax, and of a client who buys for a business. */
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
    blocks: (field, data) => invoiceBlocks(field, data),
  });

/** Invoices by two questions: is a tax charged, and does the client buy for a business? */
const INVOICES = {
  taxed: { business: invoiceWith({ ...TAX_FIELDS, ...BUSINESS_FIELDS }), person: invoiceWith(TAX_FIELDS) },
  untaxed: { business: invoiceWith(BUSINESS_FIELDS), person: invoiceWith({}) },
} as const;

const invoiceBlocks = (field: Invoice & Identified, data: PaperData): readonly (Block | null)[] => [
  text('Ceci n’est pas une facture : votre logiciel de facturation l’émet et la numérote.'),
  terms(
    ['Numéro', 'Attribué par votre logiciel, dans une suite sans trou (CGI, annexe II, 242 nonies A, I, 7°).'],
    ['Date', 'Celle de l’émission, dès la fin de la prestation (CGI, 289, I, 3).'],
    ['Référence', referenceOf(data)],
    agreementRow(data),
    ['Vendeur', `${field.bodyName}, SIREN ${field.bodySiren}`],
    vatNumberRow(field.bodyVat ?? vatNumberOf(data)),
    ['Client', field.clientName],
    ...addressRows(field.clientAddress).flatMap(([label, , value]) => (value ? [[label, value] as const] : [])),
    sirenRow(field.clientSiren ?? clientSiren(data)),
    ['Stagiaire', FIELDS.traineeName.read(data)],
    ['Qui règle', payingClient(data, field)],
    opcoRow(data),
  ),
  heading('Prestation'),
  terms(
    ['Catégorie', CATEGORY],
    dayRow(data, field.days),
    agreedRow(data),
    mentionRow(data, field.vat),
    overseasRow(data),
  ),
  ...(FIELDS.followedPrice.read(data)
    ? [
        lineTable(
          { ...field, quantity: invoicedDuration(data), units: invoicedUnits(data).count },
          data,
          depositOf(data) > 0 || isPaid(data),
        ),
      ]
    : [
        terms(
          ['Désignation', `${field.title} – ${field.days}, à distance`],
          ['Quantité', invoicedDuration(data)],
          ['Prix', field.followedPrice],
        ),
      ]),
  ...paymentBlocks(field, data),
  heading('Codes pour le logiciel (EN 16931)'),
  terms(
    ...invoiceRows(data).flatMap(({ label, value, isCode }) =>
      isCode && value ? [[label, String(value)] as const] : [],
    ),
  ),
];

/** The section about payment; empty where nothing is due and nothing was paid. */
function paymentBlocks(field: Invoice, data: PaperData): readonly (Block | null)[] {
  const due = isSettled(data)
    ? []
    : [dueRow(data), ['Conditions', `${field.payment}${afterWithdrawal(data)}`] as const, ...lateRows(data)];
  const rows = [...due, ...depositRows(data), paidRow(data)].filter((row) => row !== null);
  return rows.length > 0 ? [heading('Règlement'), terms(...rows)] : [];
}

/** The agreed price beside that of what was followed, so that a fund can compare both. */
const agreedRow = (data: PaperData): readonly [string, string] | null =>
  data.agreedCents !== undefined && isPriced(data)
    ? ['Prix convenu', `${centsInEuros(data.agreedCents)}, pour ${formatDuration(plannedTotal(data))} prévues`]
    : null;

/** Names the agreement that set the price, with the day of its signature. */
function agreementRow(data: PaperData): readonly [string, string] {
  const day = signedOnOf(data);
  const [name, ending] = isContrat(data.file) ? ['Contrat', ''] : ['Convention', 'e'];
  return [name, day ? `Signé${ending} le ${formatDay(day)}` : `Pas encore noté${ending} comme signé${ending}`];
}

/** The name of the fund that is asked to pay for the client; empty without one. */
export function fundOf(data: PaperData): string {
  const { payer } = data.file;
  if (!payer || payer === 'self' || payer === 'company') return '';
  return payer === 'opco' ? 'son OPCO' : (payer === 'other' && FIELDS.payerName.read(data)) || FIELDS.payer.read(data);
}

/** Names the client, who owes the price even if a fund pays for it. */
function payingClient(data: PaperData, field: Invoice): string {
  const { payer } = data.file;
  const fund = fundOf(data);
  if (!fund) return payer ? field.clientName : field.payer;
  const directly = payer === 'opco' || payer === 'other' ? ', qui peut payer directement' : '';
  return `${field.clientName} (prise en charge demandée à : ${fund}${directly})`;
}

const isPaid = ({ request }: PaperData) => Boolean(request.followUp.paid);

/** The deposit of a contrat in euro cents; 0 while none was paid. */
const depositOf = (data: PaperData): number => (isContrat(data.file) && data.file.depositOn ? mostAtFirst(data) : 0);

/** Whether nothing was left to pay from the start: the price is 0, or the deposit covers it. */
const isSettled = (data: PaperData): boolean =>
  !isPaid(data) && isPriced(data) && FIELDS.followedPrice.read(data) !== '' && amountsOf(data).total <= depositOf(data);

/**
 * Whether a deposit needs an invoice of its own: between professionals, unless the training is exempt from VAT (CGI,
 * 289, I, 1).
 */
export const needsDepositInvoice = (data: PaperData): boolean => {
  const { vat } = withVatOfThen(data).site.papers ?? {};
  return isContrat(data.file) && isProfessional(data.file) && Boolean(vat) && vat !== 'exempt';
};

/**
 * « , soit … HT et … de TVA »; empty without a tax. The net amounts of the deposit and of the rest add up to that of
 * the price.
 */
const splitOf = (data: PaperData, cents: number, net: number): string =>
  isPriced(data) && amountsOf(data).rate > 0
    ? `, soit ${taxedSumIn(data, net)} HT et ${taxedSumIn(data, cents - net)} de TVA${rateDoubt(data)}`
    : '';

/**
 * The deposit and what is left to pay. The rest is not shown once the invoice is paid. It is a refund where the
 * deposit was more than the price of what was followed.
 */
function depositRows(data: PaperData): readonly (readonly [string, string])[] {
  const [deposit, { depositOn }] = [depositOf(data), data.file];
  if (deposit === 0 || !depositOn) return [];
  const { net, total } = amountsOf(data);
  const netDeposit = netOf(data, deposit);
  const left = total - deposit;
  const isLeftKnown = FIELDS.followedPrice.read(data) !== '' && !isPaid(data);
  const received = `Reçu le ${formatDay(depositOn)}${splitOf(data, deposit, netDeposit)}`;
  return [
    [
      isPriced(data) ? `Acompte de ${centsInEuros(deposit)}` : 'Acompte',
      needsDepositInvoice(data)
        ? `${received} ; facture d’acompte à émettre (CGI, 289, I, 1, c), son numéro à rappeler ici.`
        : received,
    ],
    ...(isLeftKnown
      ? [
          [
            left < 0 ? 'À rembourser' : 'Reste à payer',
            sumIn(data, Math.abs(left)) + splitOf(data, Math.abs(left), Math.abs(net - netDeposit)),
          ] as const,
        ]
      : []),
  ];
}

/** When the invoice was paid. AGEFICE pays back only with a proof of payment on the invoice. */
function paidRow(data: PaperData): readonly [string, string] | null {
  const { file, request } = data;
  const { paid } = request.followUp;
  if (isSettled(data)) return null;
  const proof =
    file.payer === 'agefice'
      ? 'à écrire sur la facture, avec la date du règlement, le cachet et la signature (AGEFICE).'
      : '';
  if (!paid) return proof ? ['Une fois réglée', `« Acquittée », ${proof}`] : null;
  return proof ? ['Acquittée le', `${formatDay(paid)} : ${proof}`] : ['Réglée le', formatDay(paid)];
}

/**
 * The data that an invoicing program needs. They have no number: an approved platform issues invoices from 1
 * September 2027.
 */
export const writeInvoiceData: WritePaper = (data) => {
  const ofRate = amountsOf(withVatOfThen(data)).rate ? INVOICES.taxed : INVOICES.untaxed;
  return (isProfessional(data.file) ? ofRate.business : ofRate.person)(withFollowedPrice(data));
};

/** Codes of EN 16931, the standard behind Factur-X, for the reason why no tax is charged. */
const EXEMPTION = { exempt: 'VATEX-EU-132-1I', franchise: 'VATEX-FR-FRANCHISE', standard: '' } as const;

interface InvoiceRow {
  readonly label: string;
  /** The term of EN 16931; empty for a value that the standard does not have. */
  readonly term: string;
  /** A number where a program may add it up. */
  readonly value: string | number;
  /** Whether the document lists it among the codes. It shows all other values in sentences of its own. */
  readonly isCode: boolean;
}

const overseasRow = (data: PaperData): readonly [string, string] | null =>
  isTaxedOverseas(data)
    ? [
        'Taux de TVA',
        `Taux ${lacksRate(data) ? 'du lieu du client ' : ''}à confirmer avec votre comptable : le client est outre-mer.`,
      ]
    : null;

/**
 * What the invoice counts: days, or one lump sum for what was followed, because that sum is no price of a day. `code`
 * is of UN/ECE recommendation 20.
 */
const invoicedUnits = (data: PaperData): { readonly count: number; readonly code: string } =>
  hasFollowedLess(data) ? { count: 1, code: 'LS' } : { count: data.request.confirmedDates.length, code: 'DAY' };

/** The quantity of the invoice: the hours that were followed once they are noted, otherwise the planned ones. */
function invoicedDuration(data: PaperData): string {
  const { length } = data.request.confirmedDates;
  const kept = followedDuration(data);
  const followed = kept && `${kept} suivies${ofPlanned(data)}`;
  if (hasFollowedLess(data)) return ['Forfait', followed].filter(Boolean).join(', ');
  return followed ? `${length} ${length > 1 ? 'journées' : 'journée'}, ${followed}` : plannedDuration(data);
}

/**
 * The day on which the invoice is due, yyyy-MM-dd; empty while it is not known. Without a number of days from the
 * owner, the law sets one for professionals who have agreed on nothing else (Code de commerce, L441-10, I). The
 * result for an unsigned contrat assumes that it is signed today.
 */
export function dueDay(data: PaperData): string {
  const { file, site, today } = data;
  const { confirmedDates } = data.request;
  const days = paymentDaysOf(site, isProfessional(file));
  const last = confirmedDates.at(-1);
  if (!last || days === undefined) return '';
  const due = addDays(last, days);
  return isContrat(file) ? latest(due, firstWholeDay(signedOnOf(data) ?? today, confirmedDates)) : due;
}

function dueRow(data: PaperData): readonly [string, string] | null {
  const day = dueDay(data);
  if (day) return ['Échéance', formatDay(day)];
  return isProfessional(data.file)
    ? ['Échéance', 'Date à écrire sur la facture, d’après les conditions (Code de commerce, L441-9).']
    : null;
}

const inHours = (minutes: number) => Math.round((minutes / 60) * 100) / 100;

/**
 * The VAT number of the seller (BT-31). Without a tax, the owner may have typed words about VAT into that field: only
 * a number in them counts. The category E needs BT-31 or BT-32 (EN 16931, BR-E-02).
 */
function vatNumberOf({ site: { papers, publisher } }: PaperData): string {
  if (papers?.vat === 'standard') return publisher.vat;
  return /\bFR\s?[\dA-Z]{2}(?:\s?\d){9}\b/.exec(publisher.vat)?.[0] ?? '';
}

const vatNumberRow = (number: string) => (number ? (['Numéro de TVA', number] as const) : null);

function invoiceRows(data: PaperData): readonly InvoiceRow[] {
  const { file, site, request } = data;
  const { net, tax, total, rate } = amountsOf(data);
  const vat = site.papers?.vat;
  const { confirmedDates: days, followUp } = request;
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
  const vatNumber = vatNumberOf(data);
  const needsTaxId = Boolean(vat) && rate === 0 && vatNumber === '';
  const kept = followedMinutesOf(data);
  const units = invoicedUnits(data);
  const paid = isPaid(data) ? total : depositOf(data);
  const priced = (amount: number | null) => (isPriced(data) ? amount : '');
  const known = (amount: number | null) => (FIELDS.followedPrice.read(data) ? priced(amount) : '');
  const taxed = <Value>(value: Value) => (lacksRate(data) ? '' : value);
  return [
    own('Référence', 'BT-12', referenceOf(data)),
    code('Devise', 'BT-5', 'EUR'),
    own('Vendeur', 'BT-27', FIELDS.bodyName.read(data)),
    own('SIREN du vendeur', 'BT-30', sellerSiren),
    own('Numéro de TVA du vendeur', 'BT-31', vatNumber),
    code('Identifiant fiscal du vendeur', 'BT-32', needsTaxId ? sellerSiren : ''),
    own('Client', 'BT-44', FIELDS.clientName.read(data)),
    ...addressRows(FIELDS.clientAddress.read(data)).map((part) => own(...part)),
    code('Pays du client', 'BT-55', countryOf(FIELDS.clientAddress.read(data))),
    own('SIREN du client', 'BT-47', isEmployer(file) ? file.payerSiren : file.siren),
    own('Stagiaire', '', request.name),
    own('Financeur', '', payerWithName(data)),
    own('Début de la période', 'BT-73', dayField(days[0] ?? '')),
    own('Fin de la période', 'BT-74', dayField(days.at(-1) ?? '')),
    own('Désignation', 'BT-153', site.papers?.title),
    own('Catégorie de l’opération', '', CATEGORY),
    own('Quantité', 'BT-129', units.count),
    code('Unité', 'BT-130', units.code),
    own('Heures prévues', '', inHours(plannedTotal(data))),
    own('Heures suivies', '', kept === null ? '' : inHours(kept)),
    own('Prix unitaire HT', 'BT-146', taxed(known(unitPrice(units.count, data)))),
    own('Total HT', 'BT-109', taxed(known(net / 100))),
    own('Taux de TVA', 'BT-119', taxed(vat && rate)),
    own('Montant de TVA', 'BT-110', taxed(known(tax / 100))),
    own('Motif d’exonération', 'BT-120', vat && !rate ? VAT_LINES[vat] : ''),
    own('Total TTC', 'BT-112', known(total / 100)),
    own('Montant payé', 'BT-113', paid === 0 ? '' : isPaid(data) ? known(paid / 100) : priced(paid / 100)),
    own('Reste à payer', 'BT-115', known((total - paid) / 100)),
    code('Catégorie de TVA', 'BT-118', taxed(vat && (rate ? 'S' : 'E'))),
    code('Code d’exonération', 'BT-121', vat && EXEMPTION[vat]),
    own('Échéance', 'BT-9', isSettled(data) ? '' : dayField(dueDay(data))),
    own('Conditions de paiement', 'BT-20', termsInLine(data)),
    own('Réglée le', '', dayField(followUp.paid ?? '')),
  ];
}

function termsInLine(data: PaperData): string {
  if (isSettled(data)) return '';
  const late = lateRows(data).map((row) => row.join(' : '));
  return [FIELDS.payment.read(data) + afterWithdrawal(data), ...late].join(' ').trim();
}

/** « l’OPCO de l’employeur (Agence du Port) » */
function payerWithName(data: PaperData): string {
  const funder = FIELDS.payer.read(data);
  const name = FIELDS.payerName.read(data);
  const isNamed = isEmployer(data.file) || data.file.payer === 'other';
  return isNamed && name ? `${funder} (${name})` : funder;
}

/** One line with a heading for each value, for a program that makes invoices. */
export const renderInvoiceCsv = (data: PaperData): string =>
  renderCsv(
    invoiceRows(withVatOfThen(withFollowedPrice(data))).map(
      ({ label, term, value }) => [term ? `${label} (${term})` : label, () => value] as const,
    ),
    [data],
  );
