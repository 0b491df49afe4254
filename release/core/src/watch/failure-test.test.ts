import { failsMore, logEvidence, type Side } from './failure-test';

const side = (live: number, reporters: number): Side => ({ live, reporters });

test.each([
  ['two reporters in 30 pages decide after 900 quiet pages', 2, 0, true],
  ['one reporter in 30 pages does not', 1, 0, false],
  ['four reporters decide after five in 900 pages', 4, 5, true],
  ['three reporters do not after five in 900 pages', 3, 5, false],
])('%s', (_, reporters, earlier, isDecisive) => {
  expect(failsMore(side(30, reporters), side(900, earlier))).toBe(isDecisive);
});

test('one reporter never decides, however many quiet pages there were before', () => {
  expect(failsMore(side(1, 1), side(1_000_000, 0))).toBe(false);
});

test('a release that fails less than the one before it never goes back', () => {
  const [since, before] = [side(3000, 2), side(3000, 300)];
  expect(logEvidence(since, before)).toBeGreaterThan(Math.log(100));
  expect(failsMore(since, before)).toBe(false);
});

test('failures without an earlier release to compare with prove nothing', () => {
  expect(failsMore(side(0, 40), side(0, 0))).toBe(false);
  expect(failsMore(side(260, 40), side(0, 0))).toBe(false);
});

test.each([1, 2, 5, 20, 200])('with equally good releases the mean of e is one after %d failures', (failures) => {
  for (const share of [0.01, 0.2, 0.5, 0.97]) {
    // Sides whose share of all pages, live and failed, is the given one for every division of the failures.
    const mean = Array.from({ length: failures + 1 }, (_, x) => {
      const y = failures - x;
      const all = 1_000_000;
      const logE = logEvidence(side(share * all - x, x), side((1 - share) * all - y, y));
      return Math.exp(logProbability(x, failures, share) + logE);
    }).reduce((sum, one) => sum + one, 0);
    expect(mean).toBeCloseTo(1, 6);
  }
});

/** Of x among n, by the binomial distribution. */
function logProbability(x: number, n: number, share: number): number {
  let log = x * Math.log(share) + (n - x) * Math.log(1 - share);
  for (let i = 1; i <= x; i += 1) log += Math.log((n - x + i) / i);
  return log;
}
