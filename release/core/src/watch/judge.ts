import { type ComparedCounts, hasEnoughNetworks, type ReleaseCounts, type WatchTime, watchedUntil } from './watch';

/** A rollback needs this many times more evidence for a worse release than for an equal one. */
const DECISIVE = 100;
/** Two may be one person, with a line of IPv4 and one of IPv6. */
const MIN_REPORTERS = 3;
const MAX_FORGED = 2;
/** If so many networks had no failure, a broken browser is too rare to be the third beside two forged ones. */
const QUIET_NETWORKS = 500;

/** Failing networks among all, on one side of a change. */
export type Side = Pick<ReleaseCounts, 'networks' | 'reporters'>;

/**
 * The logarithm of `e = B(1+x, 1+y) / (θ^x (1−θ)^y)`: how much better any other share of the failures explains them
 * than θ, the share of the networks that the new release has of both. With equally good releases the mean of e is one,
 * so that e reaches 100 at most once in a hundred changes.
 */
export function logEvidence(since: Side, previous: Side): number {
  const { reporters: x } = since;
  const { reporters: y } = previous;
  const all = since.networks + previous.networks;
  // 0 · log 0 is 0 here: a side without networks has no failures either.
  const expected = (x && x * Math.log(since.networks / all)) + (y && y * Math.log(previous.networks / all));
  return logBeta(x, y) - expected;
}

/**
 * Whether the new release fails more often than the previous one, also when two of its failing networks are forged.
 * Only where the previous release never failed, three failing networks are enough whoever they are.
 */
export function failsMore(since: Side, previous: Side): boolean {
  if (since.reporters < MIN_REPORTERS || !isDecisive(since, previous)) return false;
  const isQuiet = previous.reporters === 0 && previous.networks >= QUIET_NETWORKS;
  const { networks, reporters } = since;
  return isQuiet || isDecisive({ networks: networks - MAX_FORGED, reporters: reporters - MAX_FORGED }, previous);
}

function isDecisive(since: Side, previous: Side): boolean {
  const isMore = since.reporters * previous.networks > previous.reporters * since.networks;
  return isMore && logEvidence(since, previous) >= Math.log(DECISIVE);
}

/** log B(1+x, 1+y) = −log((x+y+1) · binomial(x+y, x)) */
function logBeta(x: number, y: number): number {
  const [few, many] = x < y ? [x, y] : [y, x];
  let log = Math.log(x + y + 1);
  for (let i = 1; i <= few; i += 1) log += Math.log((many + i) / i);
  return -log;
}

/** After so many polls, one a minute, a slow phone has reported that its page is live, too. */
const POLLS_TO_SETTLE = 2;
const USUAL_SHARE = 0.7;
/** The probability that none of six arrivals becomes live where 70 % usually do: 0.07 %. */
const DECISIVE_SILENCE = (1 - USUAL_SHARE) ** 6;

/** Arrivals whose pages must have become live by now, and those that have. */
export interface SettledArrivals {
  readonly arrivals: number;
  readonly started: number;
}

/** Whether too few arrivals became live for the usual 70 %, even if two of the others are forged. */
export function isSilent({ arrivals, started }: SettledArrivals): boolean {
  const counted = arrivals - MAX_FORGED;
  return started < USUAL_SHARE * counted && shareOfAtMost(started, counted) <= DECISIVE_SILENCE;
}

/** Whether those that became live may all be forged. */
export const mayBeSilent = ({ started }: SettledArrivals): boolean => started <= MAX_FORGED;

/** The probability that at most `started` of `arrivals` become live. */
function shareOfAtMost(started: number, arrivals: number): number {
  let [sum, term] = [0, (1 - USUAL_SHARE) ** arrivals];
  for (let live = 0; live <= started; live += 1) {
    sum += term;
    term *= ((arrivals - live) / (live + 1)) * (USUAL_SHARE / (1 - USUAL_SHARE));
  }
  return sum;
}

