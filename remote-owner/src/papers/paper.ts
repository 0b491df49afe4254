import type { Site } from '@site/contract/host';
import { isUnderWay, registrationOf } from '@site/contract/offer';
import { centsInEuros } from '@site/contract/prices';
import { TO_COMPLETE } from '@site/contract/to-complete';
import { formatDay, formatDays } from '../content/dates';
import { FIELDS, type FieldName, type Place } from './fields';
import { FORMATS, fingerprintOf, sectionOf } from './fingerprint';
import { asAgreed, type PaperData } from './paper-data';
import { isClientAbroad, isPriced } from './tax';
import { typeset } from './typography';

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
export const formatSum = (data: PaperData, cents: number): string =>
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
  /**
   * Whether it lacks only what is foreign in a client abroad. The owner writes it elsewhere, and may mark it all the
   * same.
   */
  readonly isOutside: boolean;
  /** A digest of each section of the paper. `changedSince` compares them. */
  readonly fingerprint: string;
}

/** Mandatory fields, each with the law or fund that requires it. */
export type Mandatory = { readonly [Name in FieldName]?: string };

/** Fields that one law or fund requires. */
export const requiredBy = <const Name extends FieldName>(law: string, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, law])) as Readonly<Record<Name, string>>;

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
  /** Mandatory fields that it does not have in this file. */
  readonly without?: (data: PaperData) => readonly FieldName[];
  /** The days that the foot names; by default those that are confirmed. */
  readonly days?: (data: PaperData) => readonly string[];
  /** The reason why the paper is not issued, which replaces its whole text; empty otherwise. */
  readonly instead?: (data: PaperData) => string;
  /** @param field the text of each mandatory field, or the words of its empty place */
  readonly blocks: (field: Readonly<Record<keyof Fields, string>>, data: PaperData) => readonly (Block | null)[];
}

/** The first and last of more than two days: all of them would not fit on one line. */
const footDays = (days: readonly string[]): string =>
  days.length > 2
    ? `${days.length} jours, du ${formatDay(days[0] ?? '')} au ${formatDay(days.at(-1) ?? '')}`
    : formatDays(days);

const OF_THE_COUNTRY: readonly FieldName[] = ['vat', 'price', 'payerSiren', 'clientSiren'];

/** Whether the law of the client's country decides about the field, so that the paper is written elsewhere. */
export const isElsewhere = (field: FieldName, data: PaperData): boolean =>
  isClientAbroad(data) && OF_THE_COUNTRY.includes(field);

/** Writes one paper from the data: the same data give the same paper. */
export type WritePaper = (data: PaperData) => Paper;

export const definePaper =
  <const Fields extends Mandatory>({
    title,
    party = 'traineeName',
    mandatory,
    also = [],
    days = ({ request }) => request.confirmedDates,
    without = () => [],
    instead = () => '',
    format = also.some((name) => sectionOf(name) !== 'employer') ? 'all' : 'mandatory',
    blocks,
  }: Definition<Fields>): WritePaper =>
  (given) => {
    const data = asAgreed(given);
    const names = Object.keys(mandatory) as (FieldName & keyof Fields)[];
    const isLeftOut = (name: FieldName) => without(data).includes(name) || !isAsked(name, data);
    const known = names.map((name) => [name, FIELDS[name].read(data).trim()] as const);
    const shown: { readonly [Name in FieldName]?: string } = Object.fromEntries(
      known.map(([name, text]) => [
        name,
        (name === 'bodyName' ? bodyNameOf(data) : text) || (isLeftOut(name) ? '' : emptyPlace(isLater(name, data))),
      ]),
    );
    const reason = instead(data);
    const written = (reason ? [text(reason)] : blocks(shown as Record<keyof Fields, string>, data)).filter(
      (block) => block !== null,
    );
    const missing = known
      .filter(([name, text]) => !reason && text === '' && !isLeftOut(name))
      .map(([field]) => missingField(field, typeset(mandatory[field] ?? ''), data));
    const letterhead = letterheadOf(data.site, shown).map(typeset);
    const sides = [bodyNameOf(data), FIELDS[party].read(data)];
    return {
      title: typeset(title),
      foot: typeset(
        [title, footDays(days(data)), ...sides, `réf.\u00a0${referenceOf(data)}`].filter(Boolean).join(' – '),
      ),
      letterhead,
      blocks: written.map(typesetAll),
      missing,
      isComplete: !reason && missing.length === 0,
      isOutside: missing.length > 0 && missing.every(({ field }) => isElsewhere(field, data)),
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
  return {
    field,
    label: typeof label === 'function' ? label(data) : label,
    source,
    isLater: isKnownLater,
    place: typeof place === 'function' ? place(data) : place,
  };
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
  const number = new RegExp(`\\s*(?:(?:SIREN|numéro|n°)\\s*|\\b)${digits}(?!\\s?\\d)`, 'i');
  const rest = digits ? registration.replace(number, '').replace(/^[\s,]+/, '') : registration;
  return [siren && `SIREN ${siren}`, rest.replace(/^RNE$/i, 'immatriculation au RNE')].filter(Boolean);
}

/** The lines about the body. Unknown ones are left out, unless they are mandatory in this paper. */
function letterheadOf(site: Site, shown: { readonly [Name in FieldName]?: string }): readonly string[] {
  const { publisher, phone, email, nda, papers, qualiopi } = site;
  const { bodyName, bodyAddress, bodySiren } = shown;
  const siren = bodySiren ?? publisher.siren;
  const [number, region] = [shown.nda ?? nda, shown.region ?? papers?.region];
  const name = SAYS_SOLE_TRADER.test(publisher.legalForm) ? publisher.name : bodyNameOf({ site });
  return [
    [name || bodyName, publisher.legalForm].filter(Boolean).join(', '),
    bodyAddress ?? (publisher.address || emptyPlace(false)),
    registeredAs(siren, publisher.registration).join(' – '),
    [phone, email].filter(Boolean).join(' – '),
    number && (region || isUnderWay(number)) ? registrationOf(number, region) : '',
    qualiopi ? `Certification Qualiopi, au titre de la catégorie d’actions suivante : ${qualiopi.category}.` : '',
  ].filter(Boolean);
}

/** All texts of a block, however deep. The word of its kind stays as it is. */
const typesetAll = <Part>(part: Part): Part => {
  if (typeof part === 'string') return typeset(part) as Part;
  if (Array.isArray(part)) return part.map(typesetAll) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, typesetAll(inner)])) as Part;
};

