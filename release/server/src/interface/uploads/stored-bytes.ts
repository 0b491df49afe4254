import { mapConcurrently } from '@site/release-core/concurrency';
import { publicationKey, type ReleaseName } from '@site/release-core/store/keys';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import { uploadsIn } from '@site/release-core/wire/open-uploads';

export const DAY_MS = 86_400_000;
const AT_ONCE = 6;

interface Sent extends ReleaseName {
  readonly bytes: number;
  /** ISO 8601 */
  readonly at: string;
}

/** The grant's releases and open uploads, the oldest first. A release counts from the beginning of its upload. */
export async function sentInADay(store: Store, grant: Grant): Promise<readonly Sent[]> {
  const open = (await uploadsIn(store.blobs).listOf(grant.id)).map(
    ({ upload: { release, provenance, at } }): Sent => ({ ...nameOf(release), bytes: provenance.bytes ?? 0, at }),
  );
  const published = await mapConcurrently(grant.names, 1, (name) => publicationsOf(store, name));
  const own = published.flat().filter((one) => one.grant === grant.id);
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const isPublished = new Set(own.map(({ name, id }) => `${name}@${id}`));
  return [...own, ...open.filter(({ name, id }) => !isPublished.has(`${name}@${id}`))]
    .filter(({ at }) => at > since)
    .sort((one, other) => one.at.localeCompare(other.at));
}

const nameOf = ({ name, id }: ReleaseName): ReleaseName => ({ name, id });

interface Publication extends Sent {
  readonly grant: string;
}

/** The releases of a part that came from elsewhere. */
export async function publicationsOf(store: Store, name: string): Promise<readonly Publication[]> {
  const ids = await store.listIds(name);
  const all = await mapConcurrently(ids, AT_ONCE, (id) => readPublication(store, { name, id }));
  return all.filter((one) => one !== null);
}

async function readPublication({ blobs }: Store, release: ReleaseName): Promise<Publication | null> {
  const stored = await blobs.get(publicationKey(release));
  try {
    const { bytes, grant = '', at = '' } = JSON.parse(`${stored}`) as Partial<Publication>;
    return typeof bytes === 'number' ? { ...nameOf(release), bytes, grant, at } : null;
  } catch {
    return null;
  }
}
