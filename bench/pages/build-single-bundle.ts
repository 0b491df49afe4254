import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compress } from '@site/release/src/compress';

const FOLDER = join(import.meta.dirname, '../single-bundle');

export async function buildSingleBundle(): Promise<string> {
  const rspack = join(import.meta.dirname, '../node_modules/@rspack/cli/bin/rspack.js');
  await promisify(execFile)(process.execPath, [rspack, 'build'], { cwd: FOLDER });
  const folder = join(FOLDER, 'dist');
  for (const file of await readdir(folder)) {
    for (const [ending, bytes] of await compress(file, await readFile(join(folder, file)))) {
      await writeFile(join(folder, file + ending), bytes);
    }
  }
  return folder;
}
