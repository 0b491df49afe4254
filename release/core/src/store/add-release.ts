import { TO_COMPLETE } from '@site/contract/to-complete';
import { integrityOf } from '../integrity';
import { UserError } from '../user-error';
import { put } from './blobs';
import { damageOf, mapDamageOf } from './damage';
import { mapKey, nodeKey, publicationKey } from './keys';
import type { Provenance, Release } from './release';
import type { Store } from './store';

/** Requires what search engines show of each page, and the owner's space of the part, in French. */
export function requireTitled({ name, routes }: Pick<Release, 'name' | 'routes'>): void {
  for (const { path, title, description } of routes) {
    const unwritten = [title.includes(TO_COMPLETE) && 'title', description.includes(TO_COMPLETE) && 'description'];
    const [missing, ...more] = unwritten.filter((one) => one !== false);
    if (missing === undefined) continue;
    throw new UserError(
      `${path} of ${name} has « ${TO_COMPLETE} » as its ${[missing, ...more].join(' and ')}: write it in French in contract.ts, then build and publish again.`,
    );
  }
}

export interface Publication {
  readonly release: Release;
  /** `known`: the same content was already published. `repaired`: damaged files of it were restored. */
  readonly outcome: 'new' | 'known' | 'repaired';
}

export type Files = ReadonlyMap<string, Buffer>;

interface BuiltFiles {
  readonly client: Files;
  readonly node: Files;
  readonly maps?: Files;
}

export interface ReadyRelease extends BuiltFiles {
  readonly release: Release;
  readonly provenance: Provenance;
}

export async function addRelease(store: Store, { release, provenance, ...built }: ReadyRelease): Promise<Publication> {
  const { name, id } = release;
  const published = await store.readIfIntact(name, id);
  if (published) {
    const isRepaired = await repair(store, published, built);
    return { release: published, outcome: isRepaired ? 'repaired' : 'known' };
  }
  const isDamaged = await store.has(name, id);
  await store.blobs.add(publicationKey(release), JSON.stringify(provenance, null, 2));
  await store.addMaps(release, built.maps);
  await store.addRelease(release, built.client, built.node);
  return { release, outcome: isDamaged ? 'repaired' : 'new' };
}

/** Restores damaged files of a release. A file must have the hash that the stored description lists. */
async function repair(store: Store, release: Release, { client, node, maps }: BuiltFiles): Promise<boolean> {
  const damage = await damageOf(store, release);
  for (const { key, file, integrity } of damage) {
    const content = key === nodeKey(release, file) ? node.get(file) : client.get(file);
    if (!content || integrityOf(content) !== integrity) {
      throw new UserError(
        `${key} is damaged and this build does not have it: build the commit ${release.commit} again.`,
      );
    }
    await put(store.blobs, key, content);
  }
  return (await repairMaps(store, release, maps)) || damage.length > 0;
}

/** Only a map with the published hash repairs: other sources can give the same id. */
async function repairMaps(store: Store, release: Release, maps: Files = new Map()): Promise<boolean> {
  let isRepaired = false;
  for (const { file, integrity } of await mapDamageOf(store, release)) {
    const content = maps.get(file);
    if (!content || integrityOf(content) !== integrity) continue;
    await put(store.blobs, mapKey(release, file), content);
    isRepaired = true;
  }
  return isRepaired;
}
