import { diskSpaceOf } from '@site/backend/disks';
import { mapConcurrently } from '@site/release-core/concurrency';
import { publicationKey, type ReleaseName } from '@site/release-core/store/keys';
import type { UploadRequest } from '@site/release-core/store/open-uploads';
import type { Store } from '@site/release-core/store/store';
import type { Limits } from '../limits';
import { ProblemError } from '../problem-error';
import type { SiteAccess } from '../queries';
import { bytesOf, hashesOf } from './validate-upload';

const MEGABYTE = 1024 * 1024;
/** A disk stores each file in blocks of this size. */
const BLOCK_BYTES = 4096;

export interface UploadQuota {
  /** Checks that the disk keeps enough space when these bytes are stored. */
  readonly requireFree: (bytes: number) => Promise<void>;
  /** Checks a release that is not published yet. Another server may have received others since the upload began. */
  readonly requireStorable: (upload: UploadRequest) => Promise<void>;
}

/** Limits the bytes that releases from elsewhere take. All is counted in the store, which several servers may share. */
export function createUploadQuota(
  { store, dataDir }: Pick<SiteAccess, 'store' | 'dataDir'>,
  limits: Limits,
): UploadQuota {
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

  return {
    requireFree,
    requireStorable: async (upload) => {
      const bytes = countedBytes(upload);
      await requireFree(bytes);
      await requireInactive(upload.release.name, bytes);
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

interface Publication extends ReleaseName {
  readonly bytes: number;
}

async function publicationsOf(store: Store, name: string): Promise<readonly Publication[]> {
  const ids = await store.listIds(name);
  const all = await mapConcurrently(ids, AT_ONCE, (id) => readPublication(store, { name, id }));
  return all.filter((one) => one !== null);
}

async function readPublication({ blobs }: Store, { name, id }: ReleaseName): Promise<Publication | null> {
  const stored = await blobs.get(publicationKey({ name, id }));
  try {
    const { bytes } = JSON.parse(`${stored}`) as Partial<Publication>;
    return typeof bytes === 'number' ? { name, id, bytes } : null;
  } catch {
    return null;
  }
}
