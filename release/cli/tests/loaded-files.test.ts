import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { recordBackend } from '@site/release-core/compose/compatibility';
import { openSiteStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { activateNew, openTinySite, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';

let dataDir: string;

beforeAll(async () => {
  dataDir = temporaryFolder();
  const store = openSiteStore(dataDir);
  await recordBackend(store, { tables: {}, functions: {} });
  await openTinySite(store);
  await activateNew(store, tinyRemote('booking', '1.0.0-b'));
});

async function filesLoadedBy(...words: readonly string[]) {
  const LOADED = join(dataDir, 'loaded');
  const program = ['--require', join(__dirname, 'list-loaded.cjs'), join(root, 'release/cli/bin/release.mjs')];
  const env = { ...process.env, DATA_DIR: dataDir, LOADED };
  const { stdout } = await promisify(execFile)(process.execPath, [...program, ...words], { cwd: root, env });
  const files = readFileSync(LOADED, 'utf8')
    .split('\n')
    .map((file) => relative(root, file));
  return {
    stdout,
    own: files.filter(
      (file) => !file.includes('node_modules') && file !== relative(root, join(__dirname, 'list-loaded.cjs')),
    ),
    packages: files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  };
}

/** Our own files, as counted on 2026-11-29. Whoever adds one raises the number, and says here what it is needed for. */
const MOST_FILES = {
  rollback: { most: 51, why: 'each costs a rollback half a millisecond or more' },
  '--help': { most: 20, why: 'the table of commands and what prints it; a command loads its own files when it runs' },
} as const;

function expectFew(own: readonly string[], words: keyof typeof MOST_FILES) {
  const { most, why } = MOST_FILES[words];
  const tooMany = own.length > most ? `${own.length} files, at most ${most}: ${why}.\n${own.join('\n')}` : '';
  expect(tooMany).toBe('');
}

test('a rollback loads few of our files, and no library that compares version ranges', async () => {
  const { stdout, own, packages } = await filesLoadedBy('rollback', 'booking');
  expect(stdout).toContain('booking: 1.0.0-b → 1.0.0-a');
  expect(own.length).toBeGreaterThan(30);
  expectFew(own, 'rollback');
  expect(packages).not.toContain('semver');
});

test('the help of all commands loads none of what they need to run', async () => {
  const { stdout, own, packages } = await filesLoadedBy('--help');
  expect(stdout).toContain('rollback <name>');
  expectFew(own, '--help');
  expect(packages.filter((name) => !['tsx', 'esbuild', 'get-tsconfig', 'resolve-pkg-maps'].includes(name))).toEqual([]);
});
