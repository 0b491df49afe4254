import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RemoteRoute } from '@site/shared-ui/host';
import { openShell } from '../compose/renderer';
import { compress } from '../compress';
import { damageOf } from '../store/verify';
import { integrityOf } from '../integrity';
import type { ReleasablePackage } from './packages';
import { sourceHash } from './source-hash';
import type { Offers, Release, ReleaseSize, Requirements } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

/** Left by the bundler beside the files. */
interface Build {
  readonly id: string;
  readonly entry: string;
  readonly container: string;
  readonly routes: readonly RemoteRoute[];
  readonly requires: Requirements;
  readonly pageFiles: Readonly<Record<string, readonly string[]>>;
}

export interface Publication {
  readonly release: Release;
  /** Known: the same content was published before. Mended: and it was damaged since. */
  readonly outcome: 'new' | 'known' | 'mended';
}

type Files = ReadonlyMap<string, Buffer>;

/** Read by the publisher, of no use to a browser. */
const BUILD_DESCRIPTION = 'build.json';

/**
 * Stores a finished build as an immutable release. The same content again is recognised and stored once.
 * @throws UserError when there is no build
 */
export async function publish(store: Store, one: ReleasablePackage): Promise<Publication> {
  const client = new Map(await readFolder(join(one.folder, 'dist/client')));
  const description = client.get(BUILD_DESCRIPTION);
  if (!description) throw new UserError(`${one.name} is not built: run "npx pnpm build ${one.name}" first.`);
  client.delete(BUILD_DESCRIPTION);
  const build = JSON.parse(description.toString()) as Build;
  const node = await readFolder(join(one.folder, 'dist/node'));
  const encoded = await encode(client);
  const served = new Map([...client, ...encoded]);
  if (await store.has(one.name, build.id)) {
    const release = await store.read(one.name, build.id);
    const isMended = await mend(store, release, served, node);
    return { release, outcome: isMended ? 'mended' : 'known' };
  }
  const release: Release = {
    name: one.name,
    ...build,
    version: build.id.slice(0, build.id.lastIndexOf('-')),
    files: hashes(served),
    nodeFiles: hashes(node),
    size: sizeOf(client, encoded),
    ...(one.name === 'shell' && { offers: await readOffers(node, build.id) }),
    source: await sourceHash(one),
    commit: await currentCommit(one.folder),
    publishedAt: new Date().toISOString(),
  };
  await store.addRelease(release, served, node);
  return { release, outcome: 'new' };
}

/** Puts back what is damaged in a release: the bytes that its own description names, and no others. */
async function mend(store: Store, release: Release, client: Files, node: Files): Promise<boolean> {
  const damage = await damageOf(store, release);
  for (const { key, file, integrity } of damage) {
    const content = key.startsWith('node/') ? node.get(file) : client.get(file);
    if (!content || integrityOf(content) !== integrity) {
      throw new UserError(
        `${key} is damaged and this build does not have it: build the commit ${release.commit} again.`,
      );
    }
    await store.blobs.remove(key);
    await store.blobs.add(key, content);
  }
  return damage.length > 0;
}

async function readFolder(folder: string): Promise<Files> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    await Promise.all(names.sort().map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

async function encode(files: Files): Promise<Files> {
  const encoded = new Map<string, Buffer>();
  for (const [file, content] of files) {
    for (const [ending, bytes] of await compress(file, content)) encoded.set(file + ending, bytes);
  }
  return encoded;
}

const hashes = (files: Files) => Object.fromEntries([...files].map(([file, content]) => [file, integrityOf(content)]));

function sizeOf(files: Files, encoded: Files): ReleaseSize {
  const total = (list: readonly Buffer[]) => list.reduce((sum, { length }) => sum + length, 0);
  const sent = [...files].map(([file, content]) => encoded.get(`${file}.br`) ?? content);
  return { bytes: total([...files.values()]), brotli: total(sent) };
}

/** What the shell's node build hands to remotes, read from the build itself. */
async function readOffers(node: Files, id: string): Promise<Offers> {
  const source = node.get('render.js')?.toString();
  if (!source) throw new UserError('The shell has no node build: run "npx pnpm build shell" again.');
  const { shared, hostMembers, routeNames } = openShell(source, id);
  return {
    react: (shared.react as { version: string }).version,
    sharedUi: Object.keys(shared['@site/shared-ui'] as object).sort(),
    host: hostMembers,
    routes: routeNames,
  };
}

/** Empty outside a git checkout. */
async function currentCommit(folder: string) {
  const answer = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: folder }).catch(() => null);
  return answer?.stdout.trim() ?? '';
}