/** The reference of a reservation, which all its papers share. Invoices get their numbers elsewhere. */
export const referenceOf = ({ request }: Pick<PaperData, 'request'>) => request.id.slice(0, 8).toUpperCase();

const SAYS_SOLE_TRADER = /(?:^|\P{L})(?:EI|entrepr\p{L}+ individuel\p{L}*)(?!\p{L})/iu;
const MEANS_SOLE_TRADER = /(?:micro|auto)\P{L}?entrepr|travailleu\p{L}+ indépendant/iu;

/** Whether a legal form is that of a sole trader, also in words that the law does not accept beside a name. */
export const isSoleTrader = (form: string) => SAYS_SOLE_TRADER.test(form) || MEANS_SOLE_TRADER.test(form);

/** The name of the body. A sole trader’s has « EI » beside it, wherever it stands (Code de commerce, R526-27). */
export const bodyNameOf = ({ site: { publisher } }: Pick<PaperData, 'site'>): string =>
  publisher.name && isSoleTrader(publisher.legalForm) && !SAYS_SOLE_TRADER.test(publisher.name)
    ? `${publisher.name} EI`
    : publisher.name;

export interface Signer {
  readonly bodyName: string;
  readonly signatory: string;
}

/** Whether the name of the body is that of the person who signs. */
export const isSole = ({ bodyName, signatory }: Signer): boolean =>
  bodyName.toLowerCase().includes(signatory.toLowerCase());

/** Whether somebody represents the body: not a sole trader, by whatever name. */
export const isRepresented = (signer: Signer, { site }: Pick<PaperData, 'site'>): boolean =>
  !isSole(signer) && !isSoleTrader(site.publisher.legalForm);

/** Whether the paper does not say yet in what capacity the body's representative signs: « Ada Martin, gérante ». */
export const lacksOffice = (signer: Signer, data: Pick<PaperData, 'site'>): boolean =>
  isRepresented(signer, data) && !signer.signatory.includes(',');

/** Signs that fit on a line of the narrowest column. */
const COLUMN = 20;

/** A name that a narrow column does not break, where it has room for it; an empty place stays one. */
export const inOnePiece = (name: string) =>
  name === TO_COMPLETE || name.length > COLUMN ? name : name.replaceAll(' ', '\u00a0');

export function signerOf(signer: Signer): string {
  const [name = '', ...office] = signer.signatory.split(',');
  return isSole(signer) ? signer.bodyName : `${signer.bodyName} : ${[inOnePiece(name), ...office].join(',')}`;
}

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
export function terms(...given: readonly (readonly [string, string] | null)[]): Block | null {
  const rows = given.filter((row) => row !== null);
  return rows.length > 0 ? { kind: 'terms', rows } : null;
}
