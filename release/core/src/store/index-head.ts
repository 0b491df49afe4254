import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import type { Blobs } from './blobs';

const KEY = `${STORE.heads}/index.json`;
const head = v.pipe(v.string(), v.parseJson(), v.object({ seq: v.pipe(v.number(), v.integer(), v.minValue(1)) }));

/** Only a hint: later entries are listed in any case. 0 when it is missing or unreadable. */
export async function readHead(blobs: Blobs): Promise<number> {
  const stored = await blobs.get(KEY);
  const { success, output } = v.safeParse(head, stored?.toString());
  return success ? output.seq : 0;
}

/** Ignores a failure: the change is already stored, and a head that is too low does no harm. */
export async function writeHead(blobs: Blobs, seq: number): Promise<void> {
  await blobs.replace(KEY, JSON.stringify({ seq })).catch(() => undefined);
}
