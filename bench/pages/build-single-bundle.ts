import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compress } from '@site/release-core/compress';
import { type ReadReleaseFile, type ReleaseFile, typeOf } from '@site/server/serve/release-files';

const FOLDER = join(import.meta.dirname, '../single-bundle');

/** Builds the bundle. Its files have the same compressed forms as those of a release. */
export async function buildSingleBundle(): Promise<ReadReleaseFile> {
  const rspack = join(import.meta.dirname, '../node_modules/@rspack/cli/bin/rspack.js');
  await promisify(execFile)(process.execPath, [rspack, 'build'], { cwd: FOLDER });
  const folder = join(FOLDER, 'dist');
  const files = new Map(
    await Promise.all((await readdir(folder)).map(async (file) => [file, await readAs(folder, file)] as const)),
  );
  return async (file) => files.get(file) ?? null;
}

async function readAs(folder: string, file: string): Promise<ReleaseFile> {
  const identity = await readFile(join(folder, file));
  const { '.br': br, '.gz': gzip } = Object.fromEntries(await compress(file, identity));
  return {
    contentType: typeOf(file),
    tag: null,
    body: { identity, ...(br && { br }), ...(gzip && { gzip }) },
    isIntact: true,
  };
}