interface PolledPart {
  readonly seq: number;
  readonly opened: number;
  readonly startedBefore: number;
  readonly arrivals: number;
  /** The last polls that found new networks. */
  readonly recent: readonly number[];
}

export interface Arrivals {
  readonly poll: () => void;
  readonly count: (part: string, seq: number, counts: Pick<ReleaseCounts, 'opened' | 'started'>) => SettledArrivals;
}

/**
 * Counts the arrivals that should have become live by now. All networks that are new since the last poll are one
 * arrival, so that many pages opened at once count once. The last two polls do not count yet. Each change of the site
 * begins anew, because an earlier state may have broken the pages of a part that stayed.
 */
export function createArrivals(): Arrivals {
  const parts = new Map<string, PolledPart>();
  let polls = 0;
  return {
    poll: () => {
      polls += 1;
    },
    count: (part, seq, { opened, started }) => {
      const previous = parts.get(part);
      const first = previous
        ? { seq, opened, startedBefore: started, arrivals: 0, recent: [] }
        : { seq, opened: 0, startedBefore: 0, arrivals: 0, recent: [] };
      const seen: PolledPart = previous?.seq === seq ? previous : first;
      const polled = opened > seen.opened ? [...seen.recent, polls] : seen.recent;
      const recent = polled.filter((poll) => poll > polls - POLLS_TO_SETTLE);
      const arrivals = seen.arrivals + polled.length - recent.length;
      parts.set(part, { ...seen, opened, arrivals, recent });
      return { arrivals, started: started - seen.startedBefore };
    },
  };
}

/** Among so many networks, a fault for one visitor in ten has shown with a probability of 95 %. */
const ENOUGH_NETWORKS = 30;

export const NO_COUNTS: ReleaseCounts = {
  served: 0,
  live: 0,
  failed: 0,
  recovered: 0,
  opened: 0,
  started: 0,
  working: 0,
  networks: 0,
  reporters: 0,
  unproven: 0,
};

export interface JudgedCounts extends Pick<ComparedCounts, 'since' | 'before'> {
  readonly arrivals: SettledArrivals;
}

export type Judgement = Verdict | { readonly verdict: 'watching' };

export type Verdict =
  /** `not-enough-visits`, a stored key: ended without a verdict, also with failures that the end has left undecided. */
  | { readonly verdict: 'passed' | 'not-enough-visits' }
  /** `silence`: too few pages became live; `failures`: more networks fail than before. */
  | { readonly verdict: 'returned'; readonly because: 'silence' | 'failures' };

/**
 * Judges a release by the networks that opened it, each minute anew. It says `returned`, which asks for a rollback,
 * only upon counts, and never after the end of the watch: missing counts prove nothing.
 */
export function judge({ since, before, arrivals }: JudgedCounts, time: WatchTime): Judgement {
  const previous = before ?? NO_COUNTS;
  const isOver = time.now >= watchedUntil(time);
  const because = faultIn(since, previous, arrivals);
  if (because && !isOver) return { verdict: 'returned', because };
  if (!isOver && !hasEnoughNetworks(since.working, time)) return { verdict: 'watching' };
  return { verdict: !because && isComparable(since, previous) ? 'passed' : 'not-enough-visits' };
}

function faultIn(
  since: ReleaseCounts,
  previous: ReleaseCounts,
  arrivals: SettledArrivals,
): 'failures' | 'silence' | null {
  if (failsMore(since, previous)) return 'failures';
  return isUsuallyLive(previous) && isSilent(arrivals) ? 'silence' : null;
}

const isUsuallyLive = ({ opened, started }: ReleaseCounts) =>
  started >= ENOUGH_NETWORKS && started >= USUAL_SHARE * opened;

/** Failures prove nothing without networks of the previous release to compare them with. */
const isComparable = (since: ReleaseCounts, previous: ReleaseCounts) =>
  since.working >= ENOUGH_NETWORKS && (since.reporters === 0 || previous.networks >= ENOUGH_NETWORKS);
