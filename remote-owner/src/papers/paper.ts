import type { DayFile } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { centsInEuros, registrationOf } from '@site/contract/offer';
import { TO_COMPLETE } from '@site/contract/to-complete';
import { formatDay, formatDays, WEEKDAYS } from '../content/dates';
import { FIELDS, type FieldName, type Place, sheetHours } from './fields';
import { type PaperData, withDepositOfThen, withVatOfThen } from './paper-data';
import { amountsOf, isPriced } from './tax';

export type Block =
  /** An annex begins on a new page. */
  | { readonly kind: 'heading' | 'text' | 'greeting' | 'annex'; readonly text: string }
  /** The rest of the page, to write in. */
  | { readonly kind: 'space' }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'terms'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Widths of the columns, in per cent. */
      readonly widths: readonly number[];
      /** Rows below the others, each with its amount. */
      readonly sums?: readonly (readonly [label: string, amount: string])[];
      /** A line above the columns, repeated on each page. */
      readonly caption?: string;
      /** The number of rows that stay together on one page. */
      readonly together?: number;
    }
  /** The places for signatures, one for each party. `words` stand above the place; their last line stands in it. */
  | { readonly kind: 'signatures'; readonly parties: readonly (readonly [who: string, words: string])[] };

/** Stands for a value that nobody can know before the day. */
const AFTER_THE_DAY = '[Après la journée]';

/** The words in an empty place. They say whether it can be filled in now. */
export const emptyPlace = (isLater: boolean) => (isLater ? AFTER_THE_DAY : TO_COMPLETE);

/** A sum in euros; an empty place while the price is not known. @param cents euro cents */
export const sumIn = (data: PaperData, cents: number): string =>
  isPriced(data) ? centsInEuros(cents) : emptyPlace(false);

export const EMPTY_PLACE = /(\[(?:À compléter|Après la journée)\])/;

export interface MissingField {
  readonly field: FieldName;
  readonly label: string;
  readonly place: Place;
  /** The law and article, or the fund, that requires the field in this paper. */
  readonly source: string;
  /** Whether nobody can know it before the day. */
  readonly isLater: boolean;
}

export interface Paper {
  readonly title: string;
  /** The line at the foot of each page: title, days, both sides, and the reference of the file. */
  readonly foot: string;
  readonly letterhead: readonly string[];
  readonly blocks: readonly Block[];
  readonly missing: readonly MissingField[];
  /** Whether nothing is missing and the paper may be issued. */
  readonly isComplete: boolean;
  /** A digest of each section of the paper. `changedSince` compares them. */
  readonly fingerprint: string;
}

/** Mandatory fields, each with the law or fund that requires it. */
type Mandatory = { readonly [Name in FieldName]?: string };

interface Definition<Fields extends Mandatory> {
  readonly title: string;
  /** The party that the foot names beside the body; the trainee by default. */
  readonly party?: FieldName;
  readonly mandatory: Fields;
  /**
   * Further fields of the paper, left out while they are not known. Their changes are reported once the paper has
   * gone out.
   */
  readonly also?: readonly FieldName[];
  /**
   * The version of the fingerprint; set when the paper has got more fields since its first fingerprints were stored.
   */
  readonly format?: keyof typeof FORMATS;
  /** The reason why the paper is not issued, which replaces its whole text; empty otherwise. */
  readonly instead?: (data: PaperData) => string;
  /** @param field the text of each mandatory field, or the words of its empty place */
  readonly blocks: (field: Readonly<Record<keyof Fields, string>>, data: PaperData) => readonly (Block | null)[];
}

/** The first and last of more than two days: all of them would not fit on one line. */
const footDays = (days: readonly string[]): string =>
  days.length > 2
    ? `${days.length} journées, du ${formatDay(days[0] ?? '')} au ${formatDay(days.at(-1) ?? '')}`
    : formatDays(days);

/** Writes one paper from the data: the same data give the same paper. */
export type WritePaper = (data: PaperData) => Paper;

