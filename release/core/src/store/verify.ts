import { ENCODED } from '../compress';
import { integrityOf } from '../integrity';
import { describeEntry } from './index-entries';
import { clientKey, descriptionKey, nodeKey, type ReleaseName } from './keys';
import { pageDamageOf } from './page-damage';
import type { IndexEntry, Release } from './release';
import { listLeftScratch } from './scratch';
import { DamageError } from './seal';
import type { Store } from './store';

interface Damage {
  readonly key: string;
  readonly file: string;
  readonly integrity: string;
  readonly what: 'missing' | 'changed';
}

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

/** The same without a download: enough for an activation, because a server compares hashes before it serves files. */
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

export async function verify(store: Store, entry: IndexEntry): Promise<string[]> {
  return [...(await releasesDamage(store, entry)), ...(await pageDamageOf(store, entry))];
}

/** Checks one release after the other, because a store may be larger than the memory. */
export async function releasesDamage(store: Store, { releases }: IndexEntry): Promise<string[]> {
  const damage: string[] = [];
  for (const [name, { active: id }] of Object.entries(releases)) {
    // A previous release may have been pruned.
    if (!(await store.has(name, id))) damage.push(`${name}@${id} is missing`);
  }
  for (const release of await listReleases(store)) damage.push(...(await releaseDamage(store, release)));
  return damage;
}

async function releaseDamage(store: Store, { name, id }: ReleaseName): Promise<string[]> {
  const found = await store.inspect(name, id);
  if (!found) return [];
  if (found instanceof DamageError) return [`${descriptionKey({ name, id })} is damaged: ${found.message}`];
  return (await damageOf(store, found)).map(describeDamage);
}

export async function listReleases(store: Store): Promise<readonly ReleaseName[]> {
  const all = (await store.listNames()).map(async (name) => (await store.listIds(name)).map((id) => ({ name, id })));
  return (await Promise.all(all)).flat();
}

export async function remarksOn(store: Store, { seq }: IndexEntry, now: Date): Promise<string[]> {
  const replaced = (await store.readDamaged()).filter((one) => one.seq < seq);
  const left = await listLeftScratch(store.blobs, now);
  return [
    ...replaced.map((one) => `${describeEntry(one)}. Later changes have replaced it`),
    ...(await store.listStrays()).map((key) => `${key} is no part of the store`),
    ...(left.length > 0
      ? [`${left.length} scratch files of ended processes: "npx pnpm release prune" removes them`]
      : []),
  ];
}
