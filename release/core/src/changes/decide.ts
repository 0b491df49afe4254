import type { SiteData } from '@site/contract/page-data';
import type { ReleaseName } from '../store/keys';
import type { IndexEntry, ReleaseLines } from '../store/release';
import { describeDamage, listedDamageOf } from '../store/release-damage';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { Decision } from './decision';
import { decideNext } from './next-state';
import { findLine, findOrNewLine, type PartLine, withActive, withoutActive, withRevoked } from './part-line';
import type { RetiredPath } from './redirects';

export interface Activation {
  /** At most one release of each name. */
  readonly chosen: readonly ReleaseName[];
  readonly retired?: readonly RetiredPath[];
  /** Null, as by default, for a change that is not watched. */
  readonly watchedDays?: number | null;
}

/** Returns null when all are already active. @throws UserError with a remedy when they may not become active */
export async function decideActivation(
  store: Store,
  current: IndexEntry | null,
  { chosen, retired = [], watchedDays = null }: Activation,
): Promise<Decision | null> {
  const state = requireState(current);
  const changed = chosen.filter(({ name, id }) => findLine(state, name)?.active !== id);
  if (changed.length === 0) return null;
  for (const release of changed) await checkUsable(store, findOrNewLine(state, release.name), release);
  const lines = new Map(changed.map(({ name, id }) => [name, withActive(findOrNewLine(state, name), id)]));
  const decision = await decideNext(store, state, { command: 'activate', lines, retired, keepsRoutes: true });
  return watchedDays === null ? decision : { ...decision, change: { ...decision.change, watchedDays } };
}

export interface Deactivation {
  readonly name: string;
  readonly retired?: readonly RetiredPath[];
}

/** Returns null when the part is not active. */
export async function decideDeactivation(
  store: Store,
  current: IndexEntry | null,
  { name, retired = [] }: Deactivation,
): Promise<Decision | null> {
  const state = requireState(current);
  const line = requireLine(state, name);
  if (line.active === null) return null;
  return decideNext(store, state, { command: 'deactivate', lines: new Map([[name, withoutActive(line)]]), retired });
}

/** Without a previous release, revoking the active one deactivates the part. Null when it is already revoked. */
export async function decideRevocation(store: Store, current: IndexEntry | null, { name, id }: ReleaseName) {
  const state = requireState(current);
  const line = requireLine(state, name);
  if (line.revoked.includes(id)) return null;
  await store.read(name, id);
  const next = withRevoked(line, id);
  if (next.active !== null && next.active !== line.active) {
    await checkUsable(store, line, { name, id: next.active });
  }
  return decideNext(store, state, { command: 'revoke', lines: new Map([[name, next]]), revoked: id });
}

/** Returns null when the pages already have this data. */
export function decideComposition(
  current: IndexEntry | null,
  command: 'start' | 'compose',
  state: { readonly releases: ReleaseLines; readonly data: SiteData },
): Decision | null {
  if (current && JSON.stringify(current.data) === JSON.stringify(state.data)) return null;
  const { deactivated, redirects } = current ?? {};
  return { ...state, ...(deactivated && { deactivated }), ...(redirects && { redirects }), change: { command } };
}

/** @throws UserError when the store is empty */
export function requireState(current: IndexEntry | null): IndexEntry {
  if (current) return current;
  throw new UserError('Nothing is active yet: start the site once with "npx pnpm start".');
}

/** @throws UserError for a name that was never active */
export function requireLine(state: IndexEntry, name: string): PartLine {
  const line = findLine(state, name);
  if (line) return line;
  const names = [...Object.keys(state.releases), ...Object.keys(state.deactivated ?? {})];
  throw new UserError(`Nothing is called "${name}": choose among ${names.join(', ')}.`);
}

/** @throws UserError when the release is revoked or damaged */
export async function checkUsable(store: Store, { revoked }: PartLine, { name, id }: ReleaseName) {
  if (revoked.includes(id)) {
    throw new UserError(`${name}@${id} is revoked for good: publish a release that differs from it.`);
  }
  const damage = (await listedDamageOf(store, await store.read(name, id))).map(describeDamage);
  if (damage.length > 0) {
    throw new UserError(
      `${name}@${id} is damaged: ${damage.join(', ')}. Publish the same sources again to restore it, or choose another.`,
    );
  }
}
