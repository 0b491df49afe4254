import { DamageError, describeUnusable, integrityOf, seal, unseal } from '../integrity';
import { UserError } from '../user-error';
import { type Blobs, put, readRequired } from './blobs';
import {
  CLIENT_FILES,
  checkKey,
  checksKey,
  clientKey,
  descriptionKey,
  isId,
  isName,
  mapKey,
  nodeKey,
  publicationKey,
  type ReleaseName,
} from './keys';
import type { Release } from './release';
import { parseRelease } from './schemas';

type Files = ReadonlyMap<string, Buffer>;

export function releasesIn(blobs: Blobs) {
  const has = (name: string, id: string) => blobs.has(descriptionKey({ name, id }));

  const listStartedIds = async (name: string) => (await blobs.list(`${CLIENT_FILES}${name}/`)).filter(isId);
  async function inspect(name: string, id: string): Promise<Release | DamageError | null> {
    const stored = await blobs.get(descriptionKey({ name, id }));
    if (!stored) return null;
    try {
      const release = parseRelease(unseal(stored));
      if (release.name === name && release.id === id) return release;
      return new DamageError(`it is of ${release.name}@${release.id}`);
    } catch (error) {
      if (error instanceof DamageError) return error;
      throw error;
    }
  }

  /** A changed file is not used: anything made from it would be wrong but look intact. */
  async function readIntact(key: string, release: ReleaseName, integrity: string | undefined): Promise<Buffer> {
    const content = await readRequired(blobs, key);
    if (integrity === undefined || integrityOf(content) === integrity) return content;
    throw new UserError(`${key} is damaged: it has changed. ${publishAgain(release.name)}`);
  }

  return {
    has,
    inspect,
    /** Null for a release that is missing, or whose description is damaged. */
    readIfIntact: async (name: string, id: string): Promise<Release | null> => {
      const release = await inspect(name, id);
      return release instanceof DamageError ? null : release;
    },
    /** @throws UserError when the store has no such release, or its description is damaged */
    read: async (name: string, id: string): Promise<Release> => {
      const release = await inspect(name, id);
      if (release instanceof DamageError) {
        throw new UserError(`${describeUnusable(descriptionKey({ name, id }), release)}. ${publishAgain(name)}`);
      }
      if (release) return release;
      throw new UserError(`There is no release ${name}@${id}: "npx pnpm release status" lists the published ones.`);
    },
    listNames: async () => (await blobs.list(CLIENT_FILES)).filter(isName),
    /** Ids of a name, also those whose description is not stored yet, in one request. */
    listStartedIds,
    /** Ids of a name's complete releases, including those with a damaged description. */
    listIds: async (name: string) => {
      const ids = (await listStartedIds(name)).map(async (id) => ((await has(name, id)) ? [id] : []));
      return (await Promise.all(ids)).flat();
    },
    /** Adds the description last, so that a release exists only when all its files do. Replaces damaged files. */
    addRelease: async (release: Release, client: Files, node: Files) => {
      for (const [file, content] of client) await put(blobs, clientKey(release, file), content);
      for (const [file, content] of node) await put(blobs, nodeKey(release, file), content);
      await blobs.sync();
      await put(blobs, descriptionKey(release), seal(release, 2));
      await blobs.sync();
    },
    removeRelease: async (release: ReleaseName) => {
      await blobs.remove(descriptionKey(release));
      await blobs.remove(clientKey(release));
      await blobs.remove(nodeKey(release));
      await blobs.remove(mapKey(release));
      await blobs.remove(publicationKey(release));
      await removeChecks(blobs, release);
    },
    /** @throws UserError when the file is missing or has changed */
    readClientFile: (release: ReleaseName & Partial<Pick<Release, 'files'>>, file: string) =>
      readIntact(clientKey(release, file), release, release.files?.[file]),
    /** @throws UserError when the file is missing or has changed */
    readNodeFile: (release: ReleaseName & Pick<Release, 'nodeFiles'>, file: string) =>
      readIntact(nodeKey(release, file), release, release.nodeFiles[file]),
  };
}

/** Of the scripts of releases. */
export const mapsIn = (blobs: Blobs) => ({
  /** Add them before the release, which exists once its description does. */
  addMaps: async (release: ReleaseName, maps: Files = new Map()) => {
    for (const [script, content] of maps) await put(blobs, mapKey(release, script), content);
  },
  /** A script's compressed source map; null when it is missing or has changed. */
  readMap: async (release: ReleaseName & Pick<Release, 'maps'>, script: string): Promise<Buffer | null> => {
    const content = await blobs.get(mapKey(release, script));
    return content && integrityOf(content) === release.maps?.[script] ? content : null;
  },
});

async function removeChecks(blobs: Blobs, release: ReleaseName) {
  if (release.name === 'shell') return blobs.remove(checksKey(release.id));
  for (const shell of await blobs.list(checksKey())) await blobs.remove(checkKey({ ...release, shell }));
}

const publishAgain = (name: string) => `Publish the same sources of ${name} again to restore it.`;
