import * as v from 'valibot';
import { seal } from '../integrity';
import type { Blobs } from '../store/blobs';
import { readSealed } from '../store/read-sealed';
import { ALERTS, type Alert } from './alerts';

const FOLDER = 'watches/';
const endKey = (seq: number) => `${FOLDER}${seq}.json`;
/** A hint for `status`, which other processes ask. */
const lookKey = (seq: number) => `${FOLDER}${seq}.look.json`;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Missing in what was stored before networks were counted so. */
const laterCount = v.optional(count, 0);
const counts = v.object({
  served: count,
  live: count,
  failed: count,
  recovered: count,
  opened: laterCount,
  started: laterCount,
  working: laterCount,
  networks: count,
  reporters: count,
  unproven: laterCount,
});

// Unknown keys are accepted: an older server reads what a newer one has stored.
const part = v.object({
  name: v.string(),
  id: v.string(),
  previous: v.nullable(v.string()),
  since: counts,
  before: v.nullable(counts),
});

const look = v.object({
  /** ISO 8601 */
  at: v.string(),
  parts: v.array(part),
  /** Networks whose failures no release can be blamed for. */
  unattributed: count,
  /** Reports of failures that exceeded a limit. */
  dropped: laterCount,
  /** Why somebody must look, although nothing was changed. */
  alert: v.optional(v.picklist(Object.keys(ALERTS) as Alert[])),
});

const end = v.object({
  ...look.entries,
  /**
   * `not-returned`: evidence asked for a return, and `refusal` says why it was impossible. `replaced`: another change
   * took its parts.
   */
  verdict: v.picklist(['returned', 'passed', 'not-enough-visits', 'not-returned', 'replaced']),
  because: v.optional(v.picklist(['silence', 'failures'])),
  refusal: v.optional(v.string()),
});

/** The figures of a part that is watched. */
export type PartFigures = v.InferOutput<typeof part>;
export type WatchLook = v.InferOutput<typeof look>;
export type WatchEnd = v.InferOutput<typeof end>;

export function watchesIn(blobs: Blobs) {
  return {
    /** How a change's watch ended; null while it goes on. */
    readEnd: (seq: number) => readSealed(blobs, endKey(seq), end),
    /** Even when it is damaged: it is never decided twice. */
    hasEnded: (seq: number) => blobs.has(endKey(seq)),
    /** False when another server was faster: its verdict holds. */
    addEnd: async (seq: number, ended: WatchEnd): Promise<boolean> => {
      const isFirst = await blobs.add(endKey(seq), seal(ended, 2));
      await blobs.sync();
      return isFirst;
    },
    /** For a return that turned out to be impossible. */
    replaceEnd: (seq: number, ended: WatchEnd) => blobs.replace(endKey(seq), seal(ended, 2)),
    readLook: (seq: number) => readSealed(blobs, lookKey(seq), look),
    writeLook: (seq: number, looked: WatchLook) => blobs.replace(lookKey(seq), seal(looked, 2)),
    removeLook: (seq: number) => blobs.remove(lookKey(seq)),
  };
}
