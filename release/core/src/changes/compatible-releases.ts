import { incompatibilities, incompatibilitiesOf } from '../compose/compatibility';
import type { Change, IndexEntry, Release, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { findOrNewLine } from './part-line';

interface Refused {
  readonly command: Change['command'];
  readonly state: IndexEntry;
  readonly releases: ReleaseLines;
  readonly changed: readonly string[];
}

/** Returns a sentence with the command that would make a refused change compatible, if releases for it exist. */
export async function findCompatibleReleases(store: Store, refused: Refused): Promise<string> {
  const { state, releases, changed } = refused;
  const active = await Promise.all(Object.entries(releases).map(([name, line]) => store.read(name, line.active)));
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
  const { previous, revoked } = findOrNewLine(state, name);
  const ids = (await store.listIds(name)).filter((id) => !revoked.includes(id));
  const all = (await Promise.all(ids.map((id) => store.readIfIntact(name, id)))).filter((release) => release !== null);
  const rank = ({ id }: Release) => (previous.includes(id) ? previous.indexOf(id) : previous.length);
  return all.sort((a, b) => rank(a) - rank(b) || b.publishedAt.localeCompare(a.publishedAt));
}

const wasActive = (state: IndexEntry, { name, id }: Release) => findOrNewLine(state, name).previous.includes(id);
const wordOf = ({ name, id }: Release) => `${name}@${id}`;
