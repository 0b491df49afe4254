import { failsMore, logEvidence, type Side } from './failure-test';

const side = (networks: number, reporters: number): Side => ({ networks, reporters });

test.each([
  ['three failing networks of three return a release, after a release that never failed', [3, 3], [900, 0], true],
  ['three of thirty do too', [30, 3], [900, 0], true],
  ['two never do', [2, 2], [900_000, 0], false],
  ['three of three are too few after nine failures on 900', [3, 3], [900, 9], false],
  ['four of four are not', [4, 4], [900, 9], true],
  ['two forged reports do not make one broken browser of ten look like a fault', [12, 3], [900, 9], false],
  ['three of three are too few where the quiet release reached few', [3, 3], [100, 0], false],
] as const)('%s', (_, [networks, reporters], [earlier, failures], isDecisive) => {
  expect(failsMore(side(networks, reporters), side(earlier, failures))).toBe(isDecisive);
});

test('a release that fails less than the one before it never goes back', () => {
  const [since, before] = [side(3000, 3), side(3000, 300)];
  expect(logEvidence(since, before)).toBeGreaterThan(Math.log(100));
  expect(failsMore(since, before)).toBe(false);
});

test('failures without an earlier release to compare with prove nothing', () => {
  expect(failsMore(side(40, 40), side(0, 0))).toBe(false);
  expect(failsMore(side(300, 40), side(0, 0))).toBe(false);
});

test.each([1, 2, 5, 20, 200])('with equally good releases the mean of e is one after %d failures', (failures) => {
  for (const share of [0.01, 0.2, 0.5, 0.97]) {
    const mean = Array.from({ length: failures + 1 }, (_, x) => {
      const all = 1_000_000;
      const logE = logEvidence(side(share * all, x), side((1 - share) * all, failures - x));
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
