import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ReleasablePackage } from './packages';

const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results']);

/**
 * Differs from a release's `source` when what it was built from has changed since.
 * @param sources those that the release lists; without them, its folders count as a whole
 */
export async function sourceHash(one: ReleasablePackage, sources?: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  if (!sources) await addFolders(one, (part) => hash.update(part));
  for (const file of sources ?? []) {
    const content = await readFile(join(one.folder, '..', file)).catch(() => null);
    hash.update(`${file}\n${content?.length ?? 'missing'}\n`).update(content ?? '');
  }
  return hash.digest('hex').slice(0, 16);
}

/** How releases were described before they listed their sources: tests count too. */
async function addFolders({ name, folder }: ReleasablePackage, add: (part: string | Buffer) => void) {
  // The shell provides the design system to all remotes.
  const bundled = name === 'shell' ? ['contract', 'shared-ui'] : ['contract'];
  const folders = [folder, ...bundled.map((one) => join(folder, '..', one))];
  const files = (await Promise.all(folders.map(listFiles))).flat();
  for (const file of files) {
    add(relative(dirname(folder), file));
    add(await readFile(file));
  }
}

async function listFiles(folder: string): Promise<string[]> {
  // A build may be published from a folder outside the workspace.
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const entries = found.sort((a, b) => (a.name < b.name ? -1 : 1));
  const lists = entries
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    });
  return (await Promise.all(lists)).flat();
}
