import { incompatibilities, incompatibilitiesOf } from '../compose/compatibility';
import type { Change, IndexEntry, Release, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { findOrNewLine } from './part-line';

interface Refused {
  readonly command: Change['command'];
  readonly state: IndexEntry;
  /** What the change would have made active. */
  readonly releases: ReleaseLines;
  /** Names of the parts that it was to change. */
  readonly changed: readonly string[];
}

/**
 * Looks for published releases of the unchanged parts with which a refused change would fit.
 * @returns a sentence with the command that makes all of them active together
 */
export async function findFittingReleases(store: Store, refused: Refused): Promise<string> {
  const { state, releases, changed } = refused;
  const active = await Promise.all(Object.entries(releases).map(([name, line]) => store.read(name, line.active)));
  const shell = active.find(({ name }) => name === 'shell');
  const remotes = active.filter((one) => one !== shell);
  const found =
    shell && changed.includes('shell')
      ? await fittingRemotes(store, state, { shell, remotes: remotes.filter(({ name }) => !changed.includes(name)) })
      : await fittingShell(store, state, remotes);
  if (!found) return 'Choose another release, or publish what is missing first.';
  const isRollback = refused.command === 'rollback' && found.every((one) => wasActive(state, one));
  const asked = changed.flatMap((name) => (releases[name] ? [`${name}@${releases[name].active}`] : []));
  const words = [isRollback ? 'rollback' : 'activate', ...asked, ...found.map(wordOf)];
  return `To change them together: "npx pnpm release ${words.join(' ')}".`;
}

interface Site {
  readonly shell: Release;
  readonly remotes: readonly Release[];
}

/** Another release for each remote that does not fit the shell; null when one has none, or when all fit already. */
async function fittingRemotes(store: Store, state: IndexEntry, { shell, remotes }: Site) {
  const misfitting = remotes.filter((one) => incompatibilitiesOf(shell, one).length > 0);
  const found = await Promise.all(
    misfitting.map(async ({ name }) =>
      (await candidates(store, state, name)).find((one) => incompatibilitiesOf(shell, one).length === 0),
    ),
  );
  const fitting = found.filter((one) => one !== undefined);
  return fitting.length > 0 && fitting.length === misfitting.length ? fitting : null;
}

/** A shell that all these remotes fit. */
async function fittingShell(store: Store, state: IndexEntry, remotes: readonly Release[]) {
  const isFitting = (shell: Release) => incompatibilities(shell, remotes).length === 0;
  const found = (await candidates(store, state, 'shell')).find(isFitting);
  return found && found.id !== state.releases.shell?.active ? [found] : null;
}

/** Published releases that were not revoked: those that were active before, the latest first, then the newest. */
async function candidates(store: Store, state: IndexEntry, name: string): Promise<readonly Release[]> {
  const { before, revoked } = findOrNewLine(state, name);
  const ids = (await store.listIds(name)).filter((id) => !revoked.includes(id));
  const all = (await Promise.all(ids.map((id) => store.readIfWhole(name, id)))).filter((one) => one !== null);
  const rank = ({ id }: Release) => (before.includes(id) ? before.indexOf(id) : before.length);
  return all.sort((a, b) => rank(a) - rank(b) || b.publishedAt.localeCompare(a.publishedAt));
}

const wasActive = (state: IndexEntry, { name, id }: Release) => findOrNewLine(state, name).before.includes(id);
const wordOf = ({ name, id }: Release) => `${name}@${id}`;
