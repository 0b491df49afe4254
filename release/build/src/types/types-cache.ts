import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { DeclaredTypes } from '@site/contract/build';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/types');
const SOURCE = /(?<!\.test)\.tsx?$/;
const GENERATED = ['node_modules', 'dist'];
/** Enough for the branches that somebody switches between. */
const MAX_CACHED = 20;

/** Descriptions that builds in this process wait for, by the file that will contain them. */
const awaited = new Map<string, Promise<DeclaredTypes>>();

/** Caches the description, which takes a second for every build. @param packages folders of the packages */
export async function cacheTypes(packages: readonly string[], describe: () => Promise<DeclaredTypes>) {
  const file = join(CACHE, `${await keyOf(packages)}.json`);
  const types = awaited.get(file) ?? readOrDescribe(file, describe).finally(() => awaited.delete(file));
  awaited.set(file, types);
  return types;
}

async function readOrDescribe(file: string, describe: () => Promise<DeclaredTypes>): Promise<DeclaredTypes> {
  const cachedText = await readFile(file, 'utf8').catch(() => null);
  if (cachedText) return JSON.parse(cachedText) as DeclaredTypes;
  const types = await describe();
  // A failure is ignored: the next build describes the types again.
  await addToCache(file, JSON.stringify(types)).catch(() => undefined);
  return types;
}

async function addToCache(file: string, text: string) {
  await mkdir(CACHE, { recursive: true });
  const cached = await readdir(CACHE);
  if (cached.length >= MAX_CACHED) await Promise.all(cached.map((file) => rm(join(CACHE, file), { force: true })));
  // Another build may be reading the file.
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
}

async function keyOf(packages: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(findVersion('typescript', import.meta.dirname) ?? '');
  for (const folder of [...packages, import.meta.dirname]) {
    for (const file of (await listSources(folder)).sort()) {
      hash.update(relative(folder, file)).update(await readFile(file));
    }
  }
  for (const folder of packages) {
    const { version = '', dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      readonly version?: string;
      dependencies?: Readonly<Record<string, string>>;
    };
    hash.update(version);
    for (const name of Object.keys(dependencies)) hash.update(`${name} ${typesOf(name, folder)}`);
  }
  return hash.digest('hex');
}

/** Installed packages are left out: their links may lead back here. */
async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return GENERATED.includes(entry.name) ? [] : listSources(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(lists)).flat();
}

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

function findVersion(name: string, folder: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return dirname(folder) === folder ? undefined : findVersion(name, dirname(folder));
}
