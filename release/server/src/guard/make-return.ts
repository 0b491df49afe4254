import { decideReturn, returnChange } from '@site/release-core/changes/return-change';
import { runInStore } from '@site/release-core/operations/run-in-store';
import type { Store } from '@site/release-core/store/store';
import { DiskFullError, StoreAwayError, UserError } from '@site/release-core/user-error';
import { type WatchEnd, watchesIn } from '@site/release-core/watch/stored-watches';
import { describeEnd, describeFigures } from './describe-end';
import type { FoundWatch } from './find-watches';

interface ReturnOptions {
  readonly store: Store;
  readonly dataDir: string;
  readonly log: (line: string) => void;
}

/** Why a change cannot be returned; null when it can. @throws Error when it may be possible later */
export async function refusalOf(store: Store, { seq, parts, inPlace }: FoundWatch): Promise<string | null> {
  const isChanged = 'Another part of the change was changed since.';
  if (inPlace.length < parts.length) return isChanged;
  try {
    return (await decideReturn(store, await store.readIndex(), seq)) ? null : isChanged;
  } catch (error) {
    return refusalIn(error);
  }
}

/** @throws Error when it may be possible later */
function refusalIn(error: unknown): string {
  if (!(error instanceof UserError) || error instanceof StoreAwayError || error instanceof DiskFullError) throw error;
  return error.message;
}

/**
 * Changes nothing when somebody has changed one of its parts. A return that is refused after its verdict, as by a
 * database that was migrated meanwhile, is not tried again. @returns how the watch has ended now
 */
export async function makeReturn(
  { store, dataDir, log }: ReturnOptions,
  seq: number,
  end: WatchEnd,
): Promise<WatchEnd> {
  const place = { store, dataDir, options: { isDry: false }, tell: log };
  const why = describeFigures(end);
  try {
    const made = await runInStore({ mayUseReserve: true }, place, (used) => returnChange(used, { seq, why }));
    if (made) log(`Change ${made.entry.seq} returns the parts of change ${seq}, and holds them.`);
    return end;
  } catch (error) {
    const refused: WatchEnd = { ...end, verdict: 'not-returned', refusal: refusalIn(error) };
    await watchesIn(store.blobs).replaceEnd(seq, refused);
    log(`The watch of change ${seq} ended: ${describeEnd(refused)}`);
    return refused;
  }
}
