import type { Store } from '@site/release-core/store/store';
import {
  type Arrivals,
  isSilent,
  type Judgement,
  judge,
  mayBeSilent,
  type SettledArrivals,
} from '@site/release-core/watch/judge';
import { type Alert, type PartFigures, type WatchEnd, watchesIn } from '@site/release-core/watch/stored-watches';
import {
  type ComparedCounts,
  partsInPlace,
  recentWatches,
  type Watch,
  type WatchedRelease,
} from '@site/release-core/watch/watch';

export interface FoundWatch extends Watch {
  readonly inPlace: readonly WatchedRelease[];
  readonly end: WatchEnd | null;
}

/** Finds the watches of the last weeks. A poll without a change reads one revision, and the end of what goes on. */
export function watchFinder(store: Store) {
  const { readEnd, hasEnded } = watchesIn(store.blobs);
  const ends = new Map<number, WatchEnd | null>();
  let recent: { readonly seq: number; readonly watches: readonly Watch[] } | undefined;

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
    if (recent?.seq !== current.seq) recent = { seq: current.seq, watches: await recentWatches(store, current) };
    const watches = recent.watches.map(async (watch) => {
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

export function judgeWatches(watches: readonly FoundWatch[], observation: Observation): readonly Finding[] {
  const judged = watches.map((watch) => judgeWatch(watch, observation));
  const silent = judged.filter(({ judgement }) => isForSilence(judgement));
  const ofShell = judged.find(({ arrivals }) => arrivals.some((one) => isOfShell(one) && mayBeSilent(one)));
  if (!ofShell || silent.every((finding) => finding === ofShell)) return judged;
  const isShell = isSilentElsewhere(silent.flatMap((finding) => finding.silent));
  const isAmbiguous = silent.includes(ofShell) && !isShell;
  return judged.map((finding) => {
    if (!silent.includes(finding) || (isShell && finding === ofShell)) return finding;
    return { ...finding, judgement: { verdict: 'watching' }, ...(isAmbiguous && { alert: 'ambiguous' }) };
  });
}

interface PartArrivals extends SettledArrivals {
  readonly name: string;
}

interface JudgedWatch extends Finding {
  readonly arrivals: readonly PartArrivals[];
  readonly silent: readonly PartArrivals[];
}

function judgeWatch(watch: FoundWatch, { counts, arrivals, seq, now }: Observation): JudgedWatch {
  const judged = watch.inPlace.flatMap((part) => {
    const found = counts.find(({ name, id }) => name === part.name && id === part.id);
    if (!found) return [];
    const settled = arrivals.count(`${part.name}@${part.id}`, seq, found.since);
    const judgement = judge({ ...found, arrivals: settled }, { ...watch, now });
    return [{ part, counts: found, judgement, arrivals: { name: part.name, ...settled } }];
  });
  const unattributed = Math.max(0, ...judged.map(({ counts }) => counts.unattributed));
  const dropped = Math.max(0, ...judged.map(({ counts }) => counts.dropped));
  return {
    watch,
    arrivals: judged.map(({ arrivals }) => arrivals),
    silent: judged.filter(({ judgement }) => isForSilence(judgement)).map(({ arrivals }) => arrivals),
    judgement: judgementOf(judged.map(({ judgement }) => judgement)),
    parts: judged.map(({ part: { name, id, previous }, counts: { since, before } }) => {
      return { name, id, previous, since, before };
    }),
    unattributed,
    dropped,
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

const isForSilence = (judgement: Judgement) => judgement.verdict === 'returned' && judgement.because === 'silence';

/**
 * A page whose shell does not start is silent for the shell and for its part. The shell is to blame when enough pages
 * of other parts are silent too; otherwise nobody can know which of the two changes it was.
 */
function isSilentElsewhere(silent: readonly PartArrivals[]): boolean {
  const [shell, others] = [silent.filter(isOfShell), silent.filter((one) => !isOfShell(one))];
  const maxArrivals = (parts: readonly PartArrivals[]) => Math.max(0, ...parts.map(({ arrivals }) => arrivals));
  return isSilent({ arrivals: maxArrivals(shell) - maxArrivals(others), started: 0 });
}

const isOfShell = ({ name }: PartArrivals) => name === 'shell';
