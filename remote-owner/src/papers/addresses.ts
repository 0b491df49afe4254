/** An address in one or several lines, which ends with the postal code and the town; any other one is left whole. */
export function addressRows(address: string): readonly (readonly [label: string, term: string, value: string])[] {
  const [, before, code, town] = /^(.+?)[\s,]+(\d{5})\s+([^\n,]+)$/s.exec(withoutRegion(address.trim())) ?? [];
  const [street = '', ...more] = (before ?? address).split(/\s*[,\n]\s*/);
  // « 12, rue des Lilas »
  const lines = /^\d+(?: ?(?:bis|ter))?$/.test(street)
    ? [`${street}, ${more[0] ?? ''}`, ...more.slice(1)]
    : [street, ...more];
  return [
    ['Adresse du client', 'BT-50', lines[0] ?? ''],
    ['Complément', 'BT-51', lines.slice(1).join(', ')],
    ['Code postal', 'BT-53', code ?? ''],
    ['Ville', 'BT-52', town ?? ''],
  ];
}

interface Territory {
  /** Postcodes of the territory begin with it; the first one that fits counts. */
  readonly postcode: string;
  /** Name in the IANA database. */
  readonly zone: string;
  /** Names the place that has this time, where a territory has several. */
  readonly clock?: string;
}

/** Keyed by the code of ISO 3166-1. */
const OVERSEAS: Readonly<Record<string, Territory>> = {
  BL: { postcode: '97133', zone: 'America/St_Barthelemy' },
  MF: { postcode: '97150', zone: 'America/Marigot' },
  GP: { postcode: '971', zone: 'America/Guadeloupe' },
  MQ: { postcode: '972', zone: 'America/Martinique' },
  GF: { postcode: '973', zone: 'America/Cayenne' },
  RE: { postcode: '974', zone: 'Indian/Reunion' },
  PM: { postcode: '975', zone: 'America/Miquelon' },
  YT: { postcode: '976', zone: 'Indian/Mayotte' },
  WF: { postcode: '986', zone: 'Pacific/Wallis' },
  PF: { postcode: '987', zone: 'Pacific/Tahiti', clock: 'Tahiti' },
  NC: { postcode: '988', zone: 'Pacific/Noumea' },
};

const regionNames = new Intl.DisplayNames('fr', { type: 'region' });
const FRENCH_REGIONS = ['FR', ...Object.keys(OVERSEAS)]
  .map((code) => plainName(regionNames.of(code) ?? ''))
  .concat('tahiti');

/** « La Réunion », « Réunion » and « LA REUNION » are one. */
function plainName(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/\p{M}|\p{Cf}/gu, '');
  return letters
    .toLowerCase()
    .replaceAll('-', ' ')
    .replace(/^la /, '')
    .replace(/ francaise$/, '')
    .trim();
}

/** « La Réunion » or « France » may follow the town, and the country has a column of its own. */
function withoutRegion(address: string): string {
  const [, before, region = ''] = /^(.+?)\s*[,\n]\s*([^\n,\d]+)$/s.exec(address) ?? [];
  return before && FRENCH_REGIONS.includes(plainName(region)) ? withoutRegion(before) : address;
}

const postcodeIn = (address: string): string => addressRows(address).find(([, term]) => term === 'BT-53')?.[2] ?? '';

function overseasEntry(address: string) {
  const code = postcodeIn(address);
  return Object.entries(OVERSEAS).find(([, { postcode }]) => code.startsWith(postcode));
}

/** ISO 3166-1. Only a French address ends with five digits and a town; those overseas have codes of their own. */
export const countryOf = (address: string): string => overseasEntry(address)?.[0] ?? (postcodeIn(address) ? 'FR' : '');

/** Null in mainland France and abroad. `clock`: « La Réunion » */
export function overseasOf(address: string): { readonly zone: string; readonly clock: string } | null {
  const [code, territory] = overseasEntry(address) ?? [];
  if (!code || !territory) return null;
  return { zone: territory.zone, clock: territory.clock ?? regionNames.of(code) ?? code };
}

const MINUTE_MS = 60_000;

/** Minutes by which the clocks of a zone are ahead of those in Paris. @param day yyyy-MM-dd */
export function minutesAhead(zone: string, day: string): number {
  const noon = new Date(`${day}T12:00:00Z`);
  // Swedish has the order of ISO 8601.
  const clockIn = (timeZone: string) => Date.parse(`${noon.toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`);
  return (clockIn(zone) - clockIn('Europe/Paris')) / MINUTE_MS;
}
