import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ReleasablePackage } from './packages';

const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results']);

/** Differs from a release's `source` when the package has changed since it was published. Tests count as sources. */
export async function sourceHash({ name, folder }: ReleasablePackage): Promise<string> {
  // The shell provides the design system to all remotes.
  const bundled = name === 'shell' ? ['contract', 'shared-ui'] : ['contract'];
  const folders = [folder, ...bundled.map((one) => join(folder, '..', one))];
  const files = (await Promise.all(folders.map(listFiles))).flat();
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(dirname(folder), file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
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
