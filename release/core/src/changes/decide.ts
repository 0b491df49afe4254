import type { EditedFacts, SiteData } from '@site/contract/page-data';
import { lazyFrom } from '../lazy';
import { describeDamage, listedDamageOf } from '../store/damage';
import type { ReleaseName } from '../store/keys';
import type { ActiveParts, IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { decideNext } from './next-state';
import {
  type Decision,
  findHold,
  findPart,
  findPartOrNew,
  type PartState,
  partNames,
  requireUnheld,
  withActive,
  withoutActive,
  withRevoked,
} from './part-state';
import type { RetiredPath } from './redirects';

const lazy = lazyFrom(import.meta.url);

export interface Activation {
  /** At most one release of each part. */
  readonly chosen: readonly ReleaseName[];
  readonly retired?: readonly RetiredPath[];
  /** Null, as by default, for a change that is not watched. */
  readonly watchedDays?: number | null;
  /** Lifts the holds of these parts in the same change. */
  readonly isResuming?: boolean;
}

/**
 * Returns null when all are already active.
 * @throws HeldError when one of their parts is held; UserError with a remedy when they may not become active
 */
export async function decideActivation(
  store: Store,
  current: IndexEntry | null,
  { chosen, retired = [], isResuming = false, watchedDays = null }: Activation,
): Promise<Decision | null> {
  const state = requireState(current);
  const changed = chosen.filter(({ name, id }) => findPart(state, name)?.active !== id);
  if (!isResuming) requireUnheld(state, namesOf(changed), ', or repeat the activation with --resume.');
  const resumed = isResuming ? namesOf(chosen).filter((name) => findHold(state, name)) : [];
  if (changed.length === 0 && resumed.length === 0) return null;
  for (const release of changed) {
    await requireUsableRelease(store, findPartOrNew(state, release.name), release);
    const { requireTitled } = lazy<typeof import('../store/add-release')>('../store/add-release');
    requireTitled(await store.read(release.name, release.id));
  }
  const next = new Map<string, PartState>();
  for (const release of chosen) {
    const part = findPartOrNew(state, release.name);
    if (changed.includes(release)) next.set(release.name, withActive(part, release.id));
    else if (resumed.includes(release.name)) next.set(release.name, part);
  }
  const decision = await decideNext(store, state, { command: 'activate', parts: next, retired, keepsRoutes: true });
  const isWatched = watchedDays !== null && changed.length > 0;
  const own = { ...(resumed.length > 0 && { resumed }), ...(isWatched && { watchedDays }) };
  return { ...decision, change: { ...decision.change, ...own } };
}

const namesOf = (releases: readonly ReleaseName[]) => releases.map(({ name }) => name);

interface Deactivation {
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
  const part = requirePart(state, name);
  if (part.active === null) return null;
  return decideNext(store, state, { command: 'deactivate', parts: new Map([[name, withoutActive(part)]]), retired });
}

/**
 * Revokes a release. If it is active, its part goes back to the previous release, or is deactivated without one.
 * Returns null when it is revoked already.
 */
export async function decideRevocation(store: Store, current: IndexEntry | null, { name, id }: ReleaseName) {
  const state = requireState(current);
  const part = requirePart(state, name);
  if (part.revoked.includes(id)) return null;
  await store.read(name, id);
  const next = withRevoked(part, id);
  if (next.active !== null && next.active !== part.active) {
    await requireUsableRelease(store, part, { name, id: next.active });
  }
  return decideNext(store, state, { command: 'revoke', parts: new Map([[name, next]]), revoked: id });
}

/** Composes the pages with other data. Returns null when they have it already, and for an edit that changes no fact. */
export function decideComposition(
  current: IndexEntry | null,
  command: 'start' | 'compose' | 'edit-facts',
  state: { readonly releases: ActiveParts; readonly data: SiteData },
): Decision | null {
  if (current && JSON.stringify(current.data) === JSON.stringify(state.data)) return null;
  const { deactivated, redirects, data } = current ?? {};
  const facts = changedFacts(data?.edited, state.data.edited);
  if (command === 'edit-facts' && facts.length === 0) return null;
  return {
    ...state,
    ...(deactivated && { deactivated }),
    ...(redirects && { redirects }),
    change: { command, parts: [], ...(facts.length > 0 && { facts }) },
  };
}

/** Keys of the facts that were added, changed or removed. */
function changedFacts(before: EditedFacts = {}, after: EditedFacts = {}): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

/** @throws UserError when the store is empty */
export function requireState(current: IndexEntry | null): IndexEntry {
  if (current) return current;
  throw new UserError('Nothing is active yet: start the site once with "npx pnpm start".');
}

/** @throws UserError for a name that was never active */
export function requirePart(state: IndexEntry, name: string): PartState {
  const part = findPart(state, name);
  if (part) return part;
  throw new UserError(`Nothing is called "${name}": choose among ${partNames(state).join(', ')}.`);
}

/** @throws UserError when the release is revoked or damaged */
export async function requireUsableRelease(store: Store, { revoked }: PartState, { name, id }: ReleaseName) {
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
