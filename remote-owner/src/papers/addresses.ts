import { foreignCodeOf, plainName, regionName } from '@site/contract/countries';

const CODE = String.raw`[\s,]+(?:FR?-)?(\d{5})`;
const JOINER = '\u2060';
const CODE_AND_TOWN = new RegExp(String.raw`^(.*[^\s,])${CODE}(?:,|(?=\s))[^\S\n]*([^\n,]+)$`, 'is');
const TOWN_AND_CODE = new RegExp(String.raw`^(.*[^\s,])\s*[,\n]\s*([^\n,\d]+)${CODE}$`, 'is');

type Rows = readonly (readonly [label: string, term: string, value: string])[];

/**
 * Splits an address that ends with a postal code and a town, in either order, also on one line, or with both and
 * another country. The first line of any other address has all of it.
 */
export function addressRows(address: string): Rows {
  const country = foreignCodeOf(address);
  return country ? foreignRows(address.trim().split(LINE_BREAK), country) : frenchRows(address);
}

const LINE_BREAK = /\s*[,\n]\s*/;

function frenchRows(address: string): Rows {
  // The number of a BP, a CS or a TSA has five digits too: it is joined to its word while the code is looked for.
  const whole = withoutRegion(address.trim()).replace(/\b(BP|CS|TSA)[\s,]+(?=\d{5})/gi, `$1${JOINER}`);
  const [, late, place, number] = TOWN_AND_CODE.exec(whole) ?? [];
  const [, before = late, code = number, town = place] = CODE_AND_TOWN.exec(whole) ?? [];
  const lines = (before?.replaceAll(JOINER, ' ') ?? address).split(LINE_BREAK);
  return rowsOf(lines, code, town?.replaceAll(JOINER, ' '));
}

/** A house number is no code: nothing is split where the town would be a street. */
function foreignRows(lines: readonly string[], country: string): Rows {
  const line = lines.at(-2) ?? '';
  const [, first, town = ''] = (TOWN_OF[country] ?? CODE_FIRST).exec(line) ?? [];
  if (lines.length > 2 && first && !(CODES_LAST.test(country) && /^\d/.test(first)))
    return rowsOf(lines.slice(0, -2), first, town);
  const [, before = '', code] = CODE_LAST.exec(line) ?? [];
  // A code, or a region and a code, may have a line of its own.
  const used = /^(?:\p{Lu}{2,3})?$/u.test(before.trim()) ? 3 : 2;
  const parts = [...lines.slice(-used, -2), before].map((part) => part.trim()).filter(Boolean);
  const isTown = lines.length > used && !parts.some((part) => /\d/.test(part));
  return code && isTown ? rowsOf(lines.slice(0, -used), code, parts.join(' ')) : rowsOf(lines);
}

function rowsOf([street = '', ...more]: readonly string[], code = '', town = ''): Rows {
  // « 12, rue des Lilas »
  const lines = /^\d+(?: ?(?:bis|ter))?$/.test(street)
    ? [`${street}, ${more[0] ?? ''}`, ...more.slice(1)]
    : [street, ...more];
  return [
    ['Adresse du client', 'BT-50', lines[0] ?? ''],
    ['Complément', 'BT-51', lines.slice(1).join(', ')],
    ['Code postal', 'BT-53', code],
    ['Ville', 'BT-52', town],
  ];
}

interface Territory {
  /** The beginning of the territory’s postcodes. The first territory that fits counts. */
  readonly postcode: string;
  /** Name in the IANA database. */
  readonly zone: string;
  /** The place whose time this is, where the territory’s name does not say it as people do. */
  readonly clock?: string;
  /** The communes, and the places that get mail, without their articles. */
  readonly towns: string;
}

