import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const EXACT = /^\d/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A published manifest has exact versions; in the workspace, they come from the installed packages. */
export function readVersions(names: readonly string[]): Record<string, string> {
  const home = packageFolder(import.meta.dirname);
  const { name: ownName, version, dependencies, devDependencies } = readManifest(home);
  const named: Record<string, string> = { ...devDependencies, ...dependencies, [ownName]: version };
  const versionOf = (name: string) => {
    const declared = named[name];
    if (!declared) throw new Error(`${ownName} declares no version of ${name}.`);
    return EXACT.test(declared) ? declared : readManifest(join(home, 'node_modules', name)).version;
  };
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]));
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

const packageFolder = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder));
