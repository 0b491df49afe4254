import { compress, decompress, ENCODED } from '../compress';
import { integrityOf } from '../integrity';
import { put } from './blobs';
import { clientKey } from './keys';
import type { Release } from './release';
import type { Store } from './store';
import { damageOf, describeDamage, listReleases } from './verify';

export async function mendReleases(store: Store): Promise<string[]> {
  const mended: string[] = [];
  for (const { name, id } of await listReleases(store)) {
    const release = await store.readIfWhole(name, id);
    if (release) mended.push(...(await mendRelease(store, release)));
  }
  return mended;
}

async function mendRelease(store: Store, release: Release): Promise<string[]> {
  const mended: string[] = [];
  // Originals come before their compressed forms.
  const damage = [...(await damageOf(store, release))].sort((a, b) => a.file.length - b.file.length);
  for (const one of damage) {
    if (one.key !== clientKey(release, one.file)) continue;
    for (const content of await derive(store, release, one.file)) {
      if (integrityOf(content) !== one.integrity) continue;
      await put(store.blobs, one.key, content);
      mended.push(describeDamage(one));
      break;
    }
  }
  return mended;
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