export const definePaper =
  <const Fields extends Mandatory>({
    title,
    party = 'traineeName',
    mandatory,
    also = [],
    instead = () => '',
    format = also.some((name) => sectionOf(name) !== 'employer') ? 'all' : 'mandatory',
    blocks,
  }: Definition<Fields>): WritePaper =>
  (given) => {
    const data = withDepositOfThen(withVatOfThen(given));
    const names = Object.keys(mandatory) as (FieldName & keyof Fields)[];
    const known = names.map((name) => [name, FIELDS[name].read(data).trim()] as const);
    const shown: { readonly [Name in FieldName]?: string } = Object.fromEntries(
      known.map(([name, text]) => [name, text || (isAsked(name, data) ? emptyPlace(isLater(name, data)) : '')]),
    );
    const reason = instead(data);
    const written = (reason ? [text(reason)] : blocks(shown as Record<keyof Fields, string>, data)).filter(
      (block) => block !== null,
    );
    const missing = known
      .filter(([name, text]) => !reason && text === '' && isAsked(name, data))
      .map(([field]) => missingField(field, typeset(mandatory[field] ?? ''), data));
    const letterhead = letterheadOf(data.site, shown).map(typeset);
    const sides = [data.site.publisher.name, FIELDS[party].read(data)];
    return {
      title: typeset(title),
      foot: typeset(
        [title, footDays(data.request.confirmedDates), ...sides, `réf.\u00a0${referenceOf(data)}`]
          .filter(Boolean)
          .join(' – '),
      ),
      letterhead,
      blocks: written.map(typesetBlock),
      missing,
      isComplete: !reason && missing.length === 0,
      fingerprint:
        FORMATS[format] +
        fingerprintOf(
          { known: [...known, ...also.map((name) => [name, FIELDS[name].read(data).trim()] as const)], letterhead },
          data,
        ),
    };
  };

function missingField(field: FieldName, source: string, data: PaperData): MissingField {
  const { label, place } = FIELDS[field];
  const isKnownLater = isLater(field, data);
  return { field, label, source, isLater: isKnownLater, place: typeof place === 'function' ? place(data) : place };
}

function isLater(name: FieldName, data: PaperData): boolean {
  const field = FIELDS[name];
  return 'isLater' in field && field.isLater(data);
}

function isAsked(name: FieldName, data: PaperData): boolean {
  const field = FIELDS[name];
  return !('isAsked' in field) || field.isAsked(data);
}

/**
 * The SIREN and the registration. The registration may repeat the SIREN, which is then left out. « RNE » alone
 * becomes a phrase.
 */
export function registeredAs(siren: string, registration: string): readonly string[] {
  const digits = siren.replace(/\D/g, '').split('').join('\\s?');
  // The digits of a SIRET continue after those of the SIREN.
  const number = new RegExp(`\\s*(?:SIREN|numéro|n°)?\\s*(?<!\\d)${digits}(?!\\s?\\d)`, 'i');
  const rest = digits ? registration.replace(number, '').replace(/^[\s,]+/, '') : registration;
  return [siren && `SIREN ${siren}`, rest.replace(/^RNE$/i, 'immatriculation au RNE')].filter(Boolean);
}

/** The lines about the body. Unknown ones are left out, unless they are mandatory in this paper. */
function letterheadOf(
  { publisher, phone, email, nda, papers, qualiopi }: Site,
  shown: { readonly [Name in FieldName]?: string },
): readonly string[] {
  const { bodyName, bodyAddress, bodySiren } = shown;
  const siren = bodySiren ?? publisher.siren;
  const [number, region] = [shown.nda ?? nda, shown.region ?? papers?.region];
  return [
    [bodyName ?? publisher.name, publisher.legalForm].filter(Boolean).join(', '),
    bodyAddress ?? (publisher.address || emptyPlace(false)),
    registeredAs(siren, publisher.registration).join(' – '),
    [phone, email].filter(Boolean).join(' – '),
    number && region ? registrationOf(number, region) : '',
    qualiopi ? `Certification Qualiopi, au titre de la catégorie d’actions suivante : ${qualiopi.category}.` : '',
  ].filter(Boolean);
}

const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre';
const JOINED = [
  /\b0\d(?: \d\d){4}\b/g, // Phone
  /\b(?:SIREN )?\d{3} \d{3} \d{3}\b/g,
  /\b\d\d \d\d \d{5} \d\d\b/g, // Declaration of activity
  /\b\d+ à \d+\b/g,
  new RegExp(`(?:(?:${WEEKDAYS.join('|')}) )?\\b(?:1er|\\d\\d?)(?: (?:${MONTHS})(?: \\d{4})?)?(?!\\p{L})`, 'gu'),
];

/** French spaces and hyphens, so that the texts of papers can be written with ordinary ones. */
export const typeset = (text: string) =>
  JOINED.reduce((given, whole) => given.replace(whole, (found) => found.replaceAll(' ', '\u00a0')), text)
    .replace(/ ([;!?»])/g, '\u202f$1')
    .replace(/« /g, '«\u202f')
    .replace(/ ([:%€])/g, '\u00a0$1')
    .replace(/\S+/g, typesetWord)
    .replace(/(\d) (?=(?:h|heures?|jours?|ans|mois)(?!\p{L}))/gu, '$1\u00a0');

