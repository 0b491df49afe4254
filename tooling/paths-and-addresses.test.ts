import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
