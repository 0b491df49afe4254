import { incompatibilities, incompatibilitiesOf, requireBackend } from '../compose/compatibility';
import { readActive } from '../compose/composed-releases';
import type { ActivePart, ActiveParts, Change, IndexEntry, PartChange, Release } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { type Decision, findPart, findPartOrNew, type PartState } from './part-state';
import { type RetiredPath, requireKeptRoutes, retire } from './redirects';

interface NextParts {
  readonly command: Change['command'];
  readonly parts: ReadonlyMap<string, PartState>;
  readonly retired?: readonly RetiredPath[];
  readonly redirects?: IndexEntry['redirects'];
  /** Refuses a change that loses a route without retiring it. */
  readonly keepsRoutes?: boolean;
  /** Id of the release that the change revokes. */
  readonly revoked?: string;
}

/** @throws UserError with the reasons and a remedy when these releases are incompatible */
export async function decideNext(store: Store, state: IndexEntry, next: NextParts): Promise<Decision> {
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

function applyParts(state: IndexEntry, parts: NextParts['parts']) {
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

const changedParts = (state: IndexEntry, { parts }: NextParts): readonly PartChange[] =>
  [...parts].map(([name, { active: to }]) => {
    const from = findPart(state, name)?.active;
    return from === to ? { name } : { name, ...(from && { from }), ...(to && { to }) };
  });

interface Refused {
  readonly command: Change['command'];
  readonly state: IndexEntry;
  readonly releases: ActiveParts;
  readonly changed: readonly string[];
}

/** Returns a sentence with the command that would make a refused change compatible, if releases for it exist. */
async function findCompatibleReleases(store: Store, refused: Refused): Promise<string> {
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
  const asked = changed.flatMap((name) => (releases[name] ? [`${name}@${releases[name].active}`] : []));
  const words = [isRollback ? 'rollback' : 'activate', ...asked, ...partners.map(wordOf)];
  return `To change them together: "npx pnpm release ${words.join(' ')}".`;
}

interface Site {
  readonly shell: Release;
  readonly remotes: readonly Release[];
}

async function compatibleRemotes(store: Store, state: IndexEntry, { shell, remotes }: Site) {
  const incompatible = remotes.filter((remote) => incompatibilitiesOf(shell, remote).length > 0);
  const chosen = await Promise.all(
    incompatible.map(async ({ name }) =>
      (await candidates(store, state, name)).find((release) => incompatibilitiesOf(shell, release).length === 0),
    ),
  );
  const compatible = chosen.filter((release) => release !== undefined);
  return compatible.length > 0 && compatible.length === incompatible.length ? compatible : null;
}

async function compatibleShell(store: Store, state: IndexEntry, remotes: readonly Release[]) {
  const isCompatible = (shell: Release) => incompatibilities(shell, remotes).length === 0;
  const candidate = (await candidates(store, state, 'shell')).find(isCompatible);
  return candidate && candidate.id !== state.releases.shell?.active ? [candidate] : null;
}

/** Releases that were active come first, latest first, then the others, newest first. */
async function candidates(store: Store, state: IndexEntry, name: string): Promise<readonly Release[]> {
  const { previous, revoked } = findPartOrNew(state, name);
  const ids = (await store.listIds(name)).filter((id) => !revoked.includes(id));
  const all = (await Promise.all(ids.map((id) => store.readIfIntact(name, id)))).filter((release) => release !== null);
  const rank = ({ id }: Release) => (previous.includes(id) ? previous.indexOf(id) : previous.length);
  return all.sort((a, b) => rank(a) - rank(b) || b.publishedAt.localeCompare(a.publishedAt));
}

const wasActive = (state: IndexEntry, { name, id }: Release) => findPartOrNew(state, name).previous.includes(id);
const wordOf = ({ name, id }: Release) => `${name}@${id}`;
