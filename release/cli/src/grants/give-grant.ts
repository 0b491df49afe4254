import { todayInParis } from '@site/contract/today';
import { parseName } from '@site/release-core/changes/names';
import { namesIn } from '@site/release-core/changes/part-line';
import { sha256 } from '@site/release-core/integrity';
import { UserError } from '@site/release-core/user-error';
import { type Grant, grantsIn, isExpired, type ListedGrant } from '@site/release-core/wire/grants';
import { createToken } from '@site/release-core/wire/token';
import { RIGHTS, type Right } from '@site/release-core/wire/wire';
import type { Answer, Context } from '../command/command';
import { requireWho } from '../command/who';
import { nearest } from '../nearest';
import { readOidc } from './grant-oidc';

/** Excludes `compose`, which changes the pages of all parts. */
const DEFAULT_RIGHTS: readonly Right[] = ['publish', 'activate', 'rollback', 'revoke'];

interface Asked extends Pick<Context['options'], 'who' | 'isDry'> {
  readonly team: string | undefined;
  readonly may: string | undefined;
  readonly until: string | undefined;
  readonly oidc: string | undefined;
  readonly claim: readonly string[];
}

interface Place extends Pick<Context, 'store'> {
  readonly options: Asked;
}

export async function giveGrant({ store, options }: Place, words: readonly string[]): Promise<Answer> {
  const { id, token } = createToken();
  const given = readGrant(id, options, words);
  const oidc = readOidc(options);
  const grant: Grant = { ...given, ...(oidc ? { oidc } : { token: sha256(token) }) };
  await requireDistinct(await grantsIn(store.blobs).list(), grant);
  await grantsIn(store.blobs).add(grant);
  const state = await store.readState();
  const siteParts = namesIn(state.entry);
  const unknown = grant.names.filter((name) => !siteParts.includes(name));
  const rights = `${grant.to} may ${grant.may.join(', ')}${grant.names.length > 0 ? ` ${grant.names.join(', ')}` : ''}`;
  const until = grant.until ? ` until ${grant.until}` : '';
  const shown = options.isDry ? 'A dry run makes no token.' : `Its token, which is not shown again:\n${token}`;
  const how = oidc
    ? `Identity tokens of ${oidc.issuer} with these claims are accepted; there is no secret to keep.`
    : shown;
  return {
    text: [
      `${rights}${until}. Grant ${id}; to end it: "npx pnpm release ungrant ${id}".`,
      ...unknown.map((name) => describeUnknown(name, siteParts)),
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

function describeUnknown(name: string, siteParts: readonly string[]): string {
  const similar = nearest(name, siteParts);
  return `The site has no part ${name} yet.${similar ? ` Did you mean ${similar}? Then withdraw this grant.` : ''}`;
}

function readGrant(id: string, options: Asked, words: readonly string[]): Grant {
  const names = [...new Set(words.map(parseName))];
  const may = readRights(options.may);
  if (options.team === undefined) throw new UserError('Say whom the grant is for: --team "équipe réservation".');
  if (names.length === 0 && may.some((right) => right !== 'compose' && right !== 'facts')) {
    throw new UserError('Name the parts that the team may release: "npx pnpm release grant booking --team …".');
  }
  const until = options.until === undefined ? undefined : readDay(options.until);
  const to = requireWho('team', options.team);
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
  const date = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (!isDay) throw new UserError(`--until is ${JSON.stringify(text)}: write a day as 2027-12-31.`);
  if (text < todayInParis()) throw new UserError(`--until ${text} is over: write the last day of the grant.`);
  return text;
}

/** A token that matches two grants could use the rights of either. */
async function requireDistinct(all: readonly ListedGrant[], { oidc }: Grant) {
  const live = all.filter((one) => !one.isWithdrawn && !isExpired(one));
  const same = live.find((one) => oidc && one.oidc?.issuer === oidc.issuer && isSame(one.oidc.claims, oidc.claims));
  if (same) throw new UserError(`Grant ${same.id} of ${same.to} has the same claims: withdraw it, or add a --claim.`);
}

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
