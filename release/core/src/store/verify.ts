import { DamageError, describeUnusable } from '../integrity';
import { describeEntry } from './index-entries';
import { descriptionKey, type ReleaseName } from './keys';
import { pageDamageOf } from './page-damage';
import type { IndexEntry } from './release';
import { damageOf, describeDamage, mapDamageOf } from './release-damage';
import { listLeftScratch } from './scratch';
import type { Store } from './store';

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
  const release = await store.inspect(name, id);
  if (!release) return [];
  if (release instanceof DamageError) return [describeUnusable(descriptionKey({ name, id }), release)];
  return [...(await damageOf(store, release)), ...(await mapDamageOf(store, release))].map(describeDamage);
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
