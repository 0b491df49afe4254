import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Backend, Site } from '@site/contract/host';
import { isObject } from '@site/contract/json';
import type { EditedFacts } from '@site/contract/page-data';
import { readPhone } from '@site/contract/phone';
import { emptyByLocation, type PublicationGap, publicationGaps } from '@site/contract/publication-gaps';
import { describeType, keyOf } from '@site/contract/read-build';
import { todayInParis } from '@site/contract/today';
import * as v from 'valibot';
import { UserError } from '../user-error';
import { differingFacts, withEdited } from './edited-facts';
import { address, day, email, givenAddress, origin, ownerFacts, requiredText, rule, text } from './fields';
import { type OwnerFile, readOwnerFiles } from './owner-files';

export interface FactRefusal {
  readonly key: string;
  /** The broken rule of the schema, or `missing` and `example` for a public site. */
  readonly rule: string;
}

export class FactsError extends UserError {
  override readonly name = 'FactsError';

  constructor(
    message: string,
    readonly refusals: readonly FactRefusal[],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface SiteConfig {
  readonly site: Site;
  readonly backend: Backend;
  readonly files: readonly OwnerFile[];
  /** The address of the video call, for mails and calendars: pages, which have all of `site`, are public. */
  readonly videoLink: string | undefined;
  readonly edited: EditedFacts;
  /** Names of those whose testimonials have no date or no consent: pages contain neither. */
  readonly withheld: readonly string[];
}

/** The specification wants so many. */
const BONUSES = 5;

const bonuses = v.pipe(
  v.array(requiredText),
  rule(
    'five',
    (names: string[]) => names.length === 0 || names.length === BONUSES,
    ({ input }) => `lists ${input.length}: name exactly five, as the offer has five, or none`,
  ),
);

const schema = v.strictObject({
  product: requiredText,
  origin,
  email,
  phone: text,
  preRegistrationUrl: address,
  publisher: v.strictObject({
    name: text,
    legalForm: text,
    address: text,
    siren: text,
    registration: text,
    vat: text,
    publicationDirector: text,
  }),
  hosting: v.strictObject({ name: text, address: text, phone: text }),
  testimonials: v.array(
    v.strictObject({
      name: requiredText,
      role: v.optional(text, ''),
      text: requiredText,
      date: v.optional(day, ''),
      consent: v.optional(day, ''),
    }),
  ),
  training: v.strictObject({
    updatedOn: day,
    taxLine: text,
    accessTime: text,
    methods: text,
    assessment: text,
    disability: text,
    bonuses,
  }),
  backend: v.strictObject({ url: address, anonKey: text }),
  videoLink: givenAddress,
  promises: v.optional(v.array(requiredText)),
  ...ownerFacts,
});

/** @param edited facts of the owner's space, which take precedence over those of the file */
export async function readSiteConfig(file: string, edited: EditedFacts = {}): Promise<SiteConfig> {
  const content = await readConfigFile(file);
  const differing = differingFacts(content, edited);
  const keys = Object.keys(differing);
  const source = keys.length > 0 ? `${file} with ${keys.join(', ')} of the owner's space` : file;
  const { backend, videoLink, promises: _, ...site } = validate(withoutEmpty(withEdited(content, differing)), source);
  const testimonials = site.testimonials.filter(isPublishable);
  const published = {
    ...site,
    testimonials: testimonials.map(({ consent: _, ...testimonial }) => testimonial),
    phone: readPhone(site.phone).shown,
    hosting: { ...site.hosting, phone: readPhone(site.hosting.phone).shown },
  };
  const withheld = site.testimonials.filter((one) => !isPublishable(one)).map(({ name }) => name);
  return { backend, videoLink, edited: differing, withheld, ...(await readOwnerFiles(file, published)) };
}

/**
 * The law asks for the date (Code de la consommation, D111-17), and a name and words are published by consent (RGPD,
 * 6). A date in the future is a typing mistake.
 */
const isPublishable = ({ date, consent }: { readonly date: string; readonly consent: string }) =>
  [date, consent].every((day) => day !== '' && day <= todayInParis());

const isOptional = (key: string) => key in ownerFacts || ['videoLink', 'promises'].includes(key);

/** Leaves out optional facts that are empty, so that a text can be emptied without removing its key. */
function withoutEmpty(config: unknown): unknown {
  if (!isObject(config)) return config;
  const given = Object.entries(config).map(([key, value]) => [key, isOptional(key) ? givenOf(value) : value] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Undefined when nothing is given: an empty text, or a list or an object of nothing else. */
function givenOf(value: unknown): unknown {
  if (value === '') return undefined;
  if (Array.isArray(value)) {
    const items = value.map(givenOf).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, givenOf(inner)] as const);
  const given = entries.filter(([, inner]) => inner !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

export async function readConfigFile(file: string): Promise<unknown> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`${file} cannot be read: create it, or name another file in SITE_CONFIG.`, { cause });
  });
  return parse(source, file);
}

function validate(config: unknown, source: string) {
  const { issues, output } = v.safeParse(schema, config, { message: describeType });
  if (!issues) return output;
  const refusals = issues.map((issue) => ({ key: keyOf(issue), rule: ruleOf(issue) }));
  const missing = refusals.filter(({ rule }) => rule === 'optionality').map(({ key }) => `"${key}"`);
  const fault =
    missing.length > 1
      ? `${missing.join(', ')} are missing. Add them as the supplied site.json has them (docs/site-json.md); a text may be ""`
      : `"${keyOf(issues[0])}" ${issues[0].message}`;
  throw new FactsError(`${source}: ${fault}.`, refusals);
}

function ruleOf({ kind, type, expected, received }: v.BaseIssue<unknown>): string {
  if (kind === 'validation') return type;
  if (expected === 'never') return 'noUnknown';
  return received === 'undefined' ? 'optionality' : 'typeError';
}

function parse(source: string, file: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new UserError(`${file} is not valid JSON: ${(cause as Error).message}.`, { cause });
  }
}

