import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { JOURNEYS_FOLDER } from '@site/contract/journeys';
import { sourceRoot } from '@site/release-build/source-root';
import { findHold } from '@site/release-core/changes/holds';
import { isBranch } from '@site/release-core/store/keys';
import type { Provenance, PublishedBy } from '@site/release-core/store/release';
import type { Hold, Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { bundledFolders, type ReleasablePackage } from './packages';

const GENERATED = new Set(['node_modules', 'dist', 'test-results', 'coverage', 'playwright-report']);

/** @param sources the files that the release lists; of its journeys, a new one counts too */
export async function sourceHash({ folder }: ReleasablePackage, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const journeys = await listFiles(join(folder, JOURNEYS_FOLDER));
  for (const file of [...sources, ...journeys.map((path) => relative(sourceRoot(folder), path))]) {
    const content = await readFile(join(sourceRoot(folder), file)).catch(() => null);
    hash.update(`${file}\n${content?.length ?? 'missing'}\n`).update(content ?? '');
  }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(folder: string): Promise<string[]> {
  // A build may be published from a folder outside the workspace.
  const listed = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const entries = listed.sort((a, b) => (a.name < b.name ? -1 : 1));
  const lists = entries
    .filter((entry) => !GENERATED.has(entry.name) && (entry.isFile() || !entry.name.startsWith('.')))
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [path] : [];
    });
  return (await Promise.all(lists)).flat();
}

type ActiveParts = Pick<Revision, 'releases' | 'deactivated' | 'holds'>;

interface HeldPackage extends ReleasablePackage {
  readonly hold: Hold;
}

interface Differences {
  /** Packages whose sources differ from those of the active release. */
  readonly changed: readonly ReleasablePackage[];
  /** Changed as well, but their last change was undone on purpose. */
  readonly held: readonly HeldPackage[];
  /** Packages that have no release and were not deactivated. */
  readonly missing: readonly ReleasablePackage[];
}

export async function findChanged(
  store: Store,
  { releases, deactivated = {}, holds = {} }: ActiveParts,
  packages: readonly ReleasablePackage[],
): Promise<Differences> {
  const changed: ReleasablePackage[] = [];
  const held: HeldPackage[] = [];
  for (const releasable of packages) {
    const part = releases[releasable.name];
    const release = part && (await store.readIfIntact(releasable.name, part.active));
    if (!release || release.source === (await sourceHash(releasable, release.sources))) continue;
    const hold = findHold({ holds }, releasable.name);
    if (hold) held.push({ ...releasable, hold });
    else changed.push(releasable);
  }
  const missing = packages.filter(({ name }) => !releases[name] && !deactivated[name]);
  return { changed, held, missing };
}

const MAX_COMMITS = 50;
const MAX_BYTES = 64 * 1024 * 1024;

async function git(folder: string, ...args: string[]): Promise<string[] | undefined> {
  const answer = await promisify(execFile)('git', args, { cwd: folder, env: process.env, maxBuffer: MAX_BYTES }).catch(
    () => null,
  );
  return answer?.stdout.split('\n').filter(Boolean);
}

const COMMIT = /^[0-9a-f]{40,64}$/;

export interface Commit {
  readonly id: string;
  readonly author: string;
}

/** The commit of a workspace; null outside a checkout, and in an untracked copy inside another checkout. */
export async function readCommit(root: string): Promise<Commit | null> {
  if (((await git(root, 'ls-files', '--', '.')) ?? []).length === 0) return null;
  const [line] = (await git(root, 'log', '-1', '--format=%H %an')) ?? [];
  if (!line) return null;
  const [id = ''] = line.split(' ', 1);
  return { id, author: line.slice(id.length + 1) };
}

/** Git refuses an empty path. */
const pathsIn = (root: string, folders: readonly string[]) => folders.map((folder) => relative(root, folder) || '.');

async function listChanged(root: string, folders: readonly string[]): Promise<string[]> {
  if (!(await readCommit(root))) return [];
  const paths = pathsIn(root, folders);
  const lines = await git(root, 'status', '--porcelain', '--untracked-files=all', '--', ...paths);
  return (lines ?? []).map((line) => line.slice(3));
}

export async function listSubjects(root: string, since: string, folders: readonly string[]): Promise<string[]> {
  if (!COMMIT.test(since)) return [];
  const paths = pathsIn(root, folders);
  const lines = await git(root, 'log', `--max-count=${MAX_COMMITS}`, '--format=%s', `${since}..HEAD`, '--', ...paths);
  return lines ?? [];
}

/** The last commit that all of these and HEAD come from; null when git does not know one of them. */
export async function commonCommit(root: string, commits: readonly string[]): Promise<string | null> {
  if (commits.length === 0 || !commits.every((commit) => COMMIT.test(commit))) return null;
  const [common = null] = (await git(root, 'merge-base', '--octopus', 'HEAD', ...commits)) ?? [];
  return common;
}

export async function listChangedSince(root: string, commit: string): Promise<string[]> {
  const changed = await git(root, 'diff', '--name-only', '--no-renames', commit);
  const untracked = await git(root, 'ls-files', '--others', '--exclude-standard');
  return [...(changed ?? []), ...(untracked ?? [])];
}

type CiVariables = Readonly<Record<string, string | undefined>>;

/** GitHub's workflows check out a commit, and name its branch in variables. Null for one that no address takes. */
export async function readBranch(root: string, variables: CiVariables = process.env): Promise<string | null> {
  if (!(await readCommit(root))) return null;
  const [current] = (await git(root, 'symbolic-ref', '--short', '--quiet', 'HEAD')) ?? [];
  const { GITHUB_HEAD_REF, GITHUB_REF_NAME, GITHUB_REF_TYPE } = variables;
  const branch = current || GITHUB_HEAD_REF || (GITHUB_REF_TYPE === 'branch' && GITHUB_REF_NAME) || '';
  return isBranch(branch) ? branch : null;
}

const MAX_FILES_NAMED = 5;

export async function readProvenance(releasable: ReleasablePackage, publisher: PublishedBy): Promise<Provenance> {
  const root = sourceRoot(releasable.folder);
  const commit = await readCommit(root);
  if (!commit) return { commit: '', author: '', isDirty: null, ...publisher };
  const changed = await listChanged(root, bundledFolders(releasable));
  return { commit: commit.id, author: commit.author, isDirty: changed.length > 0, ...publisher };
}

export async function requireClean(releasable: ReleasablePackage): Promise<void> {
  const changed = await listChanged(sourceRoot(releasable.folder), bundledFolders(releasable));
  if (changed.length === 0) return;
  const files = changed.slice(0, MAX_FILES_NAMED).join(', ');
  throw new UserError(
    `${releasable.name} is built from uncommitted files (${files}): commit them, or add --allow-dirty.`,
  );
}
