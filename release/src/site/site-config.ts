import { readFile } from 'node:fs/promises';
import type { Backend, Site } from '@site/contract/host';
import { array, type ObjectShape, object, string, ValidationError } from 'yup';
import { UserError } from '../user-error';

interface SiteConfig {
  readonly site: Site;
  readonly backend: Backend;
}

const text = () => string().strict().defined();
const requiredText = () => text().min(1, ({ path }) => `"${path}" must not be empty`);
const address = () =>
  text().test(
    'address',
    ({ path }) => `"${path}" must be empty or an address that begins with http:// or https://`,
    (value) => value === '' || /^https?:\/\/[^/\s]+/.test(value),
  );
const day = () =>
  text().test(
    'day',
    ({ path }) => `"${path}" must be empty or a day of the calendar, as yyyy-MM-dd`,
    (value) => value === '' || isDay(value),
  );

// The 30th of February is read as the 2nd of March: only a real day comes back as it was written.
function isDay(value: string): boolean {
  const read = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${value}T`);
}

const closed = <T extends ObjectShape>(fields: T) => object(fields).strict().noUnknown().required();

const schema = closed({
  product: requiredText(),
  origin: address().matches(/[^/]$|^$/, ({ path }) => `"${path}" must not end with a slash`),
  email: requiredText().matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, ({ path }) => `"${path}" must be an e-mail address`),
  phone: text(),
  preRegistrationUrl: address(),
  publisher: closed({
    name: text(),
    legalForm: text(),
    address: text(),
    siren: text(),
    registration: text(),
    vat: text(),
    publicationDirector: text(),
  }),
  hosting: closed({ name: text(), address: text(), phone: text() }),
  testimonials: array(closed({ name: requiredText(), role: text(), text: requiredText(), date: day().min(1) }))
    .strict()
    .defined(),
  training: closed({
    updatedOn: day(),
    taxLine: text(),
    accessTime: text(),
    methods: text(),
    assessment: text(),
    disability: text(),
    bonuses: array(requiredText()).strict().defined(),
  }),
  backend: closed({ url: address(), anonKey: text() }),
});

/** @throws UserError naming the file and the key that is wrong, unknown or missing */
export async function readSiteConfig(file: string): Promise<SiteConfig> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`${file} cannot be read: create it, or name another file in SITE_CONFIG.`, { cause });
  });
  try {
    const { backend, ...site } = schema.validateSync(parse(source, file));
    return { site, backend };
  } catch (error) {
    if (error instanceof ValidationError) throw new UserError(`${file}: ${error.message}.`, { cause: error });
    throw error;
  }
}

function parse(source: string, file: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new UserError(`${file} is not valid JSON: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
}

/** Keys that the owner left empty: pages show « [À compléter] » or omit the line. */
export function emptyFields(value: unknown, path = ''): string[] {
  if (value === '') return [path];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => emptyFields(inner, path ? `${path}.${key}` : key));
}
