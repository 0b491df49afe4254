import { createHash } from 'node:crypto';
import { STORE } from '@site/contract/stored-files';
import { compress } from '../compress';
import { sha256 } from '../integrity';
import { UserError } from '../user-error';
import type { Blobs } from './blobs';
import { bodyKey, CLIENT_FILES, clientKey, descriptionKey, nodeKey, type ReleaseName } from './keys';
import type { IndexEntry, Release } from './release';

type Encoding = 'br' | 'gz';

export type Store = ReturnType<typeof openStore>;

const indexKey = (seq: number) => `${STORE.index}/${String(seq).padStart(8, '0')}.json`;

export function openStore(blobs: Blobs) {
  return { blobs, ...indexIn(blobs), ...releasesIn(blobs), ...pagesIn(blobs) };
}

function indexIn(blobs: Blobs) {
  const readEntry = async (seq: number) => (await readJson(blobs, indexKey(seq))) as IndexEntry | null;
  return {
    /** The state of the site; null in an empty store. */
    readIndex: async (): Promise<IndexEntry | null> => {
      const latest = (await blobs.list(`${STORE.index}/`)).sort().at(-1);
      return latest ? readEntry(Number.parseInt(latest, 10)) : null;
    },
    /** The entry of one change, or null while there is none. */
    readEntry,
    readHistory: async (): Promise<IndexEntry[]> => {
      const names = (await blobs.list(`${STORE.index}/`)).sort();
      const entries = await Promise.all(names.map((name) => readEntry(Number.parseInt(name, 10))));
      return entries.filter((entry) => entry !== null);
    },
    /** False when another change has taken this `seq` first. */
    addIndex: (entry: IndexEntry) => blobs.add(indexKey(entry.seq), JSON.stringify(entry)),
  };
}

function releasesIn(blobs: Blobs) {
  return {
    has: (name: string, id: string) => blobs.has(descriptionKey({ name, id })),
    /** @throws UserError when the store has no such release */
    read: async (name: string, id: string): Promise<Release> => {
      const release = await readJson(blobs, descriptionKey({ name, id }));
      if (release) return release as Release;
      throw new UserError(`There is no release ${name}@${id}: "pnpm release status" lists those that are published.`);
    },
    listNames: () => blobs.list(CLIENT_FILES),
    /** Ids of a name's complete releases. */
    listIds: async (name: string) => {
      const ids = await blobs.list(`${CLIENT_FILES}${name}/`);
      const isComplete = await Promise.all(ids.map((id) => blobs.has(descriptionKey({ name, id }))));
      return ids.filter((_, at) => isComplete[at]);
    },
    /** Adds the description last: a release exists only when all its files do. */
    addRelease: async (release: Release, client: ReadonlyMap<string, Buffer>, node: ReadonlyMap<string, Buffer>) => {
      for (const [file, content] of client) await blobs.add(clientKey(release, file), content);
      for (const [file, content] of node) await blobs.add(nodeKey(release, file), content);
      await blobs.add(descriptionKey(release), JSON.stringify(release, null, 2));
    },
    removeRelease: async (release: ReleaseName) => {
      await blobs.remove(descriptionKey(release));
      await blobs.remove(clientKey(release));
      await blobs.remove(nodeKey(release));
    },
    readClientFile: (release: ReleaseName, file: string) => readRequired(blobs, clientKey(release, file)),
    readNodeFile: (release: ReleaseName, file: string) => readRequired(blobs, nodeKey(release, file)),
  };
}

function pagesIn(blobs: Blobs) {
  return {
    /** A template that was rendered earlier. The key is a hash of its whole input. */
    readRendered: async (key: string) => (await blobs.get(`rendered/${key}`))?.toString() ?? null,
    addRendered: (key: string, text: string) => blobs.add(`rendered/${key}`, text),

    /** Stores a body with its encoded forms and returns its key. @param file its ending decides about compression */
    addBody: async (file: string, content: Buffer): Promise<string> => {
      const key = createHash('sha256').update(content).digest('hex');
      const stored = await blobs.get(bodyKey(key));
      if (stored && sha256(stored) === key) return key;
      // Damaged since it was written.
      if (stored) await blobs.remove(bodyKey(key));
      for (const [ending, bytes] of await compress(file, content)) await blobs.add(bodyKey(key) + ending, bytes);
      await blobs.add(bodyKey(key), content);
      return key;
    },
    readBody: (key: string) => readRequired(blobs, bodyKey(key)),
    readEncodedBody: (key: string, encoding: Encoding) => blobs.get(`${bodyKey(key)}.${encoding}`),
  };
}

async function readJson(blobs: Blobs, key: string): Promise<unknown> {
  const source = await blobs.get(key);
  try {
    return source === null ? null : JSON.parse(source.toString());
  } catch (cause) {
    throw new UserError(`${key} in the store is damaged: put it back from a backup of the data folder.`, { cause });
  }
}

async function readRequired(blobs: Blobs, key: string): Promise<Buffer> {
  const value = await blobs.get(key);
  if (value) return value;
  throw new UserError(`The store has lost ${key}: "pnpm release verify" lists what else is missing.`);
}