/** Keyed by the code of ISO 3166-1. */
const OVERSEAS: Readonly<Record<string, Territory>> = {
  BL: { postcode: '97133', zone: 'America/St_Barthelemy', towns: 'Saint-Barthélemy, Gustavia' },
  MF: { postcode: '97150', zone: 'America/Marigot', towns: 'Saint-Martin, Marigot' },
  GP: {
    postcode: '971',
    zone: 'America/Guadeloupe',
    towns:
      'Abymes, Anse-Bertrand, Baie-Mahault, Baillif, Basse-Terre, Bouillante, Capesterre, Deshaies, Désirade, Gourbeyre, Gosier, Goyave, Grand-Bourg, Lamentin, Morne-à-l’Eau, Moule, Petit-Bourg, Petit-Canal, Pointe-à-Pitre, Pointe-Noire, Port-Louis, Saint-Claude, Saint-François, Saint-Louis, Sainte-Anne, Sainte-Rose, Terre-de-Bas, Terre-de-Haut, Trois-Rivières, Vieux-Fort, Vieux-Habitants',
  },
  MQ: {
    postcode: '972',
    zone: 'America/Martinique',
    towns:
      'Ajoupa-Bouillon, Anses-d’Arlet, Basse-Pointe, Bellefontaine, Carbet, Case-Pilote, Diamant, Ducos, Fonds-Saint-Denis, Fort-de-France, François, Grand’Rivière, Gros-Morne, Lamentin, Lorrain, Macouba, Marigot, Marin, Morne-Rouge, Morne-Vert, Prêcheur, Rivière-Pilote, Rivière-Salée, Robert, Saint-Esprit, Saint-Joseph, Saint-Pierre, Sainte-Anne, Sainte-Luce, Sainte-Marie, Schœlcher, Trinité, Trois-Îlets, Vauclin',
  },
  GF: {
    postcode: '973',
    zone: 'America/Cayenne',
    clock: 'Guyane',
    towns:
      'Apatou, Awala-Yalimapo, Camopi, Cayenne, Grand-Santi, Iracoubo, Kourou, Macouria, Mana, Maripasoula, Matoury, Montsinéry, Ouanary, Papaichton, Régina, Rémire-Montjoly, Roura, Saint-Élie, Saint-Georges, Saint-Laurent-du-Maroni, Saül, Sinnamary',
  },
  RE: {
    postcode: '974',
    zone: 'Indian/Reunion',
    towns:
      'Avirons, Bois-de-Nèfles, Bras-Panon, Cilaos, Entre-Deux, Étang-Salé, Guillaume, Montagne, Petite-Île, Plaine-des-Cafres, Plaine-des-Palmistes, Plateau-Caillou, Port, Possession, Ravine-des-Cabris, Rivière, Saint-André, Saint-Benoît, Saint-Denis, Saint-Gilles-les-Bains, Saint-Gilles-les-Hauts, Saint-Joseph, Saint-Leu, Saint-Louis, Saint-Paul, Saint-Philippe, Saint-Pierre, Sainte-Anne, Sainte-Clotilde, Sainte-Marie, Sainte-Rose, Sainte-Suzanne, Salazie, Saline, Tampon, Trois-Bassins',
  },
  PM: { postcode: '975', zone: 'America/Miquelon', towns: 'Saint-Pierre, Miquelon' },
  YT: {
    postcode: '976',
    zone: 'Indian/Mayotte',
    towns:
      'Acoua, Bandraboua, Bandrélé, Bouéni, Chiconi, Chirongui, Dembéni, Dzaoudzi, Kani-Kéli, Koungou, Labattoir, M’Tsangamouji, Mamoudzou, Mtsamboro, Ouangani, Pamandzi, Sada, Tsingoni',
  },
  WF: { postcode: '986', zone: 'Pacific/Wallis', towns: 'Mata-Utu, Uvea, Futuna, Alo, Sigave' },
  PF: {
    postcode: '987',
    zone: 'Pacific/Tahiti',
    clock: 'Tahiti',
    towns:
      'Arue, Bora-Bora, Faaa, Fakarava, Hitiaa, Huahine, Mahina, Maupiti, Moorea, Paea, Papara, Papeari, Papeete, Pirae, Punaauia, Raiatea, Rangiroa, Rurutu, Tahaa, Taiarapu, Taravao, Teva I Uta, Tubuai, Uturoa',
  },
  NC: {
    postcode: '988',
    zone: 'Pacific/Noumea',
    towns:
      'Bélep, Boulouparis, Bourail, Canala, Dumbéa, Farino, Hienghène, Houaïlou, Île-des-Pins, Kaala-Gomen, Koné, Kouaoua, Koumac, La Foa, Lifou, Maré, Moindou, Mont-Dore, Nouméa, Ouégoa, Ouvéa, Païta, Poindimié, Ponérihouen, Pouébo, Pouembout, Poum, Poya, Sarraméa, Thio, Touho, Voh, Yaté',
  },
};

const FRENCH_REGIONS = ['FR', ...Object.keys(OVERSEAS)]
  .map((code) => plainName(regionName(code)))
  .concat('tahiti', 'monaco');

/** « La Réunion » or « France » may follow the town, and the country has a column of its own. */
function withoutRegion(address: string): string {
  const [, before, region = ''] = /^(.+?)\s*[,\n]\s*([^\n,\d]+)$/s.exec(address) ?? [];
  return before && FRENCH_REGIONS.includes(plainName(region)) ? withoutRegion(before) : address;
}

const partOf = (address: string, wanted: string): string =>
  frenchRows(address).find(([, term]) => term === wanted)?.[2] ?? '';

/**
 * Other countries have postcodes of five digits too. The entry counts only where the address names its town or a
 * French territory.
 */
function overseasEntry(address: string) {
  const [code, town] = [partOf(address, 'BT-53'), plainName(partOf(address, 'BT-52'))];
  const entry = Object.entries(OVERSEAS).find(([, { postcode }]) => code.startsWith(postcode));
  const isNamed = withoutRegion(address) !== address || FRENCH_REGIONS.includes(town);
  const isTown = (name: string) => ` ${town} `.includes(` ${plainName(name)} `);
  return isNamed || entry?.[1].towns.split(', ').some(isTown) ? entry : undefined;
}

