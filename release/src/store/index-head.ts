import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import type { Blobs } from './blobs';

const KEY = `${STORE.heads}/index.json`;
const head = v.pipe(v.string(), v.parseJson(), v.object({ seq: v.pipe(v.number(), v.integer(), v.minValue(1)) }));

/**
 * Number of an entry that was the latest once. A hint where to look: the entries after it are listed in any case. 0 where
 * none is kept or it cannot be read.
 */
export async function readHead(blobs: Blobs): Promise<number> {
  const stored = await blobs.get(KEY);
  const { success, output } = v.safeParse(head, stored?.toString());
  return success ? output.seq : 0;
}

/** The change has been made already: a head that cannot be written lags. */
export async function writeHead(blobs: Blobs, seq: number): Promise<void> {
  await blobs.replace(KEY, JSON.stringify({ seq })).catch(() => undefined);
}
