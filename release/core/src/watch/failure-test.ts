import type { ReleaseCounts } from './evidence';

/** A return needs this many times more evidence for a worse release than for an equal one. */
const DECISIVE = 100;
/** Two may be one person, with a line of IPv4 and one of IPv6. */
const LEAST_REPORTERS = 3;
const MOST_FORGED = 2;
/** Without a failing one among so many, a broken browser is too rare to join a forger. */
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
 * Whether the new release fails more often than the previous one, also when two of its failing networks are forged. Only
 * where the previous release never failed, three failing networks are enough whoever they are.
 */
export function failsMore(since: Side, previous: Side): boolean {
  if (since.reporters < LEAST_REPORTERS || !isDecisive(since, previous)) return false;
  const isQuiet = previous.reporters === 0 && previous.networks >= QUIET_NETWORKS;
  const { networks, reporters } = since;
  return isQuiet || isDecisive({ networks: networks - MOST_FORGED, reporters: reporters - MOST_FORGED }, previous);
}

/** More often only: the test has two sides. */
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
