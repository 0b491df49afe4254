import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_FILE, type Build } from '@site/contract/build';
import { JourneyError, readJourneys } from '@site/contract/journeys';
import { BuildError, readBuild } from '@site/contract/read-build';
import { sourceRoot } from '@site/release-build/source-root';
import { JOURNEYS_FILE } from '@site/release-core/checks/journeys';
import { encodeTypes, TYPES_FILE } from '@site/release-core/checks/types';
import { readOffers } from '@site/release-core/compose/renderer';
import { compress, compressMap, MAP_BYTES } from '@site/release-core/compress';
import { integrityOf } from '@site/release-core/integrity';
import {
  addRelease,
  type Files,
  type Publication,
  type ReadyRelease,
  requireTitled,
} from '@site/release-core/store/add-release';
import type { PublishedBy, Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { ReleasablePackage } from './packages';
import { readBranch, readProvenance, sourceHash } from './sources';

export const publishBuilt = async (store: Store, releasable: ReleasablePackage): Promise<Publication> =>
  addRelease(store, await readBuiltRelease(releasable));

export async function readBuiltRelease(
  releasable: ReleasablePackage,
  publisher: PublishedBy = {},
): Promise<ReadyRelease> {
  const client = new Map(await readFolder(join(releasable.folder, 'dist/client')));
  const description = client.get(BUILD_FILE);
  if (!description)
    throw new UserError(`${releasable.name} is not built: run "npx pnpm build ${releasable.name}" first.`);
  client.delete(BUILD_FILE);
  const { types, journeys, ...build } = readDescription(releasable.name, description.toString());
  requireTitled({ name: releasable.name, ...build });
  const built = await readFolder(join(releasable.folder, 'dist/node'));
  const offers = releasable.name === 'shell' ? await offersOf(built, build.id) : undefined;
  const node = new Map([
    ...built,
    [TYPES_FILE, encodeTypes(types, offers)] as const,
    ...(journeys ? [[JOURNEYS_FILE, Buffer.from(JSON.stringify(journeys))] as const] : []),
  ]);
  const encoded = await encode(client);
  const served = new Map([...client, ...encoded]);
  const maps = await readMaps(client, await readFolder(join(releasable.folder, 'dist/maps')));
  const provenance = await readProvenance(releasable, publisher);
  const branch = await readBranch(sourceRoot(releasable.folder));
  const release: Release = {
    name: releasable.name,
    ...build,
    version: build.id.slice(0, build.id.lastIndexOf('-')),
    files: hashes(served),
    nodeFiles: hashes(node),
    ...(maps.size > 0 && { maps: hashes(maps) }),
    size: sizeOf(client, encoded),
    ...(offers && { offers }),
    source: await sourceHash(releasable, build.sources),
    commit: provenance.commit,
    ...(branch && { branch }),
    publishedAt: new Date().toISOString(),
  };
  return { release, client: served, node, maps, provenance };
}

function readDescription(name: string, source: string): Build {
  try {
    const build = readBuild(source);
    if (build.journeys) readJourneys(JSON.stringify(build.journeys));
    return build;
  } catch (cause) {
    if (!(cause instanceof BuildError || cause instanceof JourneyError)) throw cause;
    throw new UserError(`${BUILD_FILE} of ${name}: ${cause.message}. Build it again: "npx pnpm build ${name}".`, {
      cause,
    });
  }
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

function sizeOf(files: Files, encoded: Files): Release['size'] {
  const total = (list: readonly Buffer[]) => list.reduce((sum, { length }) => sum + length, 0);
  const sent = [...files].map(([file, content]) => encoded.get(`${file}.br`) ?? content);
  return { bytes: total([...files.values()]), brotli: total(sent) };
}

async function offersOf(node: Files, id: string) {
  const render = node.get('render.js');
  if (!render) throw new UserError('The shell has no node build: run "npx pnpm build shell" again.');
  return readOffers(render, id);
}

/** The compressed source maps of a build's scripts, by script. Leaves out one that is too large. */
export async function readMaps(client: Files, maps: Files): Promise<Files> {
  const accepted = [...client.keys()].flatMap((script) => {
    const map = maps.get(`${script}.map`);
    if (!map || map.length <= MAP_BYTES) return map ? [{ script, map }] : [];
    console.error(`The source map of ${script} has more than ${MAP_BYTES} bytes: failures in it will show no line.`);
    return [];
  });
  return new Map(await Promise.all(accepted.map(async ({ script, map }) => [script, await compressMap(map)] as const)));
}
