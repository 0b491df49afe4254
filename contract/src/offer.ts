import { addDays } from './today.ts';

// The offer, as parts and mails show it: a change of a line here changes each of them.
// `offer.test.ts` fails where another file states one of these facts.

/** Euros, all taxes included, where the owner gives no other price. */
const STANDARD_PRICE = 199;
const FUNDED_PRICE = 320;

/**
 * Typed prices, in whole euros with all taxes. `pricesOf` replaces missing and empty ones by those of the
 * specification.
 */
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
  /** The price that the owner has agreed with the person for all days; null where the announced price counts. */
  readonly priceCents: number | null;
  /**
   * The price of a day that the site announced when the request came in. Null or missing where the database does not
   * know it.
   */
  readonly dayCents?: number | null;
}

/**
 * The price of a request in papers and sums, in euro cents with all taxes. A later change of the announced price does
 * not change it.
 */
export const requestCents = (
  { isAgefice, priceCents, dayCents }: KnownPrice,
  days: number,
  prices: PlanPrices,
): number => priceCents ?? (dayCents ?? planPrice(prices, isAgefice) * 100) * days;

/**
 * « 398 € TTC pour 2 journées »; empty where the price is not known.
 * @param days those that are wanted or confirmed
 * @param isNet of `isUntaxed`; undefined where nobody knows it, as what is paid is the same
 */
export function priceInWords({ priceCents, dayCents }: Partial<KnownPrice>, days: number, isNet?: boolean): string {
  const inWords = (cents: number) => centsInEuros(cents) + (isNet === undefined ? '' : wordAfter(cents, isNet));
  if (typeof priceCents === 'number') return `${inWords(priceCents)}, comme convenu`;
  if (typeof dayCents !== 'number') return '';
  return `${inWords(dayCents * days)} ${days > 1 ? `pour ${days}\u00a0journées` : 'la journée'}`;
}

/** Whole euros, more than 0. */
export const isPrice = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text);

/** Whole days, in three digits at most. */
export const isDayCount = (text: string): boolean => /^\d{1,3}$/.test(text);

/** The owner's estimate of the example chatbot's value, in euros. */
export const CHATBOT_VALUE = 430;

interface SiteTax {
  readonly papers?: { readonly vat?: string | undefined } | undefined;
  readonly training?: { readonly taxLine: string };
}

/**
 * Whether the owner has said that she adds no tax (CGI, articles 293 B and 261-4-4° a): in her regime, or in her line
 * on pages.
 */
export const isUntaxed = ({ papers, training }: SiteTax): boolean =>
  papers?.vat ? papers.vat !== 'standard' : /\b(?:293|261)\b/.test(training?.taxLine ?? '');

/** The words behind a price without a tax, in papers and on pages. */
export const netOfTax = (cents: number): string => `${cents < 200 ? 'net' : 'nets'} de taxe`;

/**
 * Stands behind each price that visitors read: the word of the specification, unless nothing is added.
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

/** A complete funding file must be sent at least this many days before the training. */
export const FUNDING_LEAD_DAYS = 15;
export const FUNDING_LEAD = `${FUNDING_LEAD_DAYS}\u00a0jours après l’envoi du dossier complet`;

/** The last day on which a complete file can be sent to the fund for a training day; both are yyyy-MM-dd. */
export const lastFundingDay = (day: string): string => addDays(day, -FUNDING_LEAD_DAYS);
export const isTooSoonForFunding = (day: string, today: string): boolean => lastFundingDay(day) < today;

/** The site promises no more, because amounts and rules are the fund's own. */
export const FUNDING_COVERAGE =
  'Prise en charge possible jusqu’à 100\u00a0% du coût, selon les critères et plafonds de votre fonds et sous réserve de son accord';

/** Days for which a quote is valid, unless the owner gives another number. */
export const QUOTE_DAYS = 30;
/** Days from the last day of the training to the due date, if nothing else is agreed (Code de commerce, L441-10, I). */
export const PAYMENT_DAYS = 30;

