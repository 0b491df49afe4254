import { compress, decompress, ENCODED, isCompressible } from '../compress';
import { DamageError, describeUnusable, integrityOf } from '../integrity';
import { put } from './blobs';
import { bodyKey, clientKey, descriptionKey, mapKey, nodeKey, type ReleaseName, renderedKey } from './keys';
import type { Release } from './release';
import type { ComposedPage, Revision } from './revision';
import type { Store } from './store';

interface Damage {
  readonly key: string;
  readonly file: string;
  readonly integrity: string;
  readonly what: 'missing' | 'changed';
}

type FileHash = Pick<Damage, 'key' | 'file' | 'integrity'>;

/** Missing and changed files of a release. Its source maps are checked apart. */
export const damageOf = (store: Store, release: Release): Promise<Damage[]> =>
  damagedOf(store, [
    ...Object.entries(release.files).map(([file, integrity]) => ({ key: clientKey(release, file), file, integrity })),
    ...Object.entries(release.nodeFiles).map(([file, integrity]) => ({ key: nodeKey(release, file), file, integrity })),
  ]);

/** Missing and changed source maps, without which a release can be served. `file` is the script. */
export const mapDamageOf = (store: Store, release: Release): Promise<Damage[]> =>
  damagedOf(
    store,
    Object.entries(release.maps ?? {}).map(([file, integrity]) => ({ key: mapKey(release, file), file, integrity })),
  );

async function damagedOf({ blobs }: Store, all: readonly FileHash[]): Promise<Damage[]> {
  const checked = await Promise.all(all.map(async (one) => ({ ...one, content: await blobs.get(one.key) })));
  return checked
    .filter(({ content, integrity }) => content === null || integrityOf(content) !== integrity)
    .map(({ content, ...one }) => ({ ...one, what: content === null ? 'missing' : 'changed' }));
}

/**
 * Damage by names and sizes, without a download, where the store lists them. Enough for an activation, because a
 * server compares hashes before it serves files.
 */
export async function listedDamageOf(store: Store, release: Release): Promise<Damage[]> {
  const { sizes } = store.blobs;
  if (!sizes) return damageOf(store, release);
  const [client, node] = await Promise.all([sizes(clientKey(release)), sizes(nodeKey(release))]);
  const isListed =
    Object.keys(release.files).every((file) => client.has(clientKey(release, file))) &&
    Object.keys(release.nodeFiles).every((file) => node.has(nodeKey(release, file)));
  const plain = Object.keys(release.files).filter((file) => !ENCODED.some((ending) => file.endsWith(ending)));
  const bytes = plain.reduce((sum, file) => sum + (client.get(clientKey(release, file)) ?? 0), 0);
  return isListed && bytes === release.size.bytes ? [] : damageOf(store, release);
}

export const describeDamage = ({ key, what }: Damage) =>
  what === 'missing' ? `${key} is missing` : `${key} has changed`;

export async function pageDamageOf(store: Store, { pages }: Revision): Promise<string[]> {
  const state = async (key: string) => ((await store.blobs.has(key)) ? 'has changed' : 'is missing');
  const all = Object.entries(pages).map(async ([path, page]) => {
    const damage: string[] = [];
    const intact = await store.readIntactBody(page.body);
    const key = bodyKey(page.body);
    if (!intact['']) damage.push(`the page ${path} ${await state(key)}`);
    for (const ending of isEncoded(path, page) ? ENCODED : []) {
      if (!intact[ending]) damage.push(`the compressed page ${path} (${ending}) ${await state(key + ending)}`);
    }
    const { template } = page;
    if (template !== undefined && (await store.readRendered(template)) === null) {
      damage.push(`the template of ${path} ${await state(renderedKey(template))}`);
    }
    return damage;
  });
  return (await Promise.all(all)).flat();
}

const isEncoded = (path: string, { contentType }: ComposedPage) =>
  contentType.startsWith('text/html') || isCompressible(path);

export async function verify(store: Store, revision: Revision): Promise<string[]> {
  return [...(await releasesDamage(store, revision)), ...(await pageDamageOf(store, revision))];
}

/** Checks one release after the other, because a store may be larger than the memory. */
export async function releasesDamage(store: Store, { releases }: Revision): Promise<string[]> {
  const damage: string[] = [];
  for (const [name, { active: id }] of Object.entries(releases)) {
    // A previous release may have been pruned.
    if (!(await store.has(name, id))) damage.push(`${name}@${id} is missing`);
  }
  for (const release of await listReleases(store)) damage.push(...(await releaseDamage(store, release)));
  return damage;
}

async function releaseDamage(store: Store, { name, id }: ReleaseName): Promise<string[]> {
  const release = await store.inspect(name, id);
  if (!release) return [];
  if (release instanceof DamageError) return [describeUnusable(descriptionKey({ name, id }), release)];
  return [...(await damageOf(store, release)), ...(await mapDamageOf(store, release))].map(describeDamage);
}

async function listReleases(store: Store): Promise<readonly ReleaseName[]> {
  const all = (await store.listNames()).map(async (name) => (await store.listIds(name)).map((id) => ({ name, id })));
  return (await Promise.all(all)).flat();
}

export async function repairReleases(store: Store): Promise<string[]> {
  const repaired: string[] = [];
  for (const { name, id } of await listReleases(store)) {
    const release = await store.readIfIntact(name, id);
    if (release) repaired.push(...(await repairRelease(store, release)));
  }
  return repaired;
}

async function repairRelease(store: Store, release: Release): Promise<string[]> {
  const repaired: string[] = [];
  // Originals come before their compressed forms.
  const damage = [...(await damageOf(store, release))].sort((a, b) => a.file.length - b.file.length);
  for (const damaged of damage) {
    if (damaged.key !== clientKey(release, damaged.file)) continue;
    for (const content of await derive(store, release, damaged.file)) {
      if (integrityOf(content) !== damaged.integrity) continue;
      await put(store.blobs, damaged.key, content);
      repaired.push(describeDamage(damaged));
      break;
    }
  }
  return repaired;
}

async function derive({ blobs }: Store, release: Release, file: string): Promise<Buffer[]> {
  const [, base, ending] = /^(.*)(\.br|\.gz)$/.exec(file) ?? [];
  if (base !== undefined) {
    const content = await blobs.get(clientKey(release, base));
    const encoded = content ? await compress(base, content) : [];
    return encoded.flatMap(([one, bytes]) => (one === ending ? [bytes] : []));
  }
  const decoded = ENCODED.map(async (one) => {
    const bytes = await blobs.get(clientKey(release, file + one));
    return bytes && decompress(one, bytes);
  });
  return (await Promise.all(decoded)).filter((content) => content !== null);
}
