import type { DayFile } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { VAT_LINES } from '@site/contract/owner-facts';
import { centsInEuros, netOfTax, pricesOf, requestCents } from '@site/contract/prices';
import { TO_COMPLETE } from '@site/contract/to-complete';
import type { TaughtReservation } from '@site/contract/training-year';
import { countryOf, isAbroad, looksForeign } from './addresses';
import { asAgreed, isEmployer, isProfessional, type PaperData, withRegime } from './paper-data';

interface Vat {
  /** In per cent; 0 where none is charged. */
  readonly rate: number;
  /** Why none is charged, as papers say it. */
  readonly mention: string;
  /** Codes of EN 16931, on which Factur-X is built: category of the tax, and why there is none. */
  readonly category: 'S' | 'E' | 'O' | '';
  readonly exemption: string;
}

const charged = (rate: number): Vat => ({ rate, mention: VAT_LINES.standard, category: 'S', exemption: '' });
const outOfScope = (article: string): Vat => ({
  rate: 0,
  mention: `TVA non applicable, article ${article} du CGI.`,
  category: 'O',
  exemption: 'VATEX-EU-O',
});

const NOT_KNOWN_YET: Vat = { rate: 0, mention: '', category: '', exemption: '' };
/** CGI, 278. */
const MAINLAND = charged(20);
/** CGI, 296: the standard rate of Guadeloupe, Martinique and La Réunion. */
const AT_LOWER_RATE = charged(8.5);
/** Guyane and Mayotte have no tax. */
const UNTAXED = outOfScope('294, 1');
/** Other territories do not belong to the French tax; some have one of their own. The article depends on the client. */
const FOREIGN = { professional: outOfScope('259, 1°'), person: outOfScope('259 A, 5° a') } as const;

const UNCHARGED = {
  exempt: { rate: 0, mention: VAT_LINES.exempt, category: 'E', exemption: 'VATEX-EU-132-1I' },
  franchise: { rate: 0, mention: VAT_LINES.franchise, category: 'E', exemption: 'VATEX-FR-FRANCHISE' },
} as const satisfies Readonly<Record<string, Vat>>;

/**
 * A service to a business is taxed where that is established (CGI, 259, 1°). Since 2025 a training by video is also
 * taxed where a private person is established (CGI, 259 A, 5° a). The place gives the rate (BOI-TVA-GEO-20-40). Keyed
 * by the code of ISO 3166-1.
 */
const OVERSEAS: Readonly<Record<string, Vat>> = {
  GP: AT_LOWER_RATE,
  MQ: AT_LOWER_RATE,
  RE: AT_LOWER_RATE,
  GF: UNTAXED,
  YT: UNTAXED,
};

const isOverseas = (country: string) => country !== '' && country !== 'FR';

/** What the tax of a price depends on. */
interface Taxed {
  readonly site: Pick<Site, 'papers'>;
  readonly file: Pick<DayFile, 'payer' | 'status' | 'siren' | 'address' | 'payerAddress'>;
}

const clientAddress = ({ file }: Pick<Taxed, 'file'>) => (isEmployer(file) ? file.payerAddress : file.address) ?? '';

/** Monaco belongs to the French tax (CGI, 256-0, 1°). */
const clientCountry = (data: Taxed) => countryOf(clientAddress(data)).replace('MC', 'FR');

/** Whether the client is established where French numbers and the French tax do not count. */
export const isClientAbroad = (data: Pick<Taxed, 'file'>): boolean => isAbroad(clientAddress(data));

/** Whether the law of another country decides the tax, in every regime. Nothing here knows it. */
export const isTaxForeign = (data: Taxed): boolean => isClientAbroad(data) && clientCountry(data) === '';

/** Whether nobody knows the tax, as an address does not tell its country. An exemption is likely that of France. */
export const isTaxUnclear = (data: Taxed): boolean =>
  (data.site.papers?.vat === 'standard' || looksForeign(clientAddress(data))) &&
  isUnclear(data) &&
  !isClientAbroad(data);

