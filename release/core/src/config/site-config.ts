import { readFile } from 'node:fs/promises';
import type { Backend, Site } from '@site/contract/host';
import { array, ValidationError } from 'yup';
import { UserError } from '../user-error';
import { address, closed, day, givenAddress, requiredText, text } from './fields';
import { ownerFacts } from './owner-facts';
import { type OwnerFile, readOwnerFiles } from './owner-files';

export interface SiteConfig {
  readonly site: Site;
  readonly backend: Backend;
  readonly files: readonly OwnerFile[];
  /** The address of the video call, for mails and calendars: pages contain the whole `site`, and everybody reads them. */
  readonly videoLink: string | undefined;
}

/** The number in the specification. */
const BONUSES = 5;

const bonuses = () =>
  array(requiredText())
    .strict()
    .defined()
    .test(
      'five',
      ({ path, value }) =>
        `"${path}" lists ${(value as string[]).length}: name exactly five, as the offer has five, or none`,
      (names) => names.length === 0 || names.length === BONUSES,
    );

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
    bonuses: bonuses(),
  }),
  backend: closed({ url: address(), anonKey: text() }),
  videoLink: givenAddress(),
  ...ownerFacts,
});

/** @throws UserError naming the file and the key that is wrong, unknown or missing */
export async function readSiteConfig(file: string): Promise<SiteConfig> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`${file} cannot be read: create it, or name another file in SITE_CONFIG.`, { cause });
  });
  const { backend, videoLink, ...site } = validate(parse(source, file), file);
  return { backend, videoLink, ...(await readOwnerFiles(file, site)) };
}

function validate(config: unknown, file: string) {
  try {
    return schema.validateSync(config);
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
