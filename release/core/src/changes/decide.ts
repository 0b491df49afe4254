import type { EditedFacts, SiteData } from '@site/contract/page-data';
import { incompatibilities, incompatibilitiesOf, requireBackend } from '../compose/compatibility';
import { type RetiredPath, requireKeptRoutes, retire } from '../compose/redirects';
import { type ReleaseSet, readActive } from '../compose/release-set';
import type { ReleaseName } from '../store/keys';
import type { Release } from '../store/release';
import type { ActivePart, ActiveParts, Change, Hold, PartChange, Revision } from '../store/revision';
import { readNewestFirst, type Store } from '../store/store';
import { UserError } from '../user-error';
import { findHold, requireUnheld } from './holds';
import {
  findPart,
  findPartOrNew,
  type PartState,
  requirePart,
  requireUsableRelease,
  withActive,
  withoutActive,
  withRevoked,
} from './part-state';

export interface Decision extends Pick<Revision, 'releases' | 'deactivated' | 'redirects' | 'data'> {
  /** `who` defaults to the machine's user. */
  readonly change: Omit<Change, 'who' | 'at' | 'why'> & Partial<Pick<Change, 'who'>>;
}

/** Decides about the current state, and again when another change was faster. Null when nothing is to change. */
export type Decide = (current: Revision | null) => Promise<Decision | null>;

/** Adds holds of these parts to a decision. Parts that are held already keep their hold. */
export function withHolds(state: Revision, decision: Decision, { kind, parts }: NewHolds): Decision {
  const added = parts.filter((name) => !findHold(state, name));
  if (added.length === 0) return decision;
  return { ...decision, change: { ...decision.change, held: { kind, parts: added } } };
}

type NewHolds = Pick<Hold, 'kind'> & { readonly parts: readonly string[] };

export interface ActivationRequest {
  readonly chosen: readonly ReleaseName[];
  readonly retired?: readonly RetiredPath[];
  readonly watchedDays?: number | null;
  readonly isResuming?: boolean;
}

export async function decideActivation(
  store: Store,
  current: Revision | null,
  { chosen, retired = [], isResuming = false, watchedDays = null }: ActivationRequest,
): Promise<Decision | null> {
  const state = requireState(current);
  const changed = chosen.filter(({ name, id }) => findPart(state, name)?.active !== id);
  if (!isResuming) requireUnheld(state, namesOf(changed), ', or repeat the activation with --resume.');
  const resumed = isResuming ? namesOf(chosen).filter((name) => findHold(state, name)) : [];
  if (changed.length === 0 && resumed.length === 0) return null;
  for (const release of changed) await requireUsableRelease(store, findPartOrNew(state, release.name), release);
  const next = new Map<string, PartState>();
  for (const release of chosen) {
    const part = findPartOrNew(state, release.name);
    if (changed.includes(release)) next.set(release.name, withActive(part, release.id));
    else if (resumed.includes(release.name)) next.set(release.name, part);
  }
  const decision = await decideNext(store, state, { command: 'activate', parts: next, retired, keepsRoutes: true });
  const isWatched = watchedDays !== null && changed.length > 0;
  const details = { ...(resumed.length > 0 && { resumed }), ...(isWatched && { watchedDays }) };
  return { ...decision, change: { ...decision.change, ...details } };
}

const namesOf = (releases: readonly ReleaseName[]) => releases.map(({ name }) => name);

interface Deactivation {
  readonly name: string;
  readonly retired?: readonly RetiredPath[];
}

export async function decideDeactivation(
  store: Store,
  current: Revision | null,
  { name, retired = [] }: Deactivation,
): Promise<Decision | null> {
  const state = requireState(current);
  const part = requirePart(state, name);
  if (part.active === null) return null;
  return decideNext(store, state, { command: 'deactivate', parts: new Map([[name, withoutActive(part)]]), retired });
}

