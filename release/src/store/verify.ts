import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { integrityOf, sha256 } from '../integrity';
import { bodyKey, clientKey, nodeKey } from './keys';
import type { IndexEntry, Release } from './release';
import type { Store } from './store';

interface Damage {
  readonly key: string;
  readonly file: string;
  readonly integrity: string;
  readonly what: 'missing' | 'changed';
}

/** Files of a release that are missing, or whose content does not match its description. */
export async function damageOf({ blobs }: Store, release: Release): Promise<Damage[]> {
  const all = [
    ...Object.entries(release.files).map(([file, integrity]) => ({ key: clientKey(release, file), file, integrity })),
    ...Object.entries(release.nodeFiles).map(([file, integrity]) => ({ key: nodeKey(release, file), file, integrity })),
  ];
  const checked = await Promise.all(all.map(async (one) => ({ ...one, content: await blobs.get(one.key) })));
  return checked
    .filter(({ content, integrity }) => content === null || integrityOf(content) !== integrity)
    .map(({ content, ...one }) => ({ ...one, what: content === null ? 'missing' : 'changed' }));
}

export const describeDamage = ({ key, what }: Damage) =>
  what === 'missing' ? `${key} is missing` : `${key} has changed`;

/** Lists all damage to what the entry names: the active releases, the previous ones and the composed pages. */
export async function verify(store: Store, { releases, pages }: IndexEntry): Promise<string[]> {
  const ofReleases = Object.entries(releases).flatMap(([name, { active, before }]) =>
    [active, ...before].map(async (id) => {
      if (await store.has(name, id)) return (await damageOf(store, await store.read(name, id))).map(describeDamage);
      // A previous release may have been pruned.
      return id === active ? [`${name}@${id} is missing`] : [];
    }),
  );
  const ofPages = Object.entries(pages).map(async ([path, { body }]) => {
    const content = await store.blobs.get(bodyKey(body));
    if (!content) return [`the page ${path} is missing`];
    if (sha256(content) !== body) return [`the page ${path} has changed`];
    return (await isEncodedAs(store, body, content)) ? [] : [`the compressed page ${path} has changed`];
  });
  return (await Promise.all([...ofReleases, ...ofPages])).flat();
}

async function isEncodedAs(store: Store, body: string, content: Buffer): Promise<boolean> {
  const [br, gz] = await Promise.all([store.readEncodedBody(body, 'br'), store.readEncodedBody(body, 'gz')]);
  try {
    return (!br || brotliDecompressSync(br).equals(content)) && (!gz || gunzipSync(gz).equals(content));
  } catch {
    return false;
  }
}
