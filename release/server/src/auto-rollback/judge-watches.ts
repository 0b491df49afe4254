import { DAY_MS } from '@site/contract/today';
import { historySince } from '@site/release-core/store/history';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { type Arrivals, type Judgement, judge } from '@site/release-core/watch/judge';
import { type Alert, type PartFigures, type WatchEnd, watchesIn } from '@site/release-core/watch/stored-watches';
import {
  type ComparedCounts,
  MAX_DAYS,
  partsInPlace,
  type Watch,
  type WatchedRelease,
  watchOf,
} from '@site/release-core/watch/watch';

export interface FoundWatch extends Watch {
  readonly inPlace: readonly WatchedRelease[];
  readonly end: WatchEnd | null;
}

/**
 * Finds the watches of the last weeks. Revisions are read after a change only: a poll without one costs one request,
 * and one more for each watch that goes on.
 */
export function watchFinder(store: Store) {
  const { readEnd, hasEnded } = watchesIn(store.blobs);
  const ends = new Map<number, WatchEnd | null>();
  let recent: readonly Watch[] = [];
  let readTo = 0;

  async function readNew(current: Revision) {
    if (readTo === current.seq) return;
    // The time of the last change counts, because this machine's clock may be wrong.
    const since = new Date(Date.parse(current.change.at) - MAX_DAYS * DAY_MS);
    recent = (await historySince(store, since)).map(watchOf).filter((watch) => watch !== null);
    readTo = current.seq;
  }

  async function endOf(watch: Watch, inPlace: FoundWatch['inPlace']): Promise<WatchEnd | null> {
    const { seq, parts } = watch;
    const cachedEnd = ends.get(seq);
    // Another server may have found a pending rollback impossible.
    if (cachedEnd !== undefined && !(cachedEnd && isPending({ parts, inPlace }, cachedEnd))) return cachedEnd;
    if (!(await hasEnded(seq))) return null;
    const end = await readEnd(seq);
    ends.set(seq, end);
    return end;
  }

  return async () => {
    const { revision: current, damaged } = await store.readState();
    if (!current || damaged.length > 0) return null;
    await readNew(current);
    const watches = recent.map(async (watch) => {
      const inPlace = partsInPlace(watch, current);
      return { ...watch, inPlace, end: await endOf(watch, inPlace) };
    });
    return { current, watches: await Promise.all(watches) };
  };
}

/** Whether it is still to be rolled back: the server that decided it has ended, or is about to. */
export const isPending = ({ parts, inPlace }: Pick<FoundWatch, 'parts' | 'inPlace'>, { verdict }: WatchEnd): boolean =>
  verdict === 'returned' && inPlace.length === parts.length;

/** Fewer may be one visitor with a broken browser. */
const MIN_UNATTRIBUTED = 2;

export interface Finding {
  readonly watch: FoundWatch;
  readonly judgement: Judgement;
  readonly parts: readonly PartFigures[];
  readonly unattributed: number;
  readonly dropped: number;
  readonly alert?: Alert;
}

interface Observation {
  readonly counts: readonly ComparedCounts[];
  readonly arrivals: Arrivals;
  readonly seq: number;
  readonly now: number;
}

/** Each change is judged by itself: a shell and a part that are silent together both go back. */
export const judgeWatches = (watches: readonly FoundWatch[], observation: Observation): readonly Finding[] =>
  watches.map((watch) => judgeWatch(watch, observation));

function judgeWatch(watch: FoundWatch, { counts, arrivals, seq, now }: Observation): Finding {
  const judged = watch.inPlace.flatMap((part) => {
    const found = counts.find(({ name, id }) => name === part.name && id === part.id);
    if (!found) return [];
    const settled = arrivals.count(`${part.name}@${part.id}`, seq, found.since);
    return [{ part, counts: found, judgement: judge({ ...found, arrivals: settled }, { ...watch, now }) }];
  });
  const unattributed = Math.max(0, ...judged.map(({ counts }) => counts.unattributed));
  return {
    watch,
    judgement: judgementOf(judged.map(({ judgement }) => judgement)),
    parts: judged.map(({ part: { name, id, previous }, counts: { since, before } }) => ({
      name,
      id,
      previous,
      since,
      before,
    })),
    unattributed,
    dropped: Math.max(0, ...judged.map(({ counts }) => counts.dropped)),
    ...(unattributed >= MIN_UNATTRIBUTED && { alert: 'unattributed' as const }),
  };
}

/** The verdict on a change: all parts go back if one must. It ends when the last part has enough networks. */
function judgementOf(judgements: readonly Judgement[]): Judgement {
  const returned = judgements.filter(({ verdict }) => verdict === 'returned');
  const failing = returned.find((judgement) => 'because' in judgement && judgement.because === 'failures');
  const decisive = failing ?? returned[0];
  if (decisive) return decisive;
  if (judgements.length === 0 || judgements.some(({ verdict }) => verdict === 'watching'))
    return { verdict: 'watching' };
  return { verdict: judgements.every(({ verdict }) => verdict === 'passed') ? 'passed' : 'not-enough-visits' };
}
