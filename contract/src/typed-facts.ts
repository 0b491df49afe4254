import { PICTURE_ADDRESS } from './addresses.ts';
import { cleanEmail, isEmail } from './email.ts';
import type { Site } from './host.ts';
import { INVISIBLE } from './invisible.ts';
import { isDayCount, isNda } from './offer.ts';
import { VAT_REGIMES } from './owner-facts.ts';
import type { FactValue } from './page-data.ts';
import { readPhone } from './phone.ts';
import { isPrice } from './prices.ts';

/** Signs of a text, or of a line of a list. */
const LONGEST_FACT = 2000;
export const MAX_LINES = 20;

/** Columns of the facts that are tables. In an edited one, a line is a row, whose cells are separated by tabs. */
export const FACT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  day: ['from', 'to', 'text'],
  tools: ['name', 'use', 'cost'],
  testimonials: ['name', 'role', 'text', 'date', 'consent'],
};

export const cellsOf = (line: string): readonly string[] => line.split('\t');

/** A bullet, or a dash that stands for one, after a line end and what stands before that. */
const BULLET = /(?:^\s*|(\S)(\s+))(?:[•·▪◦●○■\uf0b7\uf0a7]\s*|[-–—]\s+)/gu;
const LINE_END = /[\n\v\r\u2028\u2029]/;

const betweenPoints = (found: string, before?: string, space = ''): string => {
  if (before === undefined) return '';
  if (!LINE_END.test(space)) return found;
  return before + (/[.,:;!?…]/.test(before) ? ' ' : '\u202f; ');
};

/**
 * One line of what was typed, or pasted from Word or PowerPoint, whose line ends are control characters: with French
 * quotes, and no-break spaces only where French typography has them. Points of a list have a semicolon between them.
 */
export const cleanPasted = (typed: string): string =>
  typed
    .normalize()
    .replace(BULLET, betweenPoints)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(/[“„]\s*/g, '«\u00a0')
    .replace(/\s*”/g, '\u00a0»')
    .replaceAll('‘', '’')
    .replace(/([«\d])?[\u00a0\u202f](?![»:;!?%€])/g, (found, before) => (before ? found : ' '))
    .replace(/ +(?=[ \u00a0\u202f])/g, '')
    .trim();

/** The nine digits of a SIREN, or of a SIRET, which begins with one; null for any other text. */
export function readSiren(typed: string): string | null {
  const [siren] = /^\d{9}(?=(?:\d{5})?$)/.exec(typed.replace(/[\s.-]/g, '')) ?? [];
  return siren && luhn(siren) % 10 === 0 ? siren : null;
}

const luhn = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (1 + (at % 2));
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

/** Whether a number of VAT in the text, such as FR 40 123 456 824, has its key; a text without one may be anything. */
function hasVatKey(text: string): boolean {
  const [, key, siren] = /\bFR\W*(\d\d)\W*((?:\d\W*){9})(?!\d)/i.exec(text) ?? [];
  if (!key || !siren) return !/\bFR\W*\d|^[\d\s.]+$/i.test(text);
  const digits = siren.replace(/\D/g, '');
  return readSiren(digits) !== null && Number(key) === (12 + 3 * (Number(digits) % 97)) % 97;
}

/** The regimes that a text about VAT agrees with; a number alone means that VAT is charged. */
function regimesOf(text: string): readonly string[] {
  if (/293\s*B/i.test(text)) return ['franchise'];
  if (/261/.test(text)) return ['exempt'];
  if (/non\s+(?:applicable|assujetti|soumis)|exon[ée]r|franchise/i.test(text)) return ['franchise', 'exempt'];
  return /\bFR\W*\d\d(?:\W*\d){9}|\b20\s*%|TVA\s+(?:incluse|comprise)/i.test(text) ? ['standard'] : VAT_REGIMES;
}

/** The keys of `site.json` by which a site contradicts itself about VAT. */
export function vatConflicts({ papers, publisher, training }: Pick<Site, 'papers' | 'publisher' | 'training'>) {
  const statements: [key: string, regimes: readonly string[]][] = [
    ['papers.vat', papers?.vat ? [papers.vat] : VAT_REGIMES],
    ['publisher.vat', regimesOf(publisher.vat)],
    ['training.taxLine', regimesOf(training.taxLine)],
  ];
  const contradicts = (regimes: readonly string[]) =>
    statements.some(([, others]) => !others.some((regime) => regimes.includes(regime)));
  return statements.flatMap(([key, regimes]) => (contradicts(regimes) ? [key] : []));
}

