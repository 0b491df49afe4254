import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from './site';

const run = promisify(execFile);
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.data', 'test-results']);
/** A publication runs the tests of its part; the test of its contract is enough. */
const REPEATED_TEST = /(?<!\bcontract)\.test\.tsx?$/;
const NO_OUTPUT_LIMIT = { maxBuffer: Number.POSITIVE_INFINITY };

/** Copies the repository, including changes of the working copy, into a folder for one team. */
export async function checkOut(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'team-'));
  const isCopied = (from: string) => !NOT_COPIED.has(basename(from)) && !REPEATED_TEST.test(from);
  await cp(REPOSITORY, folder, { recursive: true, filter: isCopied });
  return folder;
}

export const install = (folder: string) =>
  run('npx', ['pnpm', 'install', '--prefer-offline', '--no-frozen-lockfile'], { cwd: folder, ...NO_OUTPUT_LIMIT });

export async function replaceWords(folder: string, before: string, after: string) {
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !/\.tsx?$/.test(file.name) || file.parentPath.includes('node_modules')) continue;
    const path = join(file.parentPath, file.name);
    const text = await readFile(path, 'utf8');
    if (text.includes(before)) await writeFile(path, text.replaceAll(before, after));
  }
}

/** Runs the chosen lines of a documentation page's blocks of commands, in order. */
export async function runCommands(page: string, folder: string, isChosen: (line: string) => boolean) {
  const text = await readFile(join(REPOSITORY, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
  for (const line of blocks.filter(isChosen)) await run('sh', ['-c', line], { cwd: folder, ...NO_OUTPUT_LIMIT });
}

/** Runs a release command in a checkout on a site's data. @returns its output */
export const release = (folder: string, dataDir: string, ...words: string[]) =>
  runRelease(folder, { DATA_DIR: dataDir }, words);

export async function runRelease(
  folder: string,
  env: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<Record<string, string>> {
  // The root's `release` script without the package manager, which takes seconds to start.
  const args = ['tooling/run.cjs', 'release/cli/src/bin/cli.ts', ...words, '--json'];
  const { stdout } = await run(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    ...NO_OUTPUT_LIMIT,
  });
  return JSON.parse(stdout) as Record<string, string>;
}
