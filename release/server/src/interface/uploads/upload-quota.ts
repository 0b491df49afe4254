import { diskSpaceOf } from '@site/backend/disks';
import { DAY_MS } from '@site/contract/today';
import { mapConcurrently } from '@site/release-core/concurrency';
import type { Grant } from '@site/release-core/store/grants';
import { publicationKey, type ReleaseName } from '@site/release-core/store/keys';
import type { UploadRequest } from '@site/release-core/store/open-uploads';
import { uploadsIn } from '@site/release-core/store/open-uploads';
import type { Store } from '@site/release-core/store/store';
import type { Limits } from '../limits';
import { ProblemError } from '../problem-error';
import type { Machine } from '../queries';
import { bytesOf, hashesOf } from './validate-upload';

const MEGABYTE = 1024 * 1024;
/** A disk stores each file in blocks of this size. */
const BLOCK_BYTES = 4096;

export interface UploadQuota {
  /** Checks that the disk keeps enough space when these bytes are stored. */
  readonly requireFree: (bytes: number) => Promise<void>;
  /** Checks a release that is not published yet. Another server may have received others since the upload began. */
  readonly requireStorable: (grant: Grant, upload: UploadRequest) => Promise<void>;
}

/** Limits the bytes that releases from elsewhere take. All is counted in the store, which several servers may share. */
export function createUploadQuota({ store, dataDir }: Pick<Machine, 'store' | 'dataDir'>, limits: Limits): UploadQuota {
  async function requireFree(bytes: number) {
    if (store.blobs.isRemote || (await diskSpaceOf(dataDir)).freeBytes - bytes >= limits.freeBytes) return;
    const detail = `The disk of the site keeps ${inMegabytes(limits.freeBytes)} free: free some space on it ("npx pnpm release prune"), then try again.`;
    throw new ProblemError('no-room', detail);
  }

  async function requireInactive(name: string, bytes: number) {
    const { revision } = await store.readState();
    const active = revision?.releases[name]?.active;
    const inactive = (await publicationsOf(store, name)).filter(({ id }) => id !== active);
    if (sumOf(inactive) + bytes <= limits.inactiveBytes) return;
    const detail = `The releases of ${name} that are not active would have more than ${inMegabytes(limits.inactiveBytes)}: remove old ones on the site's machine ("npx pnpm release prune --keep 2 --days 7"), then try again.`;
    throw new ProblemError('no-room', detail);
  }

  async function requireDay(grant: Grant, release: ReleaseName, bytes: number) {
    const sent = (await sentInADay(store, grant)).filter(({ name, id }) => name !== release.name || id !== release.id);
    let excess = sumOf(sent) + bytes - limits.bytesPerDay;
    if (excess <= 0) return;
    // The oldest ones stop counting first.
    const last = sent.find((one) => {
      excess -= one.bytes;
      return excess <= 0;
    });
    const end = (last ? Date.parse(last.at) : Date.now()) + DAY_MS;
    const retryAfter = Math.max(1, Math.ceil((end - Date.now()) / 1000));
    const limit = inMegabytes(limits.bytesPerDay);
    const detail = `${grant.to} has sent nearly ${limit} in a day: wait ${Math.ceil(retryAfter / 3600)} hours, or publish on the site's machine.`;
    throw new ProblemError('too-many', detail, { retryAfter });
  }

  return {
    requireFree,
    requireStorable: async (grant, upload) => {
      const bytes = countedBytes(upload);
      await requireFree(bytes);
      await requireInactive(upload.release.name, bytes);
      await requireDay(grant, upload.release, bytes);
    },
  };
}

/** Counts at least a megabyte, which also limits the number of releases. */
export function countedBytes(upload: UploadRequest): number {
  const count = hashesOf(upload.release).length;
  const description = Buffer.byteLength(JSON.stringify(upload));
  return Math.max(MEGABYTE, bytesOf(upload) + count * BLOCK_BYTES + description);
}

const sumOf = (all: readonly { readonly bytes: number }[]) => all.reduce((sum, { bytes }) => sum + bytes, 0);
const inMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
const AT_ONCE = 6;

interface ReceivedUpload extends ReleaseName {
  readonly bytes: number;
  /** ISO 8601 */
  readonly at: string;
}

/** The grant's releases and open uploads, the oldest first. A release counts from the beginning of its upload. */
async function sentInADay(store: Store, grant: Grant): Promise<readonly ReceivedUpload[]> {
  const open = (await uploadsIn(store.blobs).listOf(grant.id)).map(
    ({ upload: { release, provenance, at } }): ReceivedUpload => ({
      ...nameOf(release),
      bytes: provenance.bytes ?? 0,
      at,
    }),
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

interface Publication extends ReceivedUpload {
  readonly grant: string;
}

async function publicationsOf(store: Store, name: string): Promise<readonly Publication[]> {
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
