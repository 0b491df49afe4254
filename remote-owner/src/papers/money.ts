import { isContract } from '@site/contract/day-papers';
import { paymentDaysOf } from '@site/contract/offer';
import { centsInEuros } from '@site/contract/prices';
import { addDays } from '@site/contract/today';
import { formatDay, upperFirst } from '../content/dates';
import { maximumDeposit } from './contrat';
import {
  BLANK,
  clientNumberName,
  clientSiren,
  FIELDS,
  forfeitOf,
  hasFollowedLess,
  isCancelled,
  isHalfDay,
  plannedTotal,
} from './fields';
import { emptyPlace, formatSum } from './paper';
import {
  asAgreed,
  asksAgefice,
  carriedDepositOn,
  isCompany,
  isProfessional,
  type PaperData,
  signedOnOf,
} from './paper-data';
import { termsFor } from './site-fields';
import { amountsOf, isFree, isPriced, netOf, rateInWords, vatOf } from './tax';
import { afterWithdrawal, firstWholeDay, laterDay } from './withdrawal';

export const SELLER_LAW = 'Code de commerce, R123-237 (SIREN sur les documents)';

function sumsOf(data: PaperData, untaxedTotal: string): readonly (readonly [string, string])[] {
  const { net, tax, total, rate } = amountsOf(data);
  if (rate === 0) return [[vatOf(data).mention ? untaxedTotal : 'Total', formatSum(data, total)]];
  return [
    ['Total HT', formatSum(data, net)],
    [rateInWords(rate), formatSum(data, tax)],
    ['Total TTC', formatSum(data, total)],
  ];
}

/** The line of the law about VAT; null where a tax is charged, which needs no such line. */
export const mentionRow = (data: PaperData, mention: string) =>
  amountsOf(data).rate === 0 ? (['Mention', mention] as const) : null;

/** The number of a client who buys for a business. */
export const clientNumberRow = (data: PaperData, number = clientSiren(data)) =>
  number ? ([`${upperFirst(clientNumberName(data))} du client`, number] as const) : null;

interface Line {
  readonly title: string;
  readonly days: string;
  /** Written in words. */
  readonly quantity: string;
  readonly units: number;
}

/** @param untaxedTotal names the price where no tax is charged */
export function lineTable({ title, days, quantity, units }: Line, data: PaperData, untaxedTotal = 'Net à payer') {
  const { net, rate } = amountsOf(data);
  const unit = unitPrice(units, data);
  return {
    kind: 'table',
    widths: [44, 24, 16, 16],
    head: ['Désignation', 'Quantité', ...(rate === 0 ? ['Prix unitaire', 'Total'] : ['Prix unitaire HT', 'Total HT'])],
    rows: [
      [
        `${title} – ${days}, à distance`,
        quantity,
        unit === null || !isPriced(data)
          ? emptyPlace(false)
          : `${unit.toLocaleString('fr-FR', { minimumFractionDigits: unit % 1 && 2, maximumFractionDigits: 4 })} €`,
        formatSum(data, net),
      ],
    ],
    sums: sumsOf(data, untaxedTotal),
  } as const;
}

/** Euros without tax; null for no unit. With four decimals, units times price make the total to the cent. */
export const unitPrice = (units: number, data: PaperData): number | null =>
  units === 0 ? null : Math.round((amountsOf(data).net * 100) / units) / 10_000;

/** The name of whoever is asked to pay what the client owes; empty where nobody is. */
export function fundOf(data: PaperData): string {
  const { payer } = data.file;
  if (isFree(data) || !payer || payer === 'self' || payer === 'company') return '';
  if (payer === 'agefice' && !asksAgefice(data.file)) return '';
  return payer === 'opco'
    ? 'l’OPCO du client'
    : (payer === 'other' && FIELDS.payerName.read(data)) || FIELDS.payer.read(data);
}

export const isPaid = ({ request }: PaperData) => Boolean(request.followUp.paid);

/** Euro cents that were paid before: what the contrat, or one that somebody else’s agreement replaces, asked for. */
export const depositReceived = (data: PaperData): number =>
  data.file.depositOn ? (data.file.depositCents ?? maximumDeposit(data)) : 0;

/** Euro cents of it that count towards the price: what a trainee has paid is no payment of a company. */
export const depositOf = (data: PaperData): number => (isCompany(data.file) ? 0 : depositReceived(data));

export function carriedRow(data: PaperData): readonly [string, string] | null {
  const day = carriedDepositOn(data);
  return day && !isFree(data)
    ? [
        'Acompte',
        `${formatSum(data, depositOf(data))}, déjà reçu le ${formatDay(day)}, au titre de l’accord remplacé, et imputé sur le prix.`,
      ]
    : null;
}

const isPriceKnown = (data: PaperData): boolean => isPriced(data) && FIELDS.followedPrice.read(data) !== '';

/** Whether nothing was left to pay from the start: a price of 0, or no more than the deposit. */
export const isNothingDue = (data: PaperData): boolean =>
  !isPaid(data) && isPriceKnown(data) && amountsOf(data).total + forfeitOf(data) <= depositOf(data);

/** Whether nothing was followed at a price, or the price is 0: nobody issues such an invoice. */
export const isZeroInvoice = (data: PaperData): boolean => isPriceKnown(data) && amountsOf(data).total === 0;

/**
 * Whether no terms of payment apply: they are those of a price, and count from a day that a cancelled file does not
 * have any more.
 */
export const hasNoTerms = (data: PaperData): boolean => isNothingDue(data) || isZeroInvoice(data) || isCancelled(data);

