import { lostRoutes, misfits } from '../compose/compatibility';
import { readReleases } from '../compose/composed-releases';
import type { SiteData } from '../compose/shell-build';
import type { Change, IndexEntry, ReleaseLine, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { Decision } from './change-index';
import { damageOf, describeDamage } from '../store/verify';

/** How many ids are remembered below the active one. */
const REMEMBERED = 50;

/** @throws UserError when the release may not become active, saying why and what to do */
export async function decideActivation(store: Store, current: IndexEntry | null, name: string, id: string) {
  const state = mustBeActive(current);
  const line = state.releases[name];
  if (line?.active === id) return null;
  await checkUsable(store, line, name, id);
  if (!line)
    return withLine(store, state, name, { active: id, before: [], revoked: [] }, { command: 'activate', to: id });
  const lost = lostRoutes(await store.read(name, line.active), await store.read(name, id)).map(({ path }) => path);
  if (lost.length > 0) {
    throw new UserError(
      `${name}@${id} no longer brings ${lost.join(', ')}, as ${line.active} does: a contract only grows. Publish it with that route.`,
    );
  }
  const before = [line.active, ...line.before.filter((one) => one !== id)].slice(0, REMEMBERED);
  return withLine(store, state, name, { ...line, active: id, before }, { command: 'activate', to: id });
}

/** @param to the id to go back to, null where it is active already; without it, the one before */
export async function decideRollback(store: Store, current: IndexEntry | null, name: string, to?: string) {
  const state = mustBeActive(current);
  const line = lineOf(state, name);
  if (to === line.active) return null;
  const target = to ?? line.before[0];
  if (!target) throw new UserError(`${name} has no release before ${line.active}: there is nothing to roll back to.`);
  if (!line.before.includes(target)) {
    throw new UserError(
      `${name}@${target} was not active before ${line.active}: choose among ${line.before.join(', ') || 'none'}, or activate it.`,
    );
  }
  await checkUsable(store, line, name, target);
  const before = line.before.slice(line.before.indexOf(target) + 1);
  return withLine(store, state, name, { ...line, active: target, before }, { command: 'rollback', to: target });
}

/** Takes a release out of use for ever; when it is active, the one before takes its place. */
export async function decideRevocation(store: Store, current: IndexEntry | null, name: string, id: string) {
  const state = mustBeActive(current);
  const line = lineOf(state, name);
  if (line.revoked.includes(id)) return null;
  await store.read(name, id);
  const change = { command: 'revoke', to: id } as const;
  const revoked = [id, ...line.revoked];
  const before = line.before.filter((one) => one !== id);
  if (line.active !== id) return withLine(store, state, name, { ...line, before, revoked }, change);
  const [next, ...rest] = before;
  if (!next) {
    throw new UserError(
      `${name}@${id} is active and nothing was before it: activate another release of ${name} first, then revoke this one.`,
    );
  }
  await checkUsable(store, line, name, next);
  return withLine(store, state, name, { active: next, before: rest, revoked }, change);
}

/** The same releases with other data; null where pages would say the same. */
export function decideComposition(
  releases: ReleaseLines,
  data: SiteData,
  current: IndexEntry | null,
  command: 'start' | 'compose',
): Decision | null {
  if (current && JSON.stringify(current.data) === JSON.stringify(data)) return null;
  return { releases, data, change: { command } };
}

/** @throws UserError for an empty store */
export function mustBeActive(current: IndexEntry | null): IndexEntry {
  if (current) return current;
  throw new UserError('Nothing is active yet: start the site once with "npx pnpm start".');
}

function lineOf({ releases }: IndexEntry, name: string): ReleaseLine {
  const line = releases[name];
  if (line) return line;
  throw new UserError(`Nothing is called "${name}": choose among ${Object.keys(releases).join(', ')}.`);
}

async function checkUsable(store: Store, line: ReleaseLine | undefined, name: string, id: string) {
  if (line?.revoked.includes(id)) {
    throw new UserError(`${name}@${id} is revoked and stays so: publish a release that differs from it.`);
  }
  const damage = (await damageOf(store, await store.read(name, id))).map(describeDamage);
  if (damage.length > 0) {
    throw new UserError(
      `${name}@${id} is damaged: ${damage.join(', ')}. Publish the same sources again to mend it, or choose another.`,
    );
  }
}

async function withLine(
  store: Store,
  { releases, data }: IndexEntry,
  name: string,
  line: ReleaseLine,
  change: Pick<Change, 'command' | 'to'>,
): Promise<Decision> {
  const next: ReleaseLines = { ...releases, [name]: line };
  const { shell, remotes } = await readReleases(store, next);
  const reasons = misfits(shell, remotes);
  if (reasons.length > 0) {
    const remedy = name === 'shell' ? 'the remotes that fit it' : 'a shell that has it';
    throw new UserError(
      `${reasons.join('; ')}. Nothing was changed: activate ${remedy} first, or choose another release.`,
    );
  }
  return { releases: next, data, change: { ...change, name, from: releases[name]?.active ?? '' } };
}