const isUnclear = (data: Taxed): boolean => clientAddress(data) !== '' && clientCountry(data) === '';

/** What papers charge to this client. With no regime yet, there is no tax. */
export const vatOf = (data: Taxed): Vat => (isTaxUnclear(data) ? NOT_KNOWN_YET : likelyVatOf(data));

/** Takes an address that does not tell its country for one in mainland France. */
function likelyVatOf(data: Taxed): Vat {
  const regime = data.site.papers?.vat;
  if (!regime || isTaxForeign(data)) return NOT_KNOWN_YET;
  const country = clientCountry(data);
  const ofPlace = isOverseas(country)
    ? (OVERSEAS[country] ?? FOREIGN[isProfessional(data.file) ? 'professional' : 'person'])
    : MAINLAND;
  // What is not located in France needs no exemption of its law.
  return regime === 'standard' || isForeign(ofPlace) ? ofPlace : UNCHARGED[regime];
}

const isForeign = (vat: Vat): boolean => vat === FOREIGN.professional || vat === FOREIGN.person;

/** The tax of a client overseas, where it is another one than in mainland France; null for any other client. */
export function overseasVatOf(data: PaperData): Vat | null {
  const vat = vatOf(asAgreed(data));
  return isOverseas(clientCountry(data)) && (isTaxed(data) || isForeign(vat)) ? vat : null;
}

const isTaxed = (data: PaperData): boolean => asAgreed(data).site.papers?.vat === 'standard';

/**
 * Whether the address of a client does not tell the country, on which the tax or the number of a business depends that
 * papers have.
 */
export const isCountryUnknown = (data: PaperData): boolean =>
  (isTaxUnclear(asAgreed(data)) || lacksNumber(data)) && isUnclear(data);

const lacksNumber = ({ file }: PaperData): boolean =>
  isProfessional(file) && (isEmployer(file) ? file.payerSiren : file.siren) === null;

/** « TVA à 8,5 % » */
export const rateInWords = (rate: number): string => `TVA à ${rate.toLocaleString('fr-FR')} %`;

/** Euro cents, with all taxes, for all days. */
export const totalCents = ({ request, file, site }: PaperData): number =>
  requestCents({ ...file, isAgefice: request.isAgefice }, request.confirmedDates.length, pricesOf(site));

/** Euro cents without tax. */
export const netOf = (data: Taxed, cents: number): number => Math.round((cents * 100) / (100 + likelyVatOf(data).rate));

/** Euro cents without the tax of its invoice, of days that are over. */
export const netOfTaught = (
  taught: Taxed['file'] & Pick<TaughtReservation, 'vat'>,
  cents: number,
  site: Site,
): number => netOf({ site: withRegime(site, taught.vat), file: taught }, cents);

/** Euro cents without tax, of the tax, and with it. */
export function amountsOf(data: PaperData) {
  const total = totalCents(data);
  const net = netOf(data, total);
  return { net, tax: total - net, total, rate: vatOf(data).rate };
}

/**
 * No price is complete without its tax. Without a confirmed day, only a price that was agreed for all days is
 * known.
 */
export const isPriced = (data: PaperData): boolean =>
  vatOf(data) !== NOT_KNOWN_YET && (data.request.confirmedDates.length > 0 || data.file.priceCents !== null);

/** Whether the price is known to be 0, which has no terms of payment. */
export const isFree = (data: PaperData): boolean => isPriced(data) && totalCents(data) === 0;

export function priceLine(data: PaperData): string {
  if (!isPriced(data)) return TO_COMPLETE;
  const { net, tax, total, rate } = amountsOf(data);
  if (rate > 0)
    return `${centsInEuros(net)} HT, plus ${centsInEuros(tax)} de ${rateInWords(rate)}, soit ${centsInEuros(total)} TTC.`;
  return `${centsInEuros(total)} ${netOfTax(total)}. ${vatOf(data).mention}`;
}
