import type { ReleaseCounts } from './evidence';

/** A return needs this many times more evidence for a worse release than for an equal one. */
const DECISIVE = 100;
/** One network may be one visitor with a broken browser, or one forger. */
const LEAST_REPORTERS = 2;

/** Failing reporters among the pages that became live, on one side of a change. */
export type Side = Pick<ReleaseCounts, 'live' | 'reporters'>;

/**
 * The logarithm of `e = B(1+x, 1+y) / (θ^x (1−θ)^y)`: how much better any other share of the failures explains them
 * than θ, the share of the pages that the new release has of both. With equally good releases the mean of e is one, so
 * that e reaches 100 at most once in a hundred changes.
 */
export function logEvidence(since: Side, previous: Side): number {
  const { reporters: x } = since;
  const { reporters: y } = previous;
  const [sincePages, previousPages] = [pagesOf(since), pagesOf(previous)];
  const all = sincePages + previousPages;
  // 0 · log 0 is 0 here: a side without pages has no failures either.
  const expected = (x && x * Math.log(sincePages / all)) + (y && y * Math.log(previousPages / all));
  return logBeta(x, y) - expected;
}

/** Whether the new release fails more often than the previous one. More often only: the test has two sides. */
export function failsMore(since: Side, previous: Side): boolean {
  const isMore = since.reporters * pagesOf(previous) > previous.reporters * pagesOf(since);
  return isMore && since.reporters >= LEAST_REPORTERS && logEvidence(since, previous) >= Math.log(DECISIVE);
}

/** A page that fails may not become live, and without it a few failures of a rare page would look like many. */
const pagesOf = ({ live, reporters }: Side) => live + reporters;

/** log B(1+x, 1+y) = −log((x+y+1) · binomial(x+y, x)) */
function logBeta(x: number, y: number): number {
  const [few, many] = x < y ? [x, y] : [y, x];
  let log = Math.log(x + y + 1);
  for (let i = 1; i <= few; i += 1) log += Math.log((many + i) / i);
  return -log;
}
