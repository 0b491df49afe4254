import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `@scope/name/part` is in the package `@scope/name`. */
export const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns the package that declares a third party's types, with its version, as resolved from a folder. */
export function typesOf(name: string, folder: string): string {
  for (const candidate of [`@types/${name.replace(/^@/, '').replace('/', '__')}`, name]) {
    const version = findVersion(candidate, folder);
    if (version) return `${candidate} ${version}`;
  }
  // Node's own modules have no package.
  return name;
}

export function findVersion(name: string, folder: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return dirname(folder) === folder ? undefined : findVersion(name, dirname(folder));
}
