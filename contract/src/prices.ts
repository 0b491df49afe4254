// The prices of the offer and the words around them, as parts, mails and papers show them.

/** Euros, all taxes included, where the owner gives no other price. */
const STANDARD_PRICE = 199;
const FUNDED_PRICE = 320;

/** Typed prices, in whole euros with all taxes. `pricesOf` has those of the specification for missing ones. */
export interface Prices {
  readonly standard?: string | undefined;
  readonly funded?: string | undefined;
}

/** Euros, all taxes included. */
export interface PlanPrices {
  readonly standard: number;
  readonly funded: number;
}

/** The prices of the site. Pages, structured data, mails and documents read a price only here. */
export const pricesOf = ({ prices }: { readonly prices?: Prices | undefined }): PlanPrices => ({
  standard: Number(prices?.standard || STANDARD_PRICE),
  funded: Number(prices?.funded || FUNDED_PRICE),
});

/** Euros of a day, all taxes included. */
export const planPrice = ({ standard, funded }: PlanPrices, isFunded: boolean): number =>
  isFunded ? funded : standard;

/** Prices are in euro cents with all taxes. */
export interface KnownPrice {
  readonly isAgefice: boolean;
  /** Agreed with the person for all days; null where the announced price counts. */
  readonly priceCents: number | null;
  /** The announced price of a day when the request came in; null where it is not known. */
  readonly dayCents: number | null;
}

/** Euro cents of a request in papers and sums, with all taxes. Later announced prices do not change them. */
export const requestCents = (
  { isAgefice, priceCents, dayCents }: KnownPrice,
  days: number,
  prices: PlanPrices,
): number => priceCents ?? (dayCents ?? planPrice(prices, isAgefice) * 100) * days;

/**
 * « 398 € TTC pour 2 journées »; empty where the price is not known.
 * @param days those that are wanted or confirmed
 * @param isNet of `isUntaxed`; undefined where it is not known: the amount is the same
 */
export function priceInWords({ priceCents, dayCents }: Partial<KnownPrice>, days: number, isNet?: boolean): string {
  const inWords = (cents: number) => centsInEuros(cents) + (isNet === undefined ? '' : wordAfter(cents, isNet));
  if (typeof priceCents === 'number') return `${inWords(priceCents)}, comme convenu`;
  if (typeof dayCents !== 'number') return '';
  return `${inWords(dayCents * days)} ${days > 1 ? `pour ${days}\u00a0journées` : 'la journée'}`;
}

/** Whole euros, more than 0. */
export const isPrice = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text);

/** The owner's estimate of the example chatbot's value, in euros. */
export const CHATBOT_VALUE = 430;

interface SiteTax {
  readonly papers?: { readonly vat?: string | undefined } | undefined;
  readonly training?: { readonly taxLine: string };
}

/** Whether the owner adds no tax (CGI, articles 293 B and 261-4-4° a), by the regime or the line on pages. */
export const isUntaxed = ({ papers, training }: SiteTax): boolean =>
  papers?.vat ? papers.vat !== 'standard' : /\b(?:293|261)\b/.test(training?.taxLine ?? '');

/** The words behind a price without a tax, in papers and on pages. */
export const netOfTax = (cents: number): string => `${cents < 200 ? 'net' : 'nets'} de taxe`;

/**
 * The words after each price that visitors read: those of the specification, unless no tax is added.
 * @param isNet of `isUntaxed`
 */
const wordAfter = (cents: number, isNet: boolean): string => `\u00a0${isNet ? netOfTax(cents) : 'TTC'}`;

/** @param amount whole euros */
export const taxWord = (site: SiteTax, amount: number): string => wordAfter(amount * 100, isUntaxed(site));

/**
 * « 1 320 € », « 166,67 € ». Node and every browser give the same text, because composed pages are hydrated.
 * @param cents euro cents
 */
export function centsInEuros(cents: number): string {
  const [whole = '', rest] = (cents / 100).toFixed(2).split('.');
  const grouped = whole.replace(/\d(?=(?:\d{3})+$)/g, '$&\u202f');
  return `${grouped}${rest === '00' ? '' : `,${rest}`}\u00a0€`;
}
export const inEuros = (amount: number) => centsInEuros(amount * 100);
export const announcedPrice = (site: SiteTax, amount: number) => inEuros(amount) + taxWord(site, amount);
