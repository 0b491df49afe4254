import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';

const root = join(__dirname, '..');

/** In a path, `#`, `?` and `%` are letters; in an address they are not. */
const FORBIDDEN: readonly RegExp[] = [
  /[`'"]file:(?:\/\/)?(?:\$\{|[`'"]\s*\+)/,
  /new URL\([^)]*,\s*[`'"]file:/,
  /\.url\)?\)?\.pathname/,
  /pathToFileURL\([^)]*\)\.pathname/,
  /\b__filename\b.*new URL|new URL\([^)]*__(?:file|dir)name/,
];

const NOT_OURS = new Set(['node_modules', 'dist', 'test-results', 'screenshots']);

/** Not from git: a publication also runs in a copy without it. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) || entry.name.startsWith('.') ? [] : sourcesIn(path);
    return /\.(?:tsx?|[cm]?js)$/.test(entry.name) ? [path] : [];
  });

test('a path becomes an address, and an address a path, only through Node’s functions', () => {
  const files = sourcesIn('');
  const offences = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return FORBIDDEN.some((pattern) => pattern.test(text));
  });
  expect(files.length).toBeGreaterThan(500);
  expect(offences).toEqual([]);
});

test.each(['?', '*', '!'])('a checkout with %s in its path is told to move, before anything else', (unreadable) => {
  const folder = temporaryFolder(`checkout${unreadable}`);
  copyFileSync(join(__dirname, 'run.cjs'), join(folder, 'run.cjs'));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'run.cjs')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^The path of this checkout, .* move it elsewhere\.\n$/)]);
});
