import { plural } from '@site/terminal/output';
import * as v from 'valibot';
import { seal } from '../integrity';
import { type Blobs, readSealed } from '../store/blobs';
import { UserError } from '../user-error';

export const ALERTS = {
  unattributed: 'pages fail, and no release can be blamed for it.',
  ambiguous: 'pages do not start, and two changes may be to blame.',
  visits: 'a synthetic visit failed.',
} as const;

/** @param reports of failures that exceeded a limit of their network or of all together */
export const describeDropped = (reports: number): string =>
  `${plural(reports, 'report of failures', 'reports of failures')} exceeded a limit and ${reports === 1 ? 'was' : 'were'} dropped.`;

export type Alert = keyof typeof ALERTS;

const FOLDER = 'watches/';
const endKey = (seq: number) => `${FOLDER}${seq}.json`;
/** Read by `status` in other processes. The stored name is an earlier one. */
const progressKey = (seq: number) => `${FOLDER}${seq}.look.json`;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Missing in watches of earlier versions, which did not count these networks and reports. */
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

const progress = v.object({
  at: v.string(),
  parts: v.array(part),
  /** Networks whose failures no release can be blamed for. */
  unattributed: count,
  dropped: laterCount,
  alert: v.optional(v.picklist(Object.keys(ALERTS) as Alert[])),
});

const end = v.object({
  ...progress.entries,
  /**
   * `returned`: the change was rolled back. `not-returned`: the counts asked for a rollback, and `refusal` says why
   * it was impossible. `replaced`: another change took its parts.
   */
  verdict: v.picklist(['returned', 'passed', 'not-enough-visits', 'not-returned', 'replaced']),
  because: v.optional(v.picklist(['silence', 'failures'])),
  refusal: v.optional(v.string()),
});

export type PartFigures = v.InferOutput<typeof part>;
export type WatchProgress = v.InferOutput<typeof progress>;
export type WatchEnd = v.InferOutput<typeof end>;

/** For the log of changes, `status` and the log of the server. */
export const VERDICTS: Readonly<Record<WatchEnd['verdict'], string>> = {
  returned: 'rolled back automatically',
  passed: 'watch passed',
  'not-enough-visits': 'watch ended without a verdict',
  'not-returned': 'should go back, and cannot',
  replaced: 'watch ended by another change',
};

export function watchesIn(blobs: Blobs) {
  return {
    readEnd: (seq: number) => readSealed(blobs, endKey(seq), end),
    /** True for a damaged end, too: a watch is never decided twice. */
    hasEnded: (seq: number) => blobs.has(endKey(seq)),
    /** False when another server was faster: its verdict holds. */
    addEnd: async (seq: number, ended: WatchEnd): Promise<boolean> => {
      const isFirst = await blobs.add(endKey(seq), seal(ended, 2));
      await blobs.sync();
      return isFirst;
    },
    /** Needed for a rollback that turned out to be impossible. */
    replaceEnd: (seq: number, ended: WatchEnd) => blobs.replace(endKey(seq), seal(ended, 2)),
    readProgress: (seq: number) => readSealed(blobs, progressKey(seq), progress),
    writeProgress: (seq: number, progress: WatchProgress) => blobs.replace(progressKey(seq), seal(progress, 2)),
    removeProgress: (seq: number) => blobs.remove(progressKey(seq)),
  };
}

/** Visits of one change; further ones are refused. */
const MAX_VISITS = 20;

const visit = v.object({
  at: v.string(),
  who: v.string(),
  paths: v.array(v.string()),
  problems: v.array(v.string()),
});

/** A browser that opened the pages of a watched change on the public site. */
export type SyntheticVisit = v.InferOutput<typeof visit>;

export function visitsIn(blobs: Blobs) {
  const folder = (seq: number) => `visits/${seq}/`;
  const names = async (seq: number) => (await blobs.list(folder(seq))).sort();
  return {
    /** The earliest first. */
    list: async (seq: number): Promise<readonly SyntheticVisit[]> => {
      const all = await Promise.all((await names(seq)).map((name) => readSealed(blobs, folder(seq) + name, visit)));
      return all.filter((one) => one !== null);
    },
    add: async (seq: number, newVisit: SyntheticVisit): Promise<void> => {
      if ((await names(seq)).length >= MAX_VISITS) {
        throw new UserError(`Change ${seq} has ${MAX_VISITS} visits already.`);
      }
      await blobs.add(`${folder(seq)}${newVisit.at.replaceAll(':', '-')}.json`, seal(newVisit, 2));
      await blobs.sync();
    },
  };
}
