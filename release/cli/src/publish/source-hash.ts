import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sourceRoot } from '@site/tooling/source-root';
import { bundledFolders, type ReleasablePackage } from './packages';

const GENERATED = new Set(['node_modules', 'dist', 'test-results', 'screenshots', 'coverage', 'playwright-report']);

/** @param sources the files that the release lists */
export async function sourceHash({ folder }: ReleasablePackage, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of sources) {
    const content = await readFile(join(sourceRoot(folder), file)).catch(() => null);
    hash.update(`${file}\n${content?.length ?? 'missing'}\n`).update(content ?? '');
  }
  return hash.digest('hex').slice(0, 16);
}

export const bundleHash = (releasable: ReleasablePackage) =>
  hashFolders(sourceRoot(releasable.folder), bundledFolders(releasable));

/** Covers the whole workspace, because the checks of one package read others too. Hidden folders do not count. */
export const workspaceHash = (root: string) => hashFolders(root, [root]);

async function hashFolders(root: string, folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(folders.map(listFiles))).flat()) {
    hash.update(relative(root, file)).update(await readFile(file));
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
