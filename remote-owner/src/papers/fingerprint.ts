import { FIELDS, type FieldName, forfeitOf, sheetHours } from './fields';
import type { PaperData } from './paper-data';
import { amountsOf } from './tax';

/**
 * Versions of a fingerprint, which differ in the fields they contain. Fingerprints of different versions cannot be
 * compared.
 */
export const FORMATS = {
  mandatory: '5',
  all: '6',
  withAddress: '7',
  withClientSiren: '8',
  withRules: '9',
  withPayment: 'a',
  withTerms: 'b',
} as const;
const FORMAT_LENGTH = 1;
/**
 * The sections of a fingerprint with their lengths. Together they may have 39 characters at most
 * (`day_papers_print_ok`). Older fingerprints lack the last three.
 */
const [LONG, SHORT] = [7, 4];
const SECTIONS = {
  price: LONG,
  own: LONG,
  site: LONG,
  hours: LONG,
  letterhead: SHORT,
  total: SHORT,
  employer: 3,
} as const;
type Section = keyof typeof SECTIONS;
const SECTION_NAMES = Object.keys(SECTIONS) as readonly Section[];

/**
 * The section of the fingerprint that a field belongs to. Null for the days, which the mark stores itself, and for
 * `nextDays`, which the timetable contains.
 */
export function sectionOf(field: FieldName): Exclude<Section, 'letterhead' | 'total'> | null {
  if (field === 'days' || field === 'nextDays') return null;
  if (field === 'employer') return 'employer';
  if (field === 'kept') return 'hours';
  if (field === 'price' || field === 'vat' || field === 'followedPrice') return 'price';
  const { place } = FIELDS[field];
  return typeof place === 'string' && place.startsWith('site:') ? 'site' : 'own';
}

interface Said {
  readonly known: readonly (readonly [FieldName, string])[];
  readonly letterhead: readonly string[];
}

/**
 * Computes a digest for each section: price, request and file, texts of the site, hours of a sheet, letterhead,
 * amount without regard to its tax, and employer.
 */
export function fingerprintOf({ known, letterhead }: Said, data: PaperData): string {
  // Only an invoice has the price of what was followed.
  const forfeit = data.agreedCents === undefined ? 0 : forfeitOf(data);
  const amounts = [amountsOf(data).total, ...(forfeit > 0 ? [forfeit] : [])];
  const saidOf = (section: Section) => known.filter(([field]) => sectionOf(field) === section);
  const hasPrice = saidOf('price').length > 0;
  const said: Readonly<Record<Section, unknown>> = {
    price: hasPrice ? [...amounts, data.site.papers?.vat] : [],
    own: saidOf('own'),
    site: saidOf('site'),
    hours: saidOf('hours').length > 0 ? sheetHours(data) : [],
    letterhead,
    total: hasPrice ? amounts : [],
    employer: saidOf('employer'),
  };
  return SECTION_NAMES.map((section) => digest(JSON.stringify(said[section]), SECTIONS[section])).join('');
}

function sectionsOf(fingerprint: string): Readonly<Record<Section, string>> {
  let at = FORMAT_LENGTH;
  const sections = SECTION_NAMES.map((section) => {
    const start = at;
    at += SECTIONS[section];
    return [section, fingerprint.slice(start, at)] as const;
  });
  return Object.fromEntries(sections) as Record<Section, string>;
}

/** `vat`: another tax of the same amount. `letterhead`: the letterhead and no other text of the site. */
type Change = 'price' | 'vat' | 'own' | 'site' | 'letterhead' | 'hours';

/**
 * What has changed in a paper since it went out. Hours that are noted after a blank sheet went out are no change:
 * they are those that were written on it.
 * @param then the fingerprint of that time; null when it is not known
 */
export function changedSince(then: string | null, now: string): ReadonlySet<Change> {
  if (then?.charAt(0) !== now.charAt(0)) return new Set();
  const [was, is] = [sectionsOf(then), sectionsOf(now)];
  const blank = digest('[]', SECTIONS.hours);
  const isOther = (section: Section) => was[section] !== '' && was[section] !== is[section];
  const changes: Readonly<Record<Change, boolean>> = {
    price: isOther('price') && was.total !== is.total,
    vat: isOther('price') && was.total === is.total,
    own: isOther('own') || isOther('employer'),
    site: isOther('site'),
    letterhead: isOther('letterhead') && !isOther('site'),
    hours: isOther('hours') && was.hours !== blank && is.hours !== blank,
  };
  return new Set((Object.keys(changes) as Change[]).filter((change) => changes[change]));
}

/** The end of the 64-bit FNV-1a hash, in base 36. It tells versions apart and proves nothing. */
function digest(text: string, length: number): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36).padStart(length, '0').slice(-length);
}
