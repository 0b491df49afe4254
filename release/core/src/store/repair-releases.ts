import { compress, decompress, ENCODED } from '../compress';
import { integrityOf } from '../integrity';
import { put } from './blobs';
import { clientKey } from './keys';
import type { Release } from './release';
import { damageOf, describeDamage } from './release-damage';
import type { Store } from './store';
import { listReleases } from './verify';

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
