import { isDay } from '@site/contract/today';
import { parseName } from '@site/release-core/changes/arguments';
import { partNames } from '@site/release-core/changes/part-state';
import { RIGHTS, type Right } from '@site/release-core/command-row';
import { sha256 } from '@site/release-core/integrity';
import { isSafeAddress } from '@site/release-core/network';
import { createToken, type Grant, grantsIn, isExpired, type ListedGrant } from '@site/release-core/store/grants';
import { UserError } from '@site/release-core/user-error';
import { renderTable } from '@site/terminal/output';
import { requireAuthorName } from '../author';
import type { CommandOutput, Context, Options } from '../command';

/** Excludes `compose`, which changes the pages of all parts. */
const DEFAULT_RIGHTS: readonly Right[] = ['publish', 'activate', 'rollback', 'revoke'];

interface GrantOptions {
  readonly team: string | undefined;
  readonly may: string | undefined;
  readonly until: string | undefined;
  readonly oidc: string | undefined;
  readonly claim: readonly string[];
}

export async function giveGrant({ store, options }: Context<GrantOptions>, ...words: string[]): Promise<CommandOutput> {
  const { id, token } = createToken();
  const given = readGrant(id, options, words);
  const oidc = readOidc(options);
  const grant: Grant = { ...given, ...(oidc ? { oidc } : { token: sha256(token) }) };
  await grantsIn(store.blobs).add(grant);
  const state = await store.readState();
  const siteParts = partNames(state.revision);
  const unknown = grant.names.filter((name) => !siteParts.includes(name));
  const rights = `${grant.to} may ${grant.may.join(', ')}${grant.names.length > 0 ? ` ${grant.names.join(', ')}` : ''}`;
  const until = grant.until ? ` until ${grant.until}` : '';
  const tokenText = options.isDry ? 'A dry run makes no token.' : `Its token, which is not shown again:\n${token}`;
  const how = oidc
    ? `Identity tokens of ${oidc.issuer} with these claims are accepted; there is no secret to keep.`
    : tokenText;
  return {
    text: [
      `${rights}${until}. Grant ${id}; to end it: "npx pnpm release ungrant ${id}".`,
      ...unknown.map((name) => `The site has no part ${name} yet: it has ${siteParts.join(', ')}.`),
      how,
    ].join('\n'),
    json: {
      id,
      to: grant.to,
      names: grant.names,
      may: grant.may,
      until: grant.until ?? null,
      token: oidc || options.isDry ? null : token,
    },
  };
}

function readGrant(id: string, options: Options<GrantOptions>, words: readonly string[]): Grant {
  const names = [...new Set(words.map(parseName))];
  const may = readRights(options.may);
  if (options.team === undefined) throw new UserError('Say whom the grant is for: --team "équipe réservation".');
  if (names.length === 0 && may.some((right) => right !== 'compose' && right !== 'facts')) {
    throw new UserError('Name the parts that the team may release: "npx pnpm release grant booking --team …".');
  }
  const until = options.until === undefined ? undefined : readDay(options.until);
  const to = requireAuthorName('team', options.team);
  return { id, to, names, may, ...(until && { until }), by: options.who, at: new Date().toISOString() };
}

function readRights(text: string | undefined): Right[] {
  if (text === undefined) return [...DEFAULT_RIGHTS];
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !RIGHTS.some((right) => right === word));
  if (unknown === undefined) return RIGHTS.filter((right) => words.includes(right));
  throw new UserError(`--may is ${JSON.stringify(text)}: choose among ${RIGHTS.join(',')}, with commas.`);
}

function readDay(text: string): string {
  if (!isDay(text)) throw new UserError(`--until is ${JSON.stringify(text)}: write a day as 2027-12-31.`);
  return text;
}

/** Claims that identify one project: all projects of a public CI share its issuer. */
const NAMING_CLAIMS = ['sub', 'repository', 'repository_id', 'project_path', 'project_id'];
const CLAIM = /^([A-Za-z_][\w:./-]*)=(.+)$/;

/** @throws UserError when tokens of other projects of the issuer would be accepted */
function readOidc({ oidc, claim }: GrantOptions): Grant['oidc'] | null {
  if (oidc === undefined) {
    if (claim.length > 0) throw new UserError('--claim belongs to --oidc: name the issuer of the identity tokens.');
    return null;
  }
  const claims = claim.map((one) => {
    const [, name, value] = CLAIM.exec(one) ?? [];
    if (name && value) return [name, value] as const;
    throw new UserError(`--claim is ${JSON.stringify(one)}: write it as repository=team/booking.`);
  });
  if (!claims.some(([name]) => NAMING_CLAIMS.includes(name))) {
    throw new UserError(
      `Every project at ${oidc} could release: add a claim that names yours (--claim repository=team/booking; ${NAMING_CLAIMS.join(', ')}).`,
    );
  }
  return { issuer: readIssuer(oidc), claims: Object.fromEntries(claims) };
}

function readIssuer(text: string): string {
  if (isSafeAddress(text)) return text;
  throw new UserError(`--oidc is ${JSON.stringify(text)}: write the issuer's https address.`);
}

const HEAD = ['grant', 'to', 'parts', 'may', 'until', 'accepts'];

export async function listGrants({ store }: Context): Promise<CommandOutput> {
  const grants = (await grantsIn(store.blobs).list()).map(describe);
  return {
    text: grants.length > 0 ? renderTable([HEAD, ...grants.map(rowOf)]) : 'No grants: only this machine can release.',
    json: { grants },
  };
}

const describe = ({ token, oidc, ...grant }: ListedGrant) => ({
  ...grant,
  isExpired: isExpired(grant),
  oidc: oidc ?? null,
});

function rowOf(grant: ReturnType<typeof describe>): string[] {
  const { id, to, names, may, until = '–', oidc } = grant;
  const claims = Object.entries(oidc?.claims ?? {}).map(([name, value]) => `${name}=${value}`);
  const end = grant.isWithdrawn ? 'withdrawn' : grant.isExpired ? `${until} (over)` : until;
  return [
    id,
    to,
    names.join('\n') || '–',
    may.join('\n'),
    end,
    oidc ? [oidc.issuer, ...claims].join('\n') : 'its token',
  ];
}

export async function withdrawGrant({ store, options }: Context, id = ''): Promise<CommandOutput> {
  const grants = grantsIn(store.blobs);
  const grant = await grants.read(id);
  if (!grant) throw new UserError(`There is no grant ${JSON.stringify(id)}: "npx pnpm release grants" lists them.`);
  const isNew = await grants.withdraw(id, { by: options.who, why: options.why, at: new Date().toISOString() });
  return {
    text: isNew
      ? `Grant ${id} of ${grant.to} is withdrawn. What it published and activated stays.`
      : `Grant ${id} of ${grant.to} is withdrawn already.`,
    json: { id, to: grant.to, changed: isNew },
  };
}
