import { createHash } from 'node:crypto';
import { compress } from '../compress';
import { sha256 } from '../integrity';
import { UserError } from '../user-error';
import type { Blobs } from './blobs';
import type { IndexEntry, Release } from './release';

export type Encoding = 'br' | 'gz';

/** Releases, composed pages and the index of what is active. */
export type Store = ReturnType<typeof openStore>;

const indexKey = (seq: number) => `index/${String(seq).padStart(8, '0')}.json`;

export function openStore(blobs: Blobs) {
  const readJson = async (key: string) => {
    const source = await blobs.get(key);
    try {
      return source === null ? null : (JSON.parse(source.toString()) as unknown);
    } catch (cause) {
      throw new UserError(`${key} in the store is damaged: put it back from a backup of the data folder.`, { cause });
    }
  };
  const readEntry = async (seq: number) => (await readJson(indexKey(seq))) as IndexEntry | null;

  async function readRelease(name: string, id: string): Promise<Release> {
    const release = await readJson(`r/${name}/${id}/release.json`);
    if (release) return release as Release;
    throw new UserError(`There is no release ${name}@${id}: "pnpm release status" lists those that are published.`);
  }

  return {
    blobs,
    /** Address of a release's client files, below the site's origin. */
    baseOf: (name: string, id: string) => `/r/${name}/${id}/`,

    /** The state of the site; null in an empty store. */
    readIndex: async (): Promise<IndexEntry | null> => {
      const latest = (await blobs.list('index/')).sort().at(-1);
      return latest ? readEntry(Number.parseInt(latest, 10)) : null;
    },
    /** The entry of one change, or null while there is none. */
    readEntry,
    /** Every change, the oldest first. */
    readHistory: async (): Promise<IndexEntry[]> => {
      const names = (await blobs.list('index/')).sort();
      const entries = await Promise.all(names.map((name) => readEntry(Number.parseInt(name, 10))));
      return entries.filter((entry) => entry !== null);
    },
    /** False when another change has taken this `seq` first. */
    addIndex: (entry: IndexEntry) => blobs.add(indexKey(entry.seq), JSON.stringify(entry)),

    has: (name: string, id: string) => blobs.has(`r/${name}/${id}/release.json`),
    read: readRelease,
    listNames: () => blobs.list('r/'),
    /** Ids of the whole releases of a name. */
    listIds: async (name: string) => {
      const ids = await blobs.list(`r/${name}/`);
      const whole = await Promise.all(ids.map((id) => blobs.has(`r/${name}/${id}/release.json`)));
      return ids.filter((_, at) => whole[at]);
    },
    /** Its files first, its description last: a release is there when it is whole. */
    addRelease: async (release: Release, client: ReadonlyMap<string, Buffer>, node: ReadonlyMap<string, Buffer>) => {
      const { name, id } = release;
      for (const [file, content] of client) await blobs.add(`r/${name}/${id}/${file}`, content);
      for (const [file, content] of node) await blobs.add(`node/${name}/${id}/${file}`, content);
      await blobs.add(`r/${name}/${id}/release.json`, JSON.stringify(release, null, 2));
    },
    removeRelease: async (name: string, id: string) => {
      await blobs.remove(`r/${name}/${id}/release.json`);
      await blobs.remove(`r/${name}/${id}/`);
      await blobs.remove(`node/${name}/${id}/`);
    },
    readClientFile: (name: string, id: string, file: string) => mustHave(blobs, `r/${name}/${id}/${file}`),
    readNodeFile: (name: string, id: string, file: string) => mustHave(blobs, `node/${name}/${id}/${file}`),

    /** What was rendered before under the same key, which says all that it was rendered from. */
    readRendered: async (key: string) => (await blobs.get(`rendered/${key}`))?.toString() ?? null,
    addRendered: (key: string, text: string) => blobs.add(`rendered/${key}`, text),

    /** Stores a body with its encoded forms and gives its key. @param file its name, by which it is compressed or not */
    addBody: async (file: string, content: Buffer): Promise<string> => {
      const key = createHash('sha256').update(content).digest('hex');
      const known = await blobs.get(`bodies/${key}`);
      if (known && sha256(known) === key) return key;
      // Damaged since: written again.
      if (known) await blobs.remove(`bodies/${key}`);
      for (const [ending, bytes] of await compress(file, content)) await blobs.add(`bodies/${key}${ending}`, bytes);
      await blobs.add(`bodies/${key}`, content);
      return key;
    },
    readBody: (key: string) => mustHave(blobs, `bodies/${key}`),
    readEncodedBody: (key: string, encoding: Encoding) => blobs.get(`bodies/${key}.${encoding}`),
  };
}

async function mustHave(blobs: Blobs, key: string): Promise<Buffer> {
  const value = await blobs.get(key);
  if (value) return value;
  throw new UserError(`The store has lost ${key}: "pnpm release verify" says what else is missing.`);
}
