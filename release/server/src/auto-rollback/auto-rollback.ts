import type { WatchNotice } from '@site/backend/site-messages';
import { DAY_MS, HOUR_MS } from '@site/contract/today';
import { decideAutomaticRollback, rollBackAutomatically } from '@site/release-core/changes/roll-back';
import { runInStore } from '@site/release-core/store/run-in-store';
import type { Store } from '@site/release-core/store/store';
import { DiskFullError, StoreAwayError, UserError } from '@site/release-core/user-error';
import { createArrivals, NO_COUNTS, type Verdict } from '@site/release-core/watch/judge';
import {
  ALERTS,
  describeDropped,
  VERDICTS,
  visitsIn,
  type WatchEnd,
  type WatchProgress,
  watchesIn,
} from '@site/release-core/watch/stored-watches';
import { type ReadCounts, watchedUntil } from '@site/release-core/watch/watch';
import { plural } from '@site/terminal/output';
import { type Finding, type FoundWatch, isPending, judgeWatches, watchFinder } from './judge-watches';

/** A backend that does not answer at the end of a watch may answer soon. */
const GRACE_MS = HOUR_MS;

export interface AutoRollbackOptions {
  readonly store: Store;
  readonly dataDir: string;
  readonly readCounts: ReadCounts;
  /** Called with the same notice at each poll, because the backend may not have received it. */
  readonly tellOwner: TellOwner;
  readonly log: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Automatic rollback. Each poll finds the watches that go on (`watchFinder`), reads what browsers and servers counted
 * (`readCounts`), judges each change (`judgeWatches`), and then stores the figures, ends the watch, or ends it and
 * rolls the change back. Any number of servers may poll, because only the first verdict of a change is stored.
 */
export function createAutoRollback(options: AutoRollbackOptions): { readonly poll: () => Promise<void> } {
  const { store, readCounts, now } = options;
  const find = watchFinder(store);
  const arrivals = createArrivals();
  const conclude = watchEnder(options);
  const record = progressRecorder(options);

  return {
    poll: async () => {
      arrivals.poll();
      const state = await find();
      if (!state) return;
      const { current, watches } = state;
      for (const watch of watches) await completeEnded(options, watch);
      const going = watches.filter(({ end }) => !end);
      for (const watch of going.filter(isReplaced)) await conclude(withoutCounts(watch), { verdict: 'replaced' });
      const open = going.filter((watch) => !isReplaced(watch));
      if (open.length === 0) return;
      const counts = await readCounts(open.flatMap(({ inPlace }) => inPlace));
      const at = now();
      const findings = counts
        ? judgeWatches(open, { counts, arrivals, seq: current.seq, now: at })
        : open.filter((watch) => at >= watchedUntil(watch) + GRACE_MS).map(withoutCounts);
      for (const finding of findings) {
        const { judgement } = finding;
        if (judgement.verdict === 'watching') await record(await withVisits(store, finding));
        else await conclude(finding, judgement);
      }
    },
  };
}

/** A failing synthetic visit alerts, and rolls nothing back: the machine of the browser may be to blame. */
async function withVisits({ blobs }: Store, finding: Finding): Promise<Finding> {
  const last = (await visitsIn(blobs).list(finding.watch.seq)).at(-1);
  return last && last.problems.length > 0 ? { ...finding, alert: finding.alert ?? 'visits' } : finding;
}

const isReplaced = ({ inPlace }: FoundWatch) => inPlace.length === 0;

const withoutCounts = (watch: FoundWatch): Finding => ({
  watch,
  judgement: { verdict: 'not-enough-visits' },
  parts: watch.inPlace.map(({ name, id, previous }) => ({ name, id, previous, since: NO_COUNTS, before: null })),
  unattributed: 0,
  dropped: 0,
});

/** Reports a recent end again, and makes a rollback that another server decided but did not make. */
async function completeEnded(options: AutoRollbackOptions, watch: FoundWatch) {
  const { seq, end } = watch;
  if (!end) return;
  const outcome = isPending(watch, end) ? await makeRollback(options, seq, end) : end;
  const notice = noticeOfEnd(seq, outcome, options.now());
  if (notice) options.tellOwner(notice);
}

function watchEnder(options: AutoRollbackOptions) {
  const { store, now, log, tellOwner } = options;
  const watches = watchesIn(store.blobs);
  return async (
    { watch, parts, unattributed, dropped }: Finding,
    judgement: Verdict | { readonly verdict: 'replaced' },
  ) => {
    const { seq } = watch;
    const figures = { at: new Date(now()).toISOString(), parts: [...parts], unattributed, dropped };
    const refusal = judgement.verdict === 'returned' ? await refusalOf(store, watch) : null;
    const end: WatchEnd = {
      ...figures,
      ...judgement,
      ...(refusal !== null && { verdict: 'not-returned', refusal }),
    };
    if (!(await watches.addEnd(seq, end))) return;
    log(`The watch of change ${seq} ended: ${describeVerdict(end)}`);
    const outcome = end.verdict === 'returned' ? await makeRollback(options, seq, end) : end;
    await watches.removeProgress(seq);
    const notice = noticeOfEnd(seq, outcome, now());
    if (notice) tellOwner(notice);
  };
}

/** Stores the figures for `status` when they have changed. */
function progressRecorder({ store, now, tellOwner, log }: AutoRollbackOptions) {
  const written = new Map<
    number,
    { readonly text: string; readonly alert: Finding['alert']; readonly dropped: number }
  >();
  return async ({ watch: { seq }, parts, unattributed, dropped, alert }: Finding) => {
    const figures = { parts: [...parts], unattributed, dropped, ...(alert && { alert }) };
    const progress: WatchProgress = { at: new Date(now()).toISOString(), ...figures };
    const [text, last] = [JSON.stringify(figures), written.get(seq)];
    if (alert && alert !== last?.alert) log(`Change ${seq} needs somebody: ${ALERTS[alert]}`);
    if (dropped > 0 && !last?.dropped) log(`Change ${seq}: ${describeDropped(dropped)}`);
    if (text !== last?.text) await watchesIn(store.blobs).writeProgress(seq, progress);
    written.set(seq, { text, alert, dropped });
    const notice = noticeOfProgress(seq, progress);
    if (notice) tellOwner(notice);
  };
}

/** Why a change cannot be rolled back; null when it can. @throws Error when it may be possible later */
export async function refusalOf(store: Store, { seq, parts, inPlace }: FoundWatch): Promise<string | null> {
  const isChanged = 'Another part of the change was changed since.';
  if (inPlace.length < parts.length) return isChanged;
  try {
    return (await decideAutomaticRollback(store, await store.readRevision(), seq)) ? null : isChanged;
  } catch (error) {
    return refusalIn(error);
  }
}

function refusalIn(error: unknown): string {
  if (!(error instanceof UserError) || error instanceof StoreAwayError || error instanceof DiskFullError) throw error;
  return error.message;
}

/** A rollback that is refused after its verdict, as by a database that was migrated meanwhile, is not tried again. */
async function makeRollback(
  { store, dataDir, log }: AutoRollbackOptions,
  seq: number,
  end: WatchEnd,
): Promise<WatchEnd> {
  const run = { store, dataDir, options: { isDry: false }, tell: log };
  const why = describeReason(end);
  try {
    const change = await runInStore({ mayUseReserve: true }, run, (used) => rollBackAutomatically(used, seq, why));
    if (change) log(`Change ${change.revision.seq} rolls change ${seq} back, and holds its parts.`);
    return end;
  } catch (error) {
    const refused: WatchEnd = { ...end, verdict: 'not-returned', refusal: refusalIn(error) };
    await watchesIn(store.blobs).replaceEnd(seq, refused);
    log(`The watch of change ${seq} ended: ${describeVerdict(refused)}`);
    return refused;
  }
}

type Figures = Pick<WatchEnd, 'because' | 'parts'>;

/** The reason of a rollback, for the log: one line of at most 500 characters. */
export function describeReason({ because, parts }: Figures): string {
  return parts
    .map(({ name, since, before }) => {
      return because === 'silence'
        ? `${name}: pages became live on ${since.started} of ${plural(since.opened, 'network')}${before ? `; previous: ${before.started} of ${before.opened}` : ''}`
        : `${name}: it failed on ${since.reporters} of ${plural(since.networks, 'network')}${before ? `; previous: ${before.reporters} of ${before.networks}` : ''}`;
    })
    .join(', ')
    .slice(0, 500);
}

const describeVerdict = (end: WatchEnd): string =>
  [VERDICTS[end.verdict], ...(end.because ? [describeReason(end)] : []), ...(end.refusal ? [end.refusal] : [])].join(
    '. ',
  );

/** How long each poll reports the end of a watch again, as an earlier report may have been lost. */
const REPORTED_MS = DAY_MS;

export type TellOwner = (notice: WatchNotice) => void;

/** Null for an end that nobody must know of, and for one of long ago. */
function noticeOfEnd(seq: number, end: WatchEnd, now: number): WatchNotice | null {
  const { verdict, at, because, parts } = end;
  if (verdict !== 'returned' && verdict !== 'not-returned') return null;
  if (Math.abs(now - Date.parse(at)) > REPORTED_MS) return null;
  return { seq, outcome: verdict, at, parts, ...(because && { because }) };
}

const noticeOfProgress = (seq: number, { at, parts, alert }: WatchProgress): WatchNotice | null =>
  alert ? { seq, outcome: alert, at, parts } : null;