/** « L6353-3 », « 261-4-4° » */
const ARTICLE = /(?<![\p{L}\d])(?:[LRD]\d{3,4}(?:-\d+)+|\d{3}(?:-\d+)+°)/gu;

/** An address is copied from the print: it stays as it is. */
const typesetWord = (word: string) =>
  /[@/]|\.\p{L}/u.test(word)
    ? word
    : word
        .replace(/(?<![\p{L}\d])(e|demi|ci)-(?=mail|journée|après)/giu, '$1\u2011')
        .replaceAll('-à-', '\u2011à\u2011')
        .replace(ARTICLE, (number) => number.replaceAll('-', '\u2011'))
        .replace(/(?<=\p{L})'(?=\p{L})/gu, '’');

function typesetBlock(block: Block): Block {
  switch (block.kind) {
    case 'list':
      return { ...block, items: block.items.map(typeset) };
    case 'terms':
      return { ...block, rows: block.rows.map(([label, value]) => [typeset(label), typeset(value)] as const) };
    case 'table':
      return {
        ...block,
        head: block.head.map(typeset),
        rows: block.rows.map((row) => row.map(typeset)),
        ...(block.caption && { caption: typeset(block.caption) }),
        ...(block.sums && { sums: block.sums.map(([label, amount]) => [typeset(label), typeset(amount)] as const) }),
      };
    case 'signatures':
      return { ...block, parties: block.parties.map(([who, words]) => [typeset(who), typeset(words)] as const) };
    case 'space':
      return block;
    default:
      return { ...block, text: typeset(block.text) };
  }
}

/**
 * Versions of a fingerprint, which differ in the fields they contain. Fingerprints of different versions cannot be
 * compared.
 */
const FORMATS = {
  mandatory: '5',
  all: '6',
  withAddress: '7',
  withClientSiren: '8',
  withRules: '9',
  withPayment: 'a',
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
function sectionOf(field: FieldName): Exclude<Section, 'letterhead' | 'total'> | null {
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
function fingerprintOf({ known, letterhead }: Said, data: PaperData): string {
  const { total } = amountsOf(data);
  const saidOf = (section: Section) => known.filter(([field]) => sectionOf(field) === section);
  const hasPrice = saidOf('price').length > 0;
  const said: Readonly<Record<Section, unknown>> = {
    price: hasPrice ? [total, data.site.papers?.vat] : [],
    own: saidOf('own'),
    site: saidOf('site'),
    hours: saidOf('hours').length > 0 ? sheetHours(data) : [],
    letterhead,
    total: hasPrice ? [total] : [],
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

/** The reference of a reservation, which all its papers share. Invoices get their numbers elsewhere. */
export const referenceOf = ({ request }: Pick<PaperData, 'request'>) => request.id.slice(0, 8).toUpperCase();

export interface Signer {
  readonly bodyName: string;
  readonly signatory: string;
}

/** Whether the body is a sole trader, who does not represent herself and has no office. */
export const isSole = ({ bodyName, signatory }: Signer): boolean =>
  bodyName.toLowerCase().includes(signatory.toLowerCase());

/** Whether the paper already says in what capacity the body's representative signs: « Ada Martin, gérante ». */
export const hasOffice = ({ signatory }: Pick<Signer, 'signatory'>) => /,/.test(signatory);

export const signerOf = (signer: Signer) =>
  isSole(signer) ? signer.bodyName : `${signer.bodyName} : ${signer.signatory}`;

/** The words above the place where the body signs. They name the person once that is known. */
export function forBody(bodyName: string, data: PaperData): string {
  const signatory = FIELDS.signatory.read(data);
  return `Pour l’organisme, ${signatory ? signerOf({ bodyName, signatory }) : bodyName}`;
}

/** A line to write a date or a few words on; `LONG_LINE` is for a name or a place. */
export const LINE = '____________________';
export const LONG_LINE = '________________________________';
export const SIGNED_AT = `Fait à ${LONG_LINE}\nLe ${LONG_LINE}`;

export const heading = (text: string): Block => ({ kind: 'heading', text });
export const text = (...sentences: readonly (string | undefined)[]): Block | null => {
  const given = sentences.filter(Boolean).join(' ');
  return given ? { kind: 'text', text: given } : null;
};
export const list = (items: readonly string[]): Block => ({ kind: 'list', items });
export const terms = (...rows: readonly (readonly [string, string] | null)[]): Block => ({
  kind: 'terms',
  rows: rows.filter((row) => row !== null),
});

/** Whether the agreement is a contrat: the trainee pays alone (L6353-3). Otherwise it is a convention (L6353-1). */
export const isContrat = ({ payer }: DayFile) => payer === 'self';