/**
 * Whether a deposit needs an invoice of its own: between professionals, unless the training is exempt from VAT (CGI,
 * 289, I, 1).
 */
export const needsDepositInvoice = (data: PaperData): boolean => {
  const { vat } = asAgreed(data).site.papers ?? {};
  const mayHaveOne = isContract(data.file) || depositOf(data) > 0;
  return mayHaveOne && isProfessional(data.file) && Boolean(vat) && vat !== 'exempt';
};

/**
 * « , soit … HT et … de TVA »; empty without a tax. The net amounts of the deposit and of the rest add up to that of
 * the price.
 */
const splitOf = (data: PaperData, cents: number, net: number): string =>
  isPriced(data) && amountsOf(data).rate !== 0
    ? `, soit ${formatSum(data, net)} HT et ${formatSum(data, cents - net)} de TVA`
    : '';

/** Whether parts of the price may be paid that the file does not note: one for each day of a contrat (L6353-6). */
export const mayBePaidInParts = (data: PaperData): boolean =>
  isContract(data.file) && data.request.confirmedDates.length > 1 && !isPaid(data) && !isNothingDue(data);

export const partsRow = (data: PaperData): readonly [string, string] | null =>
  mayBePaidInParts(data)
    ? [
        'Parts déjà réglées',
        `${BLANK} €, à déduire${needsDepositInvoice(data) ? ' ; une facture d’acompte pour chacune (CGI, 289, I, 1, c).' : '.'}`,
      ]
    : null;

const leftToPay = (balance: number) => (balance < 0 ? 'À rembourser' : 'Reste à payer');

/** Nothing is left of what is noted as paid, and less than nothing where less was followed than the deposit paid. */
export function depositRows(data: PaperData): readonly (readonly [string, string])[] {
  const [deposit, { depositOn }] = [depositOf(data), data.file];
  if (deposit === 0 || !depositOn) return [];
  const { net, total } = amountsOf(data);
  const netDeposit = netOf(data, deposit);
  const forfeit = forfeitOf(data);
  const balance = total - deposit;
  const split = splitOf(data, Math.abs(balance), Math.abs(net - netDeposit));
  const isCredited = balance < 0 && needsDepositInvoice(data) && !isZeroInvoice(data);
  const creditNote = isCredited ? ' ; avoir à émettre sur la facture d’acompte (CGI, 289, I, 5).' : '';
  const isBalanceKnown = FIELDS.followedPrice.read(data) !== '' && !isPaid(data);
  const received = `Reçu le ${formatDay(depositOn)}${splitOf(data, deposit, netDeposit)}`;
  return [
    [
      isPriced(data) ? `Acompte de ${centsInEuros(deposit)}` : 'Acompte',
      needsDepositInvoice(data) && !isZeroInvoice(data)
        ? `${received} ; facture d’acompte à émettre (CGI, 289, I, 1, c), son numéro à rappeler ici.`
        : received,
    ],
    ...(isBalanceKnown
      ? [
          [
            leftToPay(balance) + (forfeit === 0 ? '' : isZeroInvoice(data) ? ', sans le dédit' : ' sur cette facture'),
            formatSum(data, Math.abs(balance)) + split + creditNote,
          ] as const,
          ...(forfeit > 0
            ? [
                [
                  `${leftToPay(balance + forfeit)}, avec le dédit`,
                  formatSum(data, Math.abs(balance + forfeit)),
                ] as const,
              ]
            : []),
        ]
      : []),
  ];
}

/**
 * Both sides agree on one sum for what was followed, and on no price of a day. `code` is one of UN/ECE recommendation
 * 20.
 */
export function invoicedUnits(data: PaperData): { readonly count: number; readonly code: string } {
  if (hasFollowedLess(data)) return { count: 1, code: 'LS' };
  const count = data.request.confirmedDates.length;
  return { count, code: isHalfDay(plannedTotal(data) / count) ? 'C62' : 'DAY' };
}

/**
 * The day on which the invoice is due, yyyy-MM-dd; empty while it is not known. Without a number of days from the
 * owner, the law sets one for professionals who have agreed on nothing else (Code de commerce, L441-10, I). It counts
 * from the last day that was agreed, also where the trainee missed it: the terms say « qui suivent la formation ». The
 * result for an unsigned contrat assumes that it is signed today.
 */
export function dueDay(data: PaperData): string {
  const { file, site, today } = data;
  const { confirmedDates } = data.request;
  const when = termsFor(site.payment?.when ?? '', isContract(file));
  const days = paymentDaysOf({ ...site, payment: { when } }, isProfessional(file));
  const last = confirmedDates.at(-1);
  if (!last || days === undefined) return '';
  const due = addDays(last, days);
  return isContract(file) ? laterDay(due, firstWholeDay(signedOnOf(data) ?? today, confirmedDates)) : due;
}

/**
 * Whether professionals have agreed that the invoice is due on receipt, a day that only the invoicing program knows. No
 * day of a contrat makes it due later.
 */
export const isDueOnReceipt = (data: PaperData): boolean =>
  isProfessional(data.file) &&
  /^(?:le prix se règle )?à réception(?!.*\bjours?\b)/i.test(data.site.payment?.when ?? '') &&
  dueDay(data) === '' &&
  afterWithdrawal(data) === '';

/** « demandée à l’AGEFICE », « demandée à : Agence du Port » */
export const requestedFrom = (fund: string): string =>
  `demandée ${fund === 'FIF-PL' ? 'au ' : fund === 'AGEFICE' ? 'à l’' : fund.startsWith('l’') ? 'à ' : 'à : '}${fund}`;
