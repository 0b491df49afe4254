import { ENCODED } from '../compress';
import { integrityOf } from '../integrity';
import { clientKey, mapKey, nodeKey } from './keys';
import type { Release } from './release';
import type { Store } from './store';

interface Damage {
  readonly key: string;
  readonly file: string;
  readonly integrity: string;
  readonly what: 'missing' | 'changed';
}

type Listed = Pick<Damage, 'key' | 'file' | 'integrity'>;

/** Damage of what pages need. */
export const damageOf = (store: Store, release: Release): Promise<Damage[]> =>
  damagedOf(store, [
    ...Object.entries(release.files).map(([file, integrity]) => ({ key: clientKey(release, file), file, integrity })),
    ...Object.entries(release.nodeFiles).map(([file, integrity]) => ({ key: nodeKey(release, file), file, integrity })),
  ]);

/** Damage of the source maps: a release without them can be served. `file` is the script. */
export const mapDamageOf = (store: Store, release: Release): Promise<Damage[]> =>
  damagedOf(
    store,
    Object.entries(release.maps ?? {}).map(([file, integrity]) => ({ key: mapKey(release, file), file, integrity })),
  );

async function damagedOf({ blobs }: Store, all: readonly Listed[]): Promise<Damage[]> {
  const checked = await Promise.all(all.map(async (one) => ({ ...one, content: await blobs.get(one.key) })));
  return checked
    .filter(({ content, integrity }) => content === null || integrityOf(content) !== integrity)
    .map(({ content, ...one }) => ({ ...one, what: content === null ? 'missing' : 'changed' }));
}

/**
 * Damage of what pages need, by names and sizes, without a download where the store lists them. Enough for an activation:
 * a server compares hashes before it serves files.
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
