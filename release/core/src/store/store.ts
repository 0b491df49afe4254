import { join, resolve } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { compress, decompress, ENCODED, type EncodedEnding, isCompressible } from '../compress';
import { DamageError, describeUnusable, integrityOf, seal, sha256, unseal } from '../integrity';
import { lazyFrom } from '../lazy';
import { UserError } from '../user-error';
import { type Blobs, put, readRequired, requireConditionalWrites } from './blobs';
import { folderBlobs } from './folder-blobs';
import {
  bodyKey,
  CLIENT_FILES,
  checkKey,
  checksKey,
  clientKey,
  descriptionKey,
  isId,
  isName,
  journeysPrefix,
  mapKey,
  nodeKey,
  publicationKey,
  type ReleaseName,
  renderedKey,
} from './keys';
import type { Release } from './release';
import { revisionsIn } from './revisions';
import type { S3Location } from './s3/s3-location';

const lazy = lazyFrom(import.meta.url);

export type Store = ReturnType<typeof openStore>;

export const openStore = (blobs: Blobs) => ({
  blobs,
  ...revisionsIn(blobs),
  ...releasesIn(blobs),
  ...mapsIn(blobs),
  ...pagesIn(blobs),
});

export interface DataLocation {
  /** Absolute; holds the database, the mails and, without `objectStore`, the release store. */
  readonly dataDir: string;
  readonly objectStore: S3Location | null;
}

export function readDataLocation(env: NodeJS.ProcessEnv, root: string): DataLocation {
  const read = () => lazy<typeof import('./s3/s3-location')>('./s3/s3-location').readS3Location;
  return {
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    objectStore: env.STORE ? read()({ name: 'STORE', text: env.STORE }, env) : null,
  };
}

export const storeFolder = (dataDir: string) => join(dataDir, STORE.folder);

export const openSiteStore = (dataDir: string, objectStore: S3Location | null = null): Store =>
  openStore(
    objectStore
      ? lazy<typeof import('./s3/s3-blobs')>('./s3/s3-blobs').s3Blobs(objectStore)
      : folderBlobs(storeFolder(dataDir)),
  );

export async function requireSafeWrites({ blobs }: Store): Promise<void> {
  if (blobs.isRemote) await requireConditionalWrites(blobs);
}

type Files = ReadonlyMap<string, Buffer>;

export function releasesIn(blobs: Blobs) {
  const has = (name: string, id: string) => blobs.has(descriptionKey({ name, id }));

  const listStartedIds = async (name: string) => (await blobs.list(`${CLIENT_FILES}${name}/`)).filter(isId);
  async function inspect(name: string, id: string): Promise<Release | DamageError | null> {
    const stored = await blobs.get(descriptionKey({ name, id }));
    if (!stored) return null;
    try {
      const release = unseal(stored) as Release;
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
    readClientFile: (release: ReleaseName & Partial<Pick<Release, 'files'>>, file: string) =>
      readIntact(clientKey(release, file), release, release.files?.[file]),
    readNodeFile: (release: ReleaseName & Pick<Release, 'nodeFiles'>, file: string) =>
      readIntact(nodeKey(release, file), release, release.nodeFiles[file]),
  };
}

/** The releases of these ids that are intact, the newest first. */
export async function readNewestFirst(store: Store, name: string, ids: readonly string[]): Promise<Release[]> {
  const all = await Promise.all(ids.map((id) => store.readIfIntact(name, id)));
  return all.filter((one) => one !== null).sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}

const mapsIn = (blobs: Blobs) => ({
  /** Add them before the release, which exists once its description does. */
  addMaps: async (release: ReleaseName, maps: Files = new Map()) => {
    for (const [script, content] of maps) await put(blobs, mapKey(release, script), content);
  },
  readMap: async (release: ReleaseName & Pick<Release, 'maps'>, script: string): Promise<Buffer | null> => {
    const content = await blobs.get(mapKey(release, script));
    return content && integrityOf(content) === release.maps?.[script] ? content : null;
  },
});

async function removeChecks(blobs: Blobs, release: ReleaseName) {
  if (release.name === 'shell') return blobs.remove(checksKey(release.id));
  for (const shell of await blobs.list(checksKey())) {
    await blobs.remove(checkKey({ ...release, shell }));
    const names = await blobs.list(checksKey(shell));
    const ran = names.filter((name) => name.startsWith(journeysPrefix(release)));
    for (const name of ran) await blobs.remove(checksKey(shell) + name);
  }
}

const publishAgain = (name: string) => `Publish the same sources of ${name} again to restore it.`;

/** The first line of a template is the hash of the rest. */
const SEAL = /^([0-9a-f]{64})\n/;

type IntactBody = Readonly<Partial<Record<'' | EncodedEnding, Buffer>>>;

function pagesIn(blobs: Blobs) {
  const readIntactBody = async (key: string): Promise<IntactBody> => {
    const variants = (['', ...ENCODED] as const).map(async (ending) => {
      const bytes = await blobs.get(bodyKey(key) + ending);
      const content = bytes && ending ? await decompress(ending, bytes) : bytes;
      return bytes && content && sha256(content) === key ? [[ending, bytes]] : [];
    });
    return Object.fromEntries((await Promise.all(variants)).flat());
  };

  return {
    readIntactBody,
    /** An intact template that was rendered earlier, or null. Its key is a hash of all that it is rendered from. */
    readRendered: async (key: string): Promise<string | null> => {
      const stored = (await blobs.get(renderedKey(key)))?.toString() ?? '';
      const [line, hash] = SEAL.exec(stored) ?? [];
      if (!line) return null;
      const text = stored.slice(line.length);
      return sha256(text) === hash ? text : null;
    },
    addRendered: (key: string, text: string) => put(blobs, renderedKey(key), `${sha256(text)}\n${text}`),

    /** Stores a body and its compressed forms, or repairs them. @param file its extension decides about compression */
    addBody: async (file: string, content: Buffer): Promise<string> => {
      const key = sha256(content);
      const intact = await readIntactBody(key);
      if (intact[''] && (!isCompressible(file) || ENCODED.every((ending) => intact[ending]))) return key;
      for (const [ending, bytes] of await compress(file, content)) {
        if (!intact[ending]) await put(blobs, bodyKey(key) + ending, bytes);
      }
      if (!intact['']) await put(blobs, bodyKey(key), content);
      return key;
    },
    readIdentity: async (key: string): Promise<Buffer | null> => {
      const content = await blobs.get(bodyKey(key));
      return content && sha256(content) === key ? content : null;
    },
    readBody: (key: string) => readRequired(blobs, bodyKey(key)),
  };
}
