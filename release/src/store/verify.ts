import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { integrityOf, sha256 } from '../integrity';
import type { IndexEntry, Release } from './release';
import type { Store } from './store';

export interface Damage {
  /** Key in the store. */
  readonly key: string;
  readonly file: string;
  /** What the content should hash to. */
  readonly integrity: string;
  readonly what: 'missing' | 'changed';
}

/** Files of a release whose content is not what its description says, or that are gone. */
export async function damageOf({ blobs }: Store, { name, id, files, nodeFiles }: Release): Promise<Damage[]> {
  const listed = (folder: string, hashes: Readonly<Record<string, string>>) =>
    Object.entries(hashes).map(([file, integrity]) => ({ key: `${folder}/${name}/${id}/${file}`, file, integrity }));
  const all = [...listed('r', files), ...listed('node', nodeFiles)];
  const checked = await Promise.all(all.map(async (one) => ({ ...one, content: await blobs.get(one.key) })));
  return checked
    .filter(({ content, integrity }) => content === null || integrityOf(content) !== integrity)
    .map(({ content, ...one }) => ({ ...one, what: content === null ? 'missing' : 'changed' }));
}

export const describeDamage = ({ key, what }: Damage) =>
  what === 'missing' ? `${key} is missing` : `${key} has changed`;

/** Everything wrong with what the index names: the active releases, those before them, and the composed pages. */
export async function verify(store: Store, { releases, pages }: IndexEntry): Promise<string[]> {
  const ofReleases = Object.entries(releases).flatMap(([name, { active, before }]) =>
    [active, ...before].map(async (id) => {
      if (await store.has(name, id)) return (await damageOf(store, await store.read(name, id))).map(describeDamage);
      // What was pruned can no longer be gone back to, which is no damage.
      return id === active ? [`${name}@${id} is missing`] : [];
    }),
  );
  const ofPages = Object.entries(pages).map(async ([path, { body }]) => {
    const content = await store.blobs.get(`bodies/${body}`);
    if (!content) return [`the page ${path} is missing`];
    if (sha256(content) !== body) return [`the page ${path} has changed`];
    return (await isEncodedAs(store, body, content)) ? [] : [`the compressed page ${path} has changed`];
  });
  return (await Promise.all([...ofReleases, ...ofPages])).flat();
}

/** Whether what most browsers are sent says the same as the page. */
async function isEncodedAs(store: Store, body: string, content: Buffer): Promise<boolean> {
  const [br, gz] = await Promise.all([store.readEncodedBody(body, 'br'), store.readEncodedBody(body, 'gz')]);
  try {
    return (!br || brotliDecompressSync(br).equals(content)) && (!gz || gunzipSync(gz).equals(content));
  } catch {
    return false;
  }
}
