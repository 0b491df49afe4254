// The country of a postal address that ends with its name. Papers and forms depend on it: the tax, and the number of a
// business.

import { readSiren } from './typed-facts.ts';

const FRENCH_TERRITORIES = ['FR', 'MC', 'BL', 'MF', 'GP', 'MQ', 'GF', 'RE', 'PM', 'YT', 'WF', 'PF', 'NC'];

let inFrench: Intl.DisplayNames | undefined;

/** « Royaume-Uni » @param code of ISO 3166-1 */
export function regionName(code: string): string {
  inFrench ??= new Intl.DisplayNames('fr', { type: 'region' });
  return inFrench.of(code) ?? code;
}

/** « La Réunion », « Réunion » and « LA REUNION » are one. */
export function plainName(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/\p{M}|\p{Cf}/gu, '');
  return letters
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll(/[-'’]/g, ' ')
    .replace(/^la /, '')
    .replace(/ francaise$/, '')
    .replaceAll(/\bst(e?)\b/g, 'saint$1')
    .trim();
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Languages in which clients may write their country; of two that share a name, the first one has it. */
const LANGUAGES = ['fr', 'en', 'de', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl'];
/** Names that no language has for a country, though people do. */
const USUAL_NAMES: Readonly<Record<string, string>> = {
  CZ: 'république tchèque',
  GB: 'UK, Angleterre, Grande-Bretagne, Écosse, Pays de Galles, Irlande du Nord, England, Great Britain, Scotland, Wales, Northern Ireland',
  NL: 'Hollande, Holland',
  US: 'USA',
};
/** Names of other countries, with their codes. Thousands of them: built for the first address that may name one. */
let countries: ReadonlyMap<string, string> | undefined;

function countriesByName(): ReadonlyMap<string, string> {
  const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
    .filter((code) => regionName(code) !== code && !FRENCH_TERRITORIES.includes(code))
    // Of codes for one name, only the present one stays.
    .filter((code) => new Intl.Locale(`und-${code}`).region === code);
  const named = LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return codes.map((code) => [names.of(code) ?? '', code] as const);
  });
  const usual = Object.entries(USUAL_NAMES).flatMap(([code, names]) =>
    names.split(', ').map((name) => [name, code] as const),
  );
  return new Map([...named.reverse(), ...usual].map(([name, code]) => [plainName(name), code]));
}

/** Whether businesses at an address may have no SIREN: `private.may_be_abroad` takes no fewer for abroad. */
export const mayBeAbroad = (address: string): boolean =>
  foreignCodeOf(address) !== '' || /\b98[0678]\d\d\b/.test(address);

/** The number that identifies a business, as forms and papers call it. */
export const numberName = (isAbroad: boolean): string => (isAbroad ? 'numéro d’immatriculation ou de TVA' : 'SIREN');

/** A SIREN, or abroad any number as typed; null for a text that is none. `private.is_business_number` is the same. */
export const readBusinessNumber = (typed: string, isAbroad: boolean): string | null =>
  readSiren(typed) ?? (isAbroad && /\d/.test(typed) && typed.trim().length > 1 ? typed.trim() : null);

/** The code of ISO 3166-1 of another country, which an address ends with; empty without one. */
export function foreignCodeOf(address: string): string {
  const name = plainName(lastPart(address));
  if (name === '' || /\d/.test(name)) return '';
  countries ??= countriesByName();
  return countries.get(name) ?? '';
}

const lastPart = (address: string): string => /[,\n]([^,\n]+)$/.exec(address.trim())?.[1]?.trim() ?? '';