/** If it is active, its part goes back to the previous release. Returns null when it is revoked already. */
export async function decideRevocation(store: Store, current: Revision | null, { name, id }: ReleaseName) {
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
  current: Revision | null,
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

function changedFacts(before: EditedFacts = {}, after: EditedFacts = {}): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

export function requireState(current: Revision | null): Revision {
  if (current) return current;
  throw new UserError('Nothing is active yet: start the site once with "npx pnpm start".');
}

interface NextParts {
  readonly command: Change['command'];
  readonly parts: ReadonlyMap<string, PartState>;
  readonly retired?: readonly RetiredPath[];
  readonly redirects?: Revision['redirects'];
  readonly keepsRoutes?: boolean;
  readonly revoked?: string;
}

export async function decideNext(store: Store, state: Revision, next: NextParts): Promise<Decision> {
  const { releases, deactivated } = applyParts(state, next.parts);
  if (!releases.shell) throw new UserError('The site cannot be without a shell: activate another release of shell.');
  const { shell, remotes } = await readActive(store, releases);
  const reasons = incompatibilities(shell, remotes);
  if (reasons.length > 0) {
    const { command, parts } = next;
    const remedy = await findCompatibleReleases(store, { command, state, releases, changed: [...parts.keys()] });
    throw new UserError(`${reasons.join('; ')}. Nothing was changed. ${remedy}`);
  }
  // The other parts keep their calls, whatever this change does.
  const changed = [shell, ...remotes].filter(({ name, id }) => state.releases[name]?.active !== id);
  await requireBackend(store, changed, 'Nothing was changed.');
  const { retired = [], keepsRoutes = false } = next;
  // A rollback must work even when the description of the release that it leaves is damaged.
  const isCompared = state.releases.shell && (keepsRoutes || retired.length > 0);
  const previous = isCompared ? (await readActive(store, state.releases)).remotes : [];
  const redirects = retire(next.redirects ?? state.redirects ?? {}, retired, { previous, next: remotes });
  if (keepsRoutes) requireKeptRoutes(redirects, { previous, next: remotes });
  return {
    releases,
    ...(Object.keys(deactivated).length > 0 && { deactivated }),
    ...(Object.keys(redirects).length > 0 && { redirects }),
    data: state.data,
    change: { command: next.command, parts: changedParts(state, next), ...(next.revoked && { revoked: next.revoked }) },
  };
}

function applyParts(state: Revision, parts: NextParts['parts']) {
  const releases: Record<string, ActivePart> = { ...state.releases };
  const deactivated: Record<string, Omit<ActivePart, 'active'>> = { ...state.deactivated };
  for (const [name, { active, previous, revoked }] of parts) {
    delete deactivated[name];
    if (active !== null) releases[name] = { active, previous, revoked };
    else {
      delete releases[name];
      deactivated[name] = { previous, revoked };
    }
  }
  return { releases: releases as ActiveParts, deactivated };
}

const changedParts = (state: Revision, { parts }: NextParts): readonly PartChange[] =>
  [...parts].map(([name, { active: to }]) => {
    const from = findPart(state, name)?.active;
    return from === to ? { name } : { name, ...(from && { from }), ...(to && { to }) };
  });

interface IncompatibleChange {
  readonly command: Change['command'];
  readonly state: Revision;
  readonly releases: ActiveParts;
  readonly changed: readonly string[];
}

/** Returns a sentence with the command that would make a refused change compatible, if releases for it exist. */
async function findCompatibleReleases(store: Store, refused: IncompatibleChange): Promise<string> {
  const { state, releases, changed } = refused;
  const active = await Promise.all(Object.entries(releases).map(([name, { active: id }]) => store.read(name, id)));
  const shell = active.find(({ name }) => name === 'shell');
  const remotes = active.filter((release) => release !== shell);
  const partners =
    shell && changed.includes('shell')
      ? await compatibleRemotes(store, state, { shell, remotes: remotes.filter(({ name }) => !changed.includes(name)) })
      : await compatibleShell(store, state, remotes);
  if (!partners) return 'Choose another release, or publish what is missing first.';
  const isRollback = refused.command === 'rollback' && partners.every((release) => wasActive(state, release));
  const releaseNames = changed.flatMap((name) => (releases[name] ? [`${name}@${releases[name].active}`] : []));
  const words = [isRollback ? 'rollback' : 'activate', ...releaseNames, ...partners.map(wordOf)];
  return `To change them together: "npx pnpm release ${words.join(' ')}".`;
}

async function compatibleRemotes(store: Store, state: Revision, { shell, remotes }: Omit<ReleaseSet, 'fallbacks'>) {
  const incompatible = remotes.filter((remote) => incompatibilitiesOf(shell, remote).length > 0);
  const chosen = await Promise.all(
    incompatible.map(async ({ name }) =>
      (await readUsable(store, state, name)).find((release) => incompatibilitiesOf(shell, release).length === 0),
    ),
  );
  const compatible = chosen.filter((release) => release !== undefined);
  return compatible.length > 0 && compatible.length === incompatible.length ? compatible : null;
}

async function compatibleShell(store: Store, state: Revision, remotes: readonly Release[]) {
  const isCompatible = (shell: Release) => incompatibilities(shell, remotes).length === 0;
  const candidate = (await readUsable(store, state, 'shell')).find(isCompatible);
  return candidate && candidate.id !== state.releases.shell?.active ? [candidate] : null;
}

/** Releases that were active come first, latest first, then the others, newest first. */
async function readUsable(store: Store, state: Revision, name: string): Promise<readonly Release[]> {
  const { previous, revoked } = findPartOrNew(state, name);
  const ids = (await store.listIds(name)).filter((id) => !revoked.includes(id));
  const all = await readNewestFirst(store, name, ids);
  const rank = ({ id }: Release) => (previous.includes(id) ? previous.indexOf(id) : previous.length);
  return all.sort((a, b) => rank(a) - rank(b));
}

const wasActive = (state: Revision, { name, id }: Release) => findPartOrNew(state, name).previous.includes(id);
const wordOf = ({ name, id }: Release) => `${name}@${id}`;
