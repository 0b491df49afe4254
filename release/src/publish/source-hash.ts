import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleasablePackage } from './packages';

const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results']);

/** Tells whether the sources of a package have changed since a release was made of them. Tests count as sources. */
export async function sourceHash({ name, folder }: ReleasablePackage): Promise<string> {
  // The shell brings the design system to everybody.
  const folders = name === 'shell' ? [folder, join(folder, '../shared-ui')] : [folder];
  const files = (await Promise.all(folders.map(listFiles))).flat();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(folder.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const lists = entries
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    });
  return (await Promise.all(lists)).flat();
}
