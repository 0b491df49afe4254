import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { isBranch } from '@site/release-core/store/keys';

const MOST_COMMITS = 50;
const MOST_BYTES = 64 * 1024 * 1024;

async function git(folder: string, ...args: string[]): Promise<string[] | undefined> {
  const answer = await promisify(execFile)('git', args, { cwd: folder, env: process.env, maxBuffer: MOST_BYTES }).catch(
    () => null,
  );
  return answer?.stdout.split('\n').filter(Boolean);
}

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

/** Files in these folders that differ from the workspace's commit; none outside a checkout. */
export async function listChanged(root: string, folders: readonly string[]): Promise<string[]> {
  if (!(await readCommit(root))) return [];
  const paths = pathsIn(root, folders);
  const lines = await git(root, 'status', '--porcelain', '--untracked-files=all', '--', ...paths);
  return (lines ?? []).map((line) => line.slice(3));
}

/** Subjects of the commits that changed these folders since a commit, the latest first; none for an unknown commit. */
export async function listSubjects(root: string, since: string, folders: readonly string[]): Promise<string[]> {
  if (!/^[0-9a-f]{40,64}$/.test(since)) return [];
  const paths = pathsIn(root, folders);
  const lines = await git(root, 'log', `--max-count=${MOST_COMMITS}`, '--format=%s', `${since}..HEAD`, '--', ...paths);
  return lines ?? [];
}

type CiVariables = Readonly<Record<string, string | undefined>>;

/**
 * The branch of a workspace. GitHub's workflows check out a commit, and name its branch in their variables.
 * @returns null outside a branch, and for a name that no address takes
 */
export async function readBranch(root: string, variables: CiVariables = process.env): Promise<string | null> {
  if (!(await readCommit(root))) return null;
  const [current] = (await git(root, 'symbolic-ref', '--short', '--quiet', 'HEAD')) ?? [];
  const { GITHUB_HEAD_REF, GITHUB_REF_NAME, GITHUB_REF_TYPE } = variables;
  const named = current || GITHUB_HEAD_REF || (GITHUB_REF_TYPE === 'branch' && GITHUB_REF_NAME) || '';
  return isBranch(named) ? named : null;
}
