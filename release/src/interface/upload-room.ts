import { roomOf } from '@site/backend/src/disks';
import { mapConcurrently } from '../map-concurrently';
import { publicationKey, type ReleaseName } from '../store/keys';
import type { Store } from '../store/store';
import type { Grant } from './grants';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';
import { createRateLimit } from './rate-limit';
import { bytesOf } from './validate-upload';
import type { UploadRequest } from './wire';

const MEGABYTE = 1024 * 1024;
const DAY_MS = 86_400_000;
/** A disk stores each file in blocks of this size. */
const BLOCK_BYTES = 4096;
const AT_ONCE = 6;

export type Room = ReturnType<typeof createRoom>;

interface Place {
  readonly store: Store;
  readonly dataDir: string;
}

/** Limits the bytes that releases from elsewhere take. */
export function createRoom({ store, dataDir }: Place, limits: Limits) {
  const days = createRateLimit(limits.bytesPerDay, undefined, DAY_MS);

  function requireDay({ to }: Grant, retryAfter: number) {
    if (retryAfter === 0) return;
    const most = inMegabytes(limits.bytesPerDay);
    const detail = `${to} has sent nearly ${most} in a day: wait ${Math.ceil(retryAfter / 3600)} hours, or publish on the site's machine.`;
    throw new ProblemError('too-many', detail, { retryAfter });
  }

  async function requireFree(bytes: number) {
    if (store.blobs.isRemote || (await roomOf(dataDir)).freeBytes - bytes >= limits.freeBytes) return;
    const detail = `The disk of the site keeps ${inMegabytes(limits.freeBytes)} free: free some space on it ("npx pnpm release prune"), then try again.`;
    throw new ProblemError('no-room', detail);
  }

  return {
    requireFree,
    /** Counts bytes that the grant has sent. */
    takeBytes: (grant: Grant, bytes: number) => requireDay(grant, days.take(grant.id, bytes)),
    requireBytes: (grant: Grant, bytes: number) => requireDay(grant, days.wait(grant.id, bytes)),
    /** For a release that is not published yet. */
    requireStorable: async (upload: UploadRequest) => {
      const bytes = countedBytes(upload);
      await requireFree(bytes);
      const { name } = upload.release;
      if ((await inactiveBytes(store, name)) + bytes <= limits.inactiveBytes) return;
      const detail = `The releases of ${name} that are not active would have more than ${inMegabytes(limits.inactiveBytes)}: remove old ones on the site's machine ("npx pnpm release prune --keep 2 --days 7"), then try again.`;
      throw new ProblemError('no-room', detail);
    },
  };
}

/** At least a megabyte, which also limits the number of releases. */
export function countedBytes(upload: UploadRequest): number {
  const { files, nodeFiles } = upload.release;
  const count = Object.keys(files).length + Object.keys(nodeFiles).length;
  return Math.max(MEGABYTE, bytesOf(upload) + count * BLOCK_BYTES + descriptionBytes(upload));
}

export const descriptionBytes = (upload: UploadRequest) => Buffer.byteLength(JSON.stringify(upload));

async function inactiveBytes(store: Store, name: string): Promise<number> {
  const { entry } = await store.readState();
  const ids = (await store.listIds(name)).filter((id) => id !== entry?.releases[name]?.active);
  const all = await mapConcurrently(ids, AT_ONCE, (id) => publishedBytes(store, { name, id }));
  return all.reduce((sum, bytes) => sum + bytes, 0);
}

/** 0 for a release that was published on the site's machine. */
async function publishedBytes({ blobs }: Store, release: ReleaseName): Promise<number> {
  const stored = await blobs.get(publicationKey(release));
  try {
    const { bytes } = JSON.parse(`${stored}`) as { readonly bytes?: unknown };
    return typeof bytes === 'number' ? bytes : 0;
  } catch {
    return 0;
  }
}

const inMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
