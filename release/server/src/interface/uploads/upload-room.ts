import { roomOf } from '@site/backend/disks';
import type { ReleaseName } from '@site/release-core/store/keys';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import type { UploadRequest } from '@site/release-core/wire/wire';
import type { Limits } from '../limits';
import { ProblemError } from '../problem-error';
import { DAY_MS, publicationsOf, sentInADay } from './stored-bytes';
import { bytesOf, hashesOf } from './validate-upload';

const MEGABYTE = 1024 * 1024;
/** A disk stores each file in blocks of this size. */
const BLOCK_BYTES = 4096;

export type Room = ReturnType<typeof createRoom>;

interface Place {
  readonly store: Store;
  readonly dataDir: string;
}

/** Limits the bytes that releases from elsewhere take. All is counted in the store, which several servers may share. */
export function createRoom({ store, dataDir }: Place, limits: Limits) {
  async function requireFree(bytes: number) {
    if (store.blobs.isRemote || (await roomOf(dataDir)).freeBytes - bytes >= limits.freeBytes) return;
    const detail = `The disk of the site keeps ${inMegabytes(limits.freeBytes)} free: free some space on it ("npx pnpm release prune"), then try again.`;
    throw new ProblemError('no-room', detail);
  }

  async function requireInactive(name: string, bytes: number) {
    const { entry } = await store.readState();
    const active = entry?.releases[name]?.active;
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
    const most = inMegabytes(limits.bytesPerDay);
    const detail = `${grant.to} has sent nearly ${most} in a day: wait ${Math.ceil(retryAfter / 3600)} hours, or publish on the site's machine.`;
    throw new ProblemError('too-many', detail, { retryAfter });
  }

  return {
    requireFree,
    /** For a release that is not published yet. Another server may have received others since the upload began. */
    requireStorable: async (grant: Grant, upload: UploadRequest) => {
      const bytes = countedBytes(upload);
      await requireFree(bytes);
      await requireInactive(upload.release.name, bytes);
      await requireDay(grant, upload.release, bytes);
    },
  };
}

/** At least a megabyte, which also limits the number of releases. */
export function countedBytes(upload: UploadRequest): number {
  const count = hashesOf(upload.release).length;
  const description = Buffer.byteLength(JSON.stringify(upload));
  return Math.max(MEGABYTE, bytesOf(upload) + count * BLOCK_BYTES + description);
}

const sumOf = (all: readonly { readonly bytes: number }[]) => all.reduce((sum, { bytes }) => sum + bytes, 0);
const inMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
