import { statfs } from 'node:fs/promises';
import type { Store } from '../store/store';
import type { Grant } from './grants';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';

const DAY_MS = 86_400_000;

/** Counts the bytes that each grant sends in 24 hours. Bytes count before they arrive, so that parallel ones add up. */
export function createAllowance(most: number, now: () => number = Date.now) {
  const days = new Map<string, { readonly since: number; bytes: number }>();
  return {
    /** @throws ProblemError when the grant has sent too much */
    take: ({ id, to }: Pick<Grant, 'id' | 'to'>, bytes: number) => {
      const known = days.get(id);
      const day = known && now() - known.since < DAY_MS ? known : { since: now(), bytes: 0 };
      days.set(id, day);
      if (day.bytes + bytes > most) {
        const retryAfter = Math.ceil((day.since + DAY_MS - now()) / 1000);
        const detail = `${to} has sent ${day.bytes} of ${most} bytes in 24 hours: go on in ${retryAfter} seconds.`;
        throw new ProblemError('too-many', detail, { retryAfter });
      }
      day.bytes += bytes;
    },
  };
}

interface Place {
  readonly store: Store;
  readonly dataDir: string;
}

/** @throws ProblemError when the content would leave the database too little of the disk */
export async function requireFreeSpace({ store, dataDir }: Place, bytes: number, { freeBytes }: Limits) {
  if (store.blobs.isRemote) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize - bytes >= freeBytes) return;
  throw new ProblemError(
    'no-room',
    `The disk of the site keeps ${freeBytes} bytes free for the database: ask its operator to free some space.`,
  );
}