function isPublicOrigin(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname.replace(/^\[|\]$/g, '') : '';
  if (isIP(host)) return !/^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i.test(host);
  // Names reserved for local use (RFC 6761, RFC 6762, RFC 8375).
  return host.includes('.') && !/\.(localhost|local|internal|test|home\.arpa)$/.test(host);
}

/** The facts that a public site lacks; empty for a site that strangers cannot reach. */
export const publicGaps = (site: Site): readonly PublicationGap[] =>
  isPublicOrigin(site.origin) ? publicationGaps(site) : [];

const linesOf = (gaps: readonly PublicationGap[]): readonly string[] =>
  gaps.map(
    ({ key, fact, example, location }) =>
      `  ${key} : ${fact}${example ? ` (« ${example} » est un exemple)` : ''} – ${location}`,
  );

export function listEmptyFacts(site: Site, file: string): readonly string[] {
  const places = [...emptyByLocation(site)];
  if (places.length === 0) return [];
  return [
    `Left empty in ${file}, and where each would show:`,
    ...places.map(([location, keys]) => `  ${location} : ${keys.join(', ')}`),
  ];
}

export const describeWithheld = (names: readonly string[]): string | null =>
  names.length > 0
    ? `Testimonials that are not shown, because "date" or "consent" is missing or still to come: ${names.join(', ')}.`
    : null;

export function proposeOwner(owners: number, site: Site): string | null {
  const isExample = publicationGaps(site).some(({ key, example }) => key === 'email' && example !== null);
  return owners > 0 || isExample
    ? null
    : `Nobody can open the owner's space at /espace yet: add its owner with "npx pnpm site-owner add ${site.email}".`;
}

interface PublicationOptions {
  readonly isDraft: boolean;
  readonly edited?: EditedFacts | undefined;
}

export async function readPublishableConfig(
  file: string,
  { isDraft, edited }: PublicationOptions,
): Promise<SiteConfig> {
  const config = await readSiteConfig(file, edited);
  const { site } = config;
  if (isDraft) return { ...config, site: { ...site, draft: true } };
  const gaps = publicGaps(site);
  if (gaps.length === 0) return config;
  throw new FactsError(
    [
      `Le site serait public (${site.origin}), et il manque à ${file} :`,
      ...linesOf(gaps),
      'Complétez ces clés, ou montrez un brouillon avec --draft.',
    ].join('\n'),
    gaps.map(({ key, example }) => ({ key, rule: example === null ? 'missing' : 'example' })),
  );
}
