import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../releases/run';

/** Downloads and unpacks Debian packages without installing them. @returns the folder with their files */
export async function unpackPackages(folder: string, packages: readonly string[]): Promise<string> {
  const downloads = join(folder, `${packages[0]}-packages`);
  const unpacked = join(folder, `${packages[0]}-unpacked`);
  mkdirSync(downloads, { recursive: true });
  await run('apt-get', ['download', '-q', ...packages], { cwd: downloads });
  for (const file of readdirSync(downloads)) await run('dpkg-deb', ['-x', file, unpacked], { cwd: downloads });
  return unpacked;
}
