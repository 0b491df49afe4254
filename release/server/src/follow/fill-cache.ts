import { RELEASE_FILE } from '@site/contract/addresses';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { integrityOf } from '@site/release-core/integrity';
import { put } from '@site/release-core/store/blobs';
import { bodyKey, clientKey, descriptionKey, type ReleaseName } from '@site/release-core/store/keys';
import { releasesInUse } from '@site/release-core/store/prune';
import type { IndexEntry, Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';

/** Each copy has a file in memory. */
const AT_ONCE = 16;

interface Both {
  readonly from: Store;
  readonly to: Store;
}

export interface MissingFiles {
  readonly bodies: readonly string[];
  readonly releases: readonly ReleaseName[];
}

/** Copies bodies, the releases that are active or that a fallback or a rollback may use, and last the entry itself. */
export async function fillCache(both: Both, entry: IndexEntry): Promise<MissingFiles> {
  const bodies = await copyBodies(both, [...new Set(Object.values(entry.pages).map(({ body }) => body))]);
  const releases = await copyReleases(both, await releasesInUse(both.to, entry));
  await replaceEntries(both.to, entry);
  return { bodies, releases };
}

/** Returns the keys of bodies that are missing or damaged in the store. */
export async function copyBodies({ from, to }: Both, keys: readonly string[]): Promise<string[]> {
  const limited = createConcurrencyLimit(AT_ONCE);
  const missing: string[] = [];
  const copy = async (key: string) => {
    if (await to.readIdentity(key)) return;
    const forms = Object.entries(await from.readIntactBody(key));
    for (const [ending, bytes] of forms) await put(to.blobs, bodyKey(key) + ending, bytes);
    if (forms.length === 0) missing.push(key);
  };
  await Promise.all(keys.map((key) => limited(() => copy(key))));
  return missing;
}

async function copyReleases({ from, to }: Both, releases: readonly ReleaseName[]): Promise<ReleaseName[]> {
  const missing: ReleaseName[] = [];
  for (const wanted of releases) {
    if (await to.readIfIntact(wanted.name, wanted.id)) continue;
    const release = await from.readIfIntact(wanted.name, wanted.id);
    if (!release || !(await copyFiles({ from, to }, release))) missing.push(wanted);
  }
  return missing;
}

/** The description is last: a release with a description is complete. */
async function copyFiles({ from, to }: Both, release: Release): Promise<boolean> {
  const limited = createConcurrencyLimit(AT_ONCE);
  const copy = async ([file, hash]: readonly [string, string]) => {
    const key = clientKey(release, file);
    const content = await from.blobs.get(key);
    if (!content || integrityOf(content) !== hash) return false;
    await put(to.blobs, key, content);
    return true;
  };
  const files = Object.entries(release.files).filter(([file]) => file !== RELEASE_FILE);
  const copied = await Promise.all(files.map((file) => limited(() => copy(file))));
  const description = await from.blobs.get(descriptionKey(release));
  if (!description || !copied.every(Boolean)) return false;
  await put(to.blobs, descriptionKey(release), description);
  return true;
}

/** A store restored from a backup may reuse the numbers of later entries. */
async function replaceEntries(cache: Store, entry: IndexEntry) {
  for await (const reading of cache.readBackwards()) {
    const { seq } = 'entry' in reading ? reading.entry : reading.damaged;
    if (seq < entry.seq) break;
    await cache.removeEntry(seq);
  }
  await cache.addIndex(entry);
}
