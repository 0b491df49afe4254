import type { OpenUpload } from '@site/release-core/wire/open-uploads';
import { LRUCache } from 'lru-cache';
import type { Limits } from '../limits';

const MINUTE_MS = 60_000;

export type Activity = ReturnType<typeof createActivity>;

interface Begun {
  readonly id: string;
  readonly upload: Pick<OpenUpload, 'at'>;
}

/** When uploads had their last request. Another process or an earlier one counts as no request. */
export function createActivity({ counted, idleMinutes }: Limits) {
  const touched = new LRUCache<string, number>({ max: counted });
  const idleAt = ({ id, upload }: Begun) => (touched.get(id) ?? Date.parse(upload.at)) + idleMinutes * MINUTE_MS;
  return {
    touch: (id: string) => void touched.set(id, Date.now()),
    /** The uploads that may give way first, and the milliseconds until all of them may. */
    longestIdle: (uploads: readonly Begun[], count: number) => {
      const chosen = [...uploads].sort((one, other) => idleAt(one) - idleAt(other)).slice(0, count);
      const latest = chosen.at(-1);
      return { chosen, wait: latest ? Math.max(0, idleAt(latest) - Date.now()) : 0 };
    },
  };
}
