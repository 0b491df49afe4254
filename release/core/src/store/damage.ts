import { ENCODED, isCompressible } from '../compress';
import { DamageError, describeUnusable, integrityOf } from '../integrity';
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
