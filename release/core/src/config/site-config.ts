import { readFile } from 'node:fs/promises';
import type { Backend, Site } from '@site/contract/host';
import type { EditedFacts } from '@site/contract/page-data';
import { readPhone } from '@site/contract/phone';
import { array, ValidationError } from 'yup';
import { UserError } from '../user-error';
import { differingFacts, withEdited } from './edited-facts';
import { FactsError } from './facts-error';
import { address, closed, day, givenAddress, requiredText, text } from './fields';
import { ownerFacts } from './owner-facts';
import { type OwnerFile, readOwnerFiles } from './owner-files';

export interface SiteConfig {
  readonly site: Site;
  readonly backend: Backend;
  readonly files: readonly OwnerFile[];
  /** The address of the video call, for mails and calendars: pages contain the whole `site`, and everybody reads them. */
  readonly videoLink: string | undefined;
  /** Of the facts that were given besides the file, those that differ from it. */
  readonly edited: EditedFacts;
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
  // As strict as what sends mails to it.
  email: requiredText().matches(
    /^[^\s@<>",;:\\()[\]?&]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u,
    ({ path }) => `"${path}" must be an e-mail address`,
  ),
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

/**
 * @param edited facts of the owner's space, which take precedence over those of the file
 * @throws FactsError naming the file and the keys that are wrong, unknown or missing; UserError for no such file
 */
export async function readSiteConfig(file: string, edited: EditedFacts = {}): Promise<SiteConfig> {
  const content = await readConfigFile(file);
  const differing = differingFacts(content, edited);
  const keys = Object.keys(differing);
  const source = keys.length > 0 ? `${file} with ${keys.join(', ')} of the owner's space` : file;
  const { backend, videoLink, ...site } = validate(withEdited(content, differing), source);
  const shown = {
    ...site,
    phone: readPhone(site.phone).shown,
    hosting: { ...site.hosting, phone: readPhone(site.hosting.phone).shown },
  };
  return { backend, videoLink, edited: differing, ...(await readOwnerFiles(file, shown)) };
}

/** Not validated. @throws UserError when it cannot be read */
export async function readConfigFile(file: string): Promise<unknown> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`${file} cannot be read: create it, or name another file in SITE_CONFIG.`, { cause });
  });
  return parse(source, file);
}

function validate(config: unknown, source: string) {
  try {
    return schema.validateSync(config, { abortEarly: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const found = error.inner.length > 0 ? error.inner : [error];
    const refusals = found.map(({ path = '', type = '' }) => ({ key: path, rule: type }));
    throw new FactsError(`${source}: ${found[0]?.message}.`, refusals, { cause: error });
  }
}

/** Only newer versions of Node name the line. */
const withLine = (message: string, source: string) =>
  message.replace(
    /at position (\d+)(?: \(.*\))?$/,
    (_, at) => `in line ${source.slice(0, Number(at)).split('\n').length}`,
  );

function parse(source: string, file: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new UserError(
      `${file} is not valid JSON: ${withLine(cause instanceof Error ? cause.message : String(cause), source)}.`,
      { cause },
    );
  }
}