/** The form of numbers in the former register of commerce: « 2020 B 1234 ». */
const OLD_NUMBER = /\d{2,4}\s?[A-D]\s?\d+/g;

/**
 * Whether each number as long as a SIREN is a valid one, named once, and no shorter number takes its place. The
 * department of a register of trades may precede it.
 */
function hasRightSirens(text: string): boolean {
  const numbers = [...text.matchAll(/\b(?:\d\d\s)?(\d(?:[\s.-]?\d){8,})/g)];
  if (numbers.length === 0) return !/\b\d(?:[\s.-]?\d){2,7}\b/.test(text.replace(OLD_NUMBER, ''));
  return numbers.every(([, number = '']) => readSiren(number) !== null);
}

const isCallable = (text: string) => readPhone(text).tel !== null;

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  phone: isCallable,
  'hosting.phone': isCallable,
  'publisher.siren': (text) => readSiren(text) !== null,
  'publisher.registration': hasRightSirens,
  'publisher.vat': hasVatKey,
  nda: isNda,
  'trainer.photo': (text) => PICTURE_ADDRESS.test(text),
  'prices.standard': isPrice,
  'prices.funded': isPrice,
  'qualiopi.certificate': (text) => /^https:\/\/\S+$/.test(text),
  'papers.quoteDays': isDayCount,
  'papers.paymentDays': isDayCount,
};

/** « [À compléter] », « [à compléter : le délai] » */
export const GAP = /\[à compléter[^\]]*\]?/i;

type FactRule = 'plausible' | 'long' | 'many' | 'gap';

/** The rule that a clean value of a key of `site.json` breaks; null for none. An empty text breaks none. */
export function brokenRule(key: string, value: FactValue): FactRule | null {
  if (typeof value === 'boolean') return null;
  const lines = typeof value === 'string' ? [value] : value;
  if (lines.length > MAX_LINES) return 'many';
  if (lines.some(({ length }) => length > LONGEST_FACT)) return 'long';
  if (lines.some((line) => GAP.test(line))) return 'gap';
  const columns = FACT_COLUMNS[key]?.length;
  const isRight = (line: string) => (columns ? cellsOf(line).length === columns : (CHECKS[key]?.(line) ?? true));
  return lines.every((line) => line === '' || isRight(line)) ? null : 'plausible';
}

/** The value as it is stored under a key of `site.json`: of a SIRET its SIREN, of a timetable its rows in order. */
export function cleanFact(key: string, typed: FactValue): FactValue {
  if (typeof typed === 'boolean') return typed;
  if (typeof typed === 'string') return cleanText(key, cleanPasted(typed));
  const isTable = key in FACT_COLUMNS;
  const lines = typed.map((line) => (isTable ? cellsOf(line).map(cleanPasted).join('\t') : cleanPasted(line)));
  const filled = lines.filter((line) => line.trim() !== '');
  return key === 'day' ? byStart(filled) : filled;
}

/** Sorts rows by their hour. While the hour of one row is missing, all rows keep their places. */
const byStart = (parts: string[]) => (parts.every((part) => cellsOf(part)[0]) ? parts.sort() : parts);

const CURRENCY = /(?:[.,]00)?\s*(?:€|euros?|eur)?\s*(?:ttc)?$/i;

const ADDRESS_KEYS = ['preRegistrationUrl', 'videoLink', 'mediator.url', 'qualiopi.certificate'];
const SCHEME = /^https?:\/\//i;
/** « meet.google.com/abc » */
const HOST_AND_PATH = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;

/** Completes an address without its scheme, as browsers copy it, or with a capital letter of a telephone. */
const completeAddress = (text: string): string =>
  HOST_AND_PATH.test(text) ? `https://${text}` : text.replace(SCHEME, (scheme) => scheme.toLowerCase());

function cleanText(key: string, text: string): string {
  if (key === 'email') return cleanEmail(text);
  if (ADDRESS_KEYS.includes(key)) return completeAddress(text);
  if (key.endsWith('Days')) return text.replace(/\s*jours?$/i, '');
  if (key.startsWith('prices.')) return text.replace(CURRENCY, '').replace(/\s/g, '');
  const siren = key === 'publisher.siren' && readSiren(text);
  return siren ? siren.replace(/\d{3}(?=\d)/g, '$& ') : text;
}