/** « sous 30 jours », « à 30 jours », not « 10 jours avant la journée » */
const NAMED_DAYS =
  /(?:sous|à|dans(?: les)?|d[’']ici|délai de)\s+(\d{1,3})\s*jours?\b(?!\s+(?:avant|fin|qui précèdent))/gi;

/**
 * The days within which a sentence of the owner asks for the price, in digits; undefined where it names none, or
 * several.
 */
export function daysNamedIn(sentence: string): string | undefined {
  const named = new Set([...sentence.matchAll(NAMED_DAYS)].map(([, days]) => days));
  return named.size === 1 ? [...named][0] : undefined;
}

interface PaymentTerms {
  readonly payment?: { readonly when?: string | undefined } | undefined;
  readonly papers?: { readonly paymentDays?: string | undefined } | undefined;
}

/**
 * Days from the last day of the training until its invoice is due: those that the owner has given, or named in words;
 * undefined where no number is said. Professionals who have agreed on nothing else have the one of the law.
 */
export function paymentDaysOf({ payment, papers }: PaymentTerms, isProfessional: boolean): number | undefined {
  const days = papers?.paymentDays ?? daysNamedIn(payment?.when ?? '');
  if (days !== undefined) return Number(days);
  return isProfessional && !payment?.when ? PAYMENT_DAYS : undefined;
}

/** Per cent of the price that a contrat may ask for at the end of its ten days (Code du travail, L6353-6). */
export const DEPOSIT_PERCENT = 30;

/** The sentence of pages beside the time of payment; empty without a deposit. */
export const depositLine = ({
  papers,
}: {
  readonly papers?: { readonly deposit?: boolean | undefined } | undefined;
}) =>
  papers?.deposit
    ? `Si vous payez seul, un acompte de ${DEPOSIT_PERCENT}\u00a0% est demandé, après les dix jours de rétractation du contrat.`
    : '';

/** The hours of a day without a timetable. `durationOf` has the length that is announced. */
export const TRAINING_HOURS = 8;
export const TRAINING_HOURS_AT_START = 'Huit heures';

export const AUDIENCE = 'Agents immobiliers indépendants et mandataires';

export const PREREQUISITES = [
  'Aucune connaissance en programmation n’est nécessaire',
  'Savoir se servir d’un navigateur et d’une messagerie',
  'Disposer d’un ordinateur, d’un téléphone et d’une connexion à internet',
] as const;

/** The last prerequisite as a list of things. */
export const MATERIAL = 'Un ordinateur, un téléphone et une connexion à internet';

/** What the trainee can do after the day. The attestation has a result for each. */
export const OBJECTIVES = [
  'Créer une séquence de relance automatique, par SMS et e-mail',
  'Connecter l’arrivée d’un contact à une alerte immédiate et à une base de contacts',
  'Tester les trois automatisations, jusqu’à ce qu’elles fonctionnent',
] as const;

const ARTICLE = /^(?:d(?:e|u|es)\s+)?(?:l[ae]s?\s+|[ld][’'])?/i;

/** The French preposition for the name of a region, by its first letters; « de » for the others. */
const BEFORE_REGION: readonly (readonly [RegExp, string])[] = [
  [/^(?:Grand|Centre)/i, 'du '],
  [/^(?:Hauts|Pays)/i, 'des '],
  [/^R[ée]union/i, 'de La '],
  [/^[AEIOUÎÉ]/i, 'd’'],
];

function ofRegion(typed: string): string {
  const name = typed.replace(ARTICLE, '');
  return (BEFORE_REGION.find(([start]) => start.test(name))?.[1] ?? 'de ') + name;
}

/** « En cours »: the first agreement goes out before the declaration, without a number (R6351-6). */
export const isUnderWay = (nda: string | undefined) => /^en cours$/i.test(nda ?? '');
export const isNda = (text: string) => isUnderWay(text) || /^(\d\s?){11}$/.test(text);

/**
 * The wording of article R6351-6 of the Code du travail, with the reservation of L6352-12.
 * @param region the name of the prefect's region
 */
export const registrationOf = (nda: string, region?: string) =>
  isUnderWay(nda)
    ? 'Déclaration d’activité en cours.'
    : `Déclaration d’activité enregistrée sous le numéro ${nda}${region ? ` auprès du préfet de région ${ofRegion(region)}` : ''}. Cet enregistrement ne vaut pas agrément de l’État.`;
