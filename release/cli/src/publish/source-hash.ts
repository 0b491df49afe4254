import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sourceRoot } from '@site/tooling/source-root';
import { bundledFolders, type ReleasablePackage } from './packages';

const GENERATED = new Set(['node_modules', 'dist', 'test-results', 'screenshots', 'coverage', 'playwright-report']);

/** @param sources the files that the release lists; without them, whole folders are hashed */
export async function sourceHash(one: ReleasablePackage, sources?: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  if (!sources) await addFolders(one, (part) => hash.update(part));
  for (const file of sources ?? []) {
    const content = await readFile(join(sourceRoot(one.folder), file)).catch(() => null);
    hash.update(`${file}\n${content?.length ?? 'missing'}\n`).update(content ?? '');
  }
  return hash.digest('hex').slice(0, 16);
}

/** For releases that do not list their sources. Tests count too. */
function addFolders({ name, folder }: ReleasablePackage, add: Add) {
  // The shell provides the design system to all remotes.
  const root = sourceRoot(folder);
  const bundled = name === 'shell' ? ['contract', 'shared-ui'] : ['contract'];
  return addFiles(root, [folder, ...bundled.map((one) => join(root, one))], add);
}

export const bundleHash = (one: ReleasablePackage) => hashFolders(sourceRoot(one.folder), bundledFolders(one));

/** Covers the whole workspace, because the checks of one package read others too. Hidden folders do not count. */
export const workspaceHash = (root: string) => hashFolders(root, [root]);

async function hashFolders(root: string, folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  await addFiles(root, folders, (part) => hash.update(part));
  return hash.digest('hex').slice(0, 16);
}

type Add = (part: string | Buffer) => void;

async function addFiles(root: string, folders: readonly string[], add: Add) {
  const files = (await Promise.all(folders.map(listFiles))).flat();
  for (const file of files) {
    add(relative(root, file));
    add(await readFile(file));
  }
}

async function listFiles(folder: string): Promise<string[]> {
  // A build may be published from a folder outside the workspace.
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const entries = found.sort((a, b) => (a.name < b.name ? -1 : 1));
  const lists = entries
    .filter((entry) => !GENERATED.has(entry.name) && (entry.isFile() || !entry.name.startsWith('.')))
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [path] : [];
    });
  return (await Promise.all(lists)).flat();
}
