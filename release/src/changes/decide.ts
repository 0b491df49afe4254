import type { SiteData } from '@site/contract/page-data';
import { incompatibilities, lostRoutes } from '../compose/compatibility';
import { readReleases } from '../compose/composed-releases';
import type { ReleaseName } from '../store/keys';
import type { Change, IndexEntry, ReleaseLine, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { damageOf, describeDamage } from '../store/verify';
import { UserError } from '../user-error';
import type { Decision } from './change-index';

/** How many previous ids an entry keeps for each name. */
const PREVIOUS_AT_MOST = 50;

/** Null when the release is active already. @throws UserError when it may not become active: why, and what to do */
export async function decideActivation(store: Store, current: IndexEntry | null, { name, id }: ReleaseName) {
  const state = requireState(current);
  const line = lineOf(state, name);
  if (line?.active === id) return null;
  await checkUsable(store, line, { name, id });
  const change = { command: 'activate', to: id } as const;
  if (!line) return withLine(store, state, { name, line: { active: id, before: [], revoked: [] }, change });
  const lost = lostRoutes(await store.read(name, line.active), await store.read(name, id)).map(({ path }) => path);
  if (lost.length > 0) {
    throw new UserError(
      `${name}@${id} lacks ${lost.join(', ')}, which ${line.active} has: a contract only grows. Publish it with that route.`,
    );
  }
  const before = [line.active, ...line.before.filter((one) => one !== id)].slice(0, PREVIOUS_AT_MOST);
  return withLine(store, state, { name, line: { ...line, active: id, before }, change });
}

export interface Rollback {
  readonly name: string;
  /** Id of an earlier release; the previous one without it. */
  readonly to?: string | undefined;
  /** Id of the release to leave; the active one without it. */
  readonly from?: string | undefined;
}

/**
 * Null when there is nothing to leave: that release is active already, or another change has left `from` since the command
 * saw it, so that two owners at once go back once.
 * @throws UserError when it may not become active: why, and what to do
 */
export async function decideRollback(store: Store, current: IndexEntry | null, { name, to, from }: Rollback) {
  const state = requireState(current);
  const line = requireLine(state, name);
  if (to === line.active || (from !== undefined && from !== line.active)) return null;
  const id = to ?? line.before[0];
  if (!id) throw new UserError(`${name} has no release before ${line.active}: there is nothing to roll back to.`);
  if (!line.before.includes(id)) {
    throw new UserError(
      `${name}@${id} was not active before ${line.active}: choose among ${line.before.join(', ') || 'none'}, or activate it.`,
    );
  }
  await checkUsable(store, line, { name, id });
  const before = line.before.slice(line.before.indexOf(id) + 1);
  return withLine(store, state, {
    name,
    line: { ...line, active: id, before },
    change: { command: 'rollback', to: id },
  });
}

/** Bans a release for good. When it is active, the previous one becomes active. Null when it is banned already. */
export async function decideRevocation(store: Store, current: IndexEntry | null, { name, id }: ReleaseName) {
  const state = requireState(current);
  const line = requireLine(state, name);
  if (line.revoked.includes(id)) return null;
  await store.read(name, id);
  const change = { command: 'revoke', to: id } as const;
  const revoked = [id, ...line.revoked];
  const before = line.before.filter((one) => one !== id);
  if (line.active !== id) return withLine(store, state, { name, line: { ...line, before, revoked }, change });
  const [previous, ...earlier] = before;
  if (!previous) {
    throw new UserError(
      `${name}@${id} is active and has no previous release: activate another release of ${name} first, then revoke this one.`,
    );
  }
  await checkUsable(store, line, { name, id: previous });
  return withLine(store, state, { name, line: { active: previous, before: earlier, revoked }, change });
}

/** Composes releases with other data. Null when the pages have the same data already. */
export function decideComposition(
  current: IndexEntry | null,
  command: 'start' | 'compose',
  state: { readonly releases: ReleaseLines; readonly data: SiteData },
): Decision | null {
  if (current && JSON.stringify(current.data) === JSON.stringify(state.data)) return null;
  return { ...state, change: { command } };
}

/** @throws UserError for an empty store */
export function requireState(current: IndexEntry | null): IndexEntry {
  if (current) return current;
  throw new UserError('Nothing is active yet: start the site once with "npx pnpm start".');
}

/** Undefined for a name that every object has, too. */
const lineOf = ({ releases }: IndexEntry, name: string): ReleaseLine | undefined =>
  Object.hasOwn(releases, name) ? releases[name] : undefined;

function requireLine(state: IndexEntry, name: string): ReleaseLine {
  const line = lineOf(state, name);
  if (line) return line;
  throw new UserError(`Nothing is called "${name}": choose among ${Object.keys(state.releases).join(', ')}.`);
}

async function checkUsable(store: Store, line: ReleaseLine | undefined, { name, id }: ReleaseName) {
  if (line?.revoked.includes(id)) {
    throw new UserError(`${name}@${id} is revoked for good: publish a release that differs from it.`);
  }
  const damage = (await damageOf(store, await store.read(name, id))).map(describeDamage);
  if (damage.length > 0) {
    throw new UserError(
      `${name}@${id} is damaged: ${damage.join(', ')}. Publish the same sources again to restore it, or choose another.`,
    );
  }
}

interface LineChange {
  readonly name: string;
  readonly line: ReleaseLine;
  readonly change: Pick<Change, 'command' | 'to'>;
}

async function withLine(store: Store, state: IndexEntry, { name, line, change }: LineChange): Promise<Decision> {
  const releases: ReleaseLines = { ...state.releases, [name]: line };
  const { shell, remotes } = await readReleases(store, releases);
  const reasons = incompatibilities(shell, remotes);
  if (reasons.length > 0) {
    const remedy = name === 'shell' ? 'the remotes that fit it' : 'a shell that has it';
    throw new UserError(
      `${reasons.join('; ')}. Nothing was changed: activate ${remedy} first, or choose another release.`,
    );
  }
  return { releases, data: state.data, change: { ...change, name, from: lineOf(state, name)?.active ?? '' } };
}