/** A way to write an address that France does not have: a kind of street, or the code before the town. */
const FOREIGN_LINE =
  /(?:^|[,\n])\s*(?:(?:avda|avenida|calle|carrer|corso|gran v[ií]a|paseo|piazza|plaza|rua|via|viale)\b|(?:(?:am|an der|im|zum|zur)\s[^,\n]*|[^,\n]*(?:str\.|stra(?:ss|ß)e|platz|weg))\s+\d|(?:(?!F)[A-Z]{1,3}-\d{4,5}|\d{4})\s+\p{L}[^,\n]*$)/iu;
/** Towns of countries whose postcodes have five digits too. */
const FOREIGN_TOWNS =
  'Agadir, Alger, Alicante, Barcelona, Barcelone, Berlin, Casablanca, Düsseldorf, Frankfurt, Freiburg, Hamburg, Karlsruhe, Kehl, Köln, Madrid, Malaga, Marrakech, Milan, Milano, München, Munich, Oran, Rabat, Roma, Rome, Saarbrücken, Sarrebruck, Sevilla, Stuttgart, Tanger, Torino, Turin, Valencia'
    .split(', ')
    .map(plainName);

/** Letters that no French town has, but for Saül in Guyane. */
const FOREIGN_LETTER = /[^\p{Script=Latin}\P{L}]|[ßøåłıãõäöñáíóúýğşčšžćńőű]|^(?!saü).*ü/iu;

/** Whether an address that names no country is hardly in France, whatever its postcode may mean there. */
export const looksForeign = (address: string): boolean =>
  withoutRegion(address) === address &&
  (FOREIGN_LINE.test(address) ||
    FOREIGN_LETTER.test(partOf(address, 'BT-52').normalize()) ||
    FOREIGN_TOWNS.includes(plainName(partOf(address, 'BT-52'))));

/**
 * The code of ISO 3166-1; empty where the country is not certain. Postcodes from 97000 on are overseas, and have
 * codes of their own.
 */
export function countryOf(address: string): string {
  if (looksForeign(address) || foreignCodeOf(address)) return '';
  if (/^980/.test(partOf(address, 'BT-53'))) return 'MC';
  return overseasEntry(address)?.[0] ?? (/^(?:[0-8]\d|9[0-5])\d{3}$/.test(partOf(address, 'BT-53')) ? 'FR' : '');
}

const MIXED_CODE = String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?(?:\d[A-Z]{2}|\d[A-Z]\d|[A-Z\d]{4})`;
/** The code and the town in a line of an address abroad. */
const CODE_FIRST = new RegExp(String.raw`^(?:[A-Z]{1,3}-)?(\d{4,6}|\d{3}\s\d{2}|${MIXED_CODE})\s+(\p{L}.*)$`, 'u');
const CODE_LAST = new RegExp(String.raw`^(\D*\s|)(\d{5,6}(?:-\d{4})?|\d{3}\s\d{2}|${MIXED_CODE})$`, 'u');
/** Countries whose codes follow the town: digits that begin a line are the number of a house. */
const CODES_LAST = /^(?:AU|CA|GB|IE|NZ|US)$/;
/** Countries that write codes of digits with more than digits. */
const TOWN_OF: Readonly<Record<string, RegExp>> = {
  NL: /^(?:NL-)?(\d{4}\s?[A-Z]{2})\s+(\p{L}.*)$/u,
  PT: /^(?:P-)?(\d{4}-\d{3})\s+(\p{L}.*)$/u,
  PL: /^(?:PL-)?(\d{2}-\d{3})\s+(\p{L}.*)$/u,
};

/** The code of the country of an address, also of one that French taxes do not know; empty where it is not certain. */
export const countryCodeOf = (address: string): string =>
  countryOf(address) || foreignCodeOf(address).replace(NOT_OF_ISO, '');

/** Regions that have names and no code of a country, like « Îles Canaries ». */
const NOT_OF_ISO = /^(?:AC|C[PQ]|DG|E[AUZ]|IC|QO|TA|UN|X.|ZZ)$/;

/** The name of the country that papers take the address to be in; empty where they take it to be in none. */
export function countryNameOf(address: string): string {
  const code = countryOf(address) || foreignCodeOf(address);
  return code && regionName(code);
}

/** Whether businesses at this address have no SIREN: it names another country, or a place that has its own. */
export const isAbroad = (address: string): boolean =>
  ['MC', 'NC', 'PF', 'WF'].includes(countryOf(address)) || foreignCodeOf(address) !== '';

/** The time zone of an address overseas; null in mainland France and abroad. `clock`: « La Réunion » */
export function overseasOf(address: string): { readonly zone: string; readonly clock: string } | null {
  const [code, territory] = overseasEntry(address) ?? [];
  if (!code || !territory) return null;
  return { zone: territory.zone, clock: territory.clock ?? regionName(code) };
}

const MINUTE_MS = 60_000;

/** How many minutes the clocks of a zone are ahead of those in Paris. @param day yyyy-MM-dd */
export function minutesAhead(zone: string, day: string): number {
  const noon = new Date(`${day}T12:00:00Z`);
  // Swedish has the order of ISO 8601.
  const clockIn = (timeZone: string) => Date.parse(`${noon.toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`);
  return (clockIn(zone) - clockIn('Europe/Paris')) / MINUTE_MS;
}
