import { DAY_MS } from '@site/contract/today';
import { createArrivals, failsMore, isSilent, judge, logEvidence, NO_COUNTS, type Side } from './judge';
import type { ReleaseCounts } from './watch';

describe('a verdict', () => {
  const counts = (given: Partial<ReleaseCounts>): ReleaseCounts => ({ ...NO_COUNTS, ...given });
  const quiet = counts({ opened: 900, started: 810, working: 850, networks: 900 });
  const at = (days: number, watched = 3) => ({ startedAt: 0, now: days * DAY_MS, days: watched });

  const verdictOf = (since: Partial<ReleaseCounts>, before: ReleaseCounts | null, time = at(1), arrivals = 0) =>
    judge({ since: counts(since), before, arrivals: { arrivals, started: since.started ?? 0 } }, time);

  test('eight silent arrivals return a release, if most networks usually become live', () => {
    expect(verdictOf({ opened: 8 }, quiet, at(1), 8)).toEqual({ verdict: 'returned', because: 'silence' });
    expect(verdictOf({ opened: 8 }, counts({ opened: 1000, started: 700 }), at(1), 8).verdict).toBe('returned');
  });

  test.each([
    ['where fewer networks become live', counts({ opened: 1000, started: 699 })],
    ['with few networks before', counts({ opened: 29, started: 29 })],
    ['that counts nothing', counts({})],
    ['without an earlier release', null],
  ])('silence on a site %s proves nothing', (_, before) => {
    expect(verdictOf({ opened: 8 }, before, at(1), 8)).toEqual({ verdict: 'watching' });
  });

  test('failing networks roll a release back; what this site sent to nobody does not', () => {
    expect(verdictOf({ networks: 30, reporters: 3 }, quiet)).toEqual({ verdict: 'returned', because: 'failures' });
    expect(verdictOf({ networks: 30, failed: 500, unproven: 100 }, quiet)).toEqual({ verdict: 'watching' });
  });

  test('a watch ends as passed after its days, or after a day with 300 networks', () => {
    expect(verdictOf({ working: 30 }, quiet, at(2.99)).verdict).toBe('watching');
    expect(verdictOf({ working: 30 }, quiet, at(3)).verdict).toBe('passed');
    expect(verdictOf({ working: 30 }, quiet, at(3, 7)).verdict).toBe('watching');
    expect(verdictOf({ working: 300 }, quiet, at(0.99)).verdict).toBe('watching');
    expect(verdictOf({ working: 299 }, quiet, at(1)).verdict).toBe('watching');
    expect(verdictOf({ working: 300 }, quiet, at(1)).verdict).toBe('passed');
  });

  test.each([
    ['fewer than thirty networks', { working: 29 }, quiet],
    ['no networks at all', {}, counts({})],
    [
      'failures, and no earlier networks to compare them with',
      { working: 200, reporters: 50 },
      counts({ networks: 10 }),
    ],
  ])('a watch with %s ends without having learnt anything, and keeps the release', (_, since, before) => {
    expect(verdictOf(since, before, at(3)).verdict).toBe('not-enough-visits');
  });

  test.each([-400, -1, 0, 2, 400_000])('a clock that is %d days off never returns a release', (days) => {
    for (const since of [{}, { opened: 7 }, { working: 40 }, { networks: 29, failed: 9, reporters: 2 }]) {
      expect(verdictOf(since, quiet, at(days), 7).verdict).not.toBe('returned');
    }
  });

  test('a first release, which replaces none, never goes back', () => {
    expect(verdictOf({ opened: 9, networks: 9, reporters: 9 }, null, at(2), 9).verdict).toBe('watching');
  });

  test('a watch that is over rolls nothing back, and what fails has not passed', () => {
    expect(verdictOf({ networks: 90, working: 30, reporters: 60 }, quiet, at(3), 90).verdict).toBe('not-enough-visits');
  });
});

describe('failures', () => {
  const side = (networks: number, reporters: number): Side => ({ networks, reporters });

  test.each([
    ['three failing networks of three return a release, after a release that never failed', [3, 3], [900, 0], true],
    ['three of thirty do too', [30, 3], [900, 0], true],
    ['two never do', [2, 2], [900_000, 0], false],
    ['three of three are too few after nine failures on 900', [3, 3], [900, 9], false],
    ['four of four are not', [4, 4], [900, 9], true],
    ['six of thirty are not either', [30, 6], [900, 9], true],
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

  /** How likely x among n are, by the binomial distribution. */
  function logProbability(x: number, n: number, share: number): number {
    let log = x * Math.log(share) + (n - x) * Math.log(1 - share);
    for (let i = 1; i <= x; i += 1) log += Math.log((n - x + i) / i);
    return log;
  }
});

describe('silent arrivals', () => {
  /** What each poll counts, for the networks that opened the release until then; `seq` is the site's last change. */
  function countAll(
    opened: readonly number[],
    { started = () => 0, seq = () => 1 }: Partial<Record<'started' | 'seq', (poll: number) => number>> = {},
  ) {
    const arrivals = createArrivals();
    return opened.map((networks, poll) => {
      arrivals.poll();
      return arrivals.count('booking', seq(poll), { opened: networks, started: started(poll) });
    });
  }
  const arrivalsOf = (...parameters: Parameters<typeof countAll>) =>
    countAll(...parameters).map(({ arrivals }) => arrivals);

  test('a poll that found new networks counts as a visit two polls later, when their reports can have arrived', () => {
    expect(arrivalsOf([1, 1, 1, 2, 2, 2])).toEqual([0, 0, 1, 1, 1, 2]);
  });

  test('many networks that open a page at once are one visit', () => {
    expect(arrivalsOf([0, 40, 40, 40, 40])).toEqual([0, 0, 0, 1, 1]);
  });

  test('each change of the site begins anew, with what became live until then', () => {
    const counted = countAll([1, 2, 3, 4, 5, 6, 7, 8], {
      started: (poll) => (poll < 4 ? 1 : 2),
      seq: (poll) => (poll < 4 ? 1 : 2),
    });
    expect(counted.map(({ arrivals }) => arrivals)).toEqual([0, 0, 1, 2, 0, 0, 0, 1]);
    expect(counted.map(({ started }) => started)).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  });

  test('parts are counted apart', () => {
    const arrivals = createArrivals();
    const none = { opened: 0, started: 0 };
    for (const poll of [1, 2, 3]) {
      arrivals.poll();
      arrivals.count('booking', 1, { opened: poll, started: 0 });
      arrivals.count('contact', 1, none);
    }
    expect(arrivals.count('booking', 1, { opened: 3, started: 0 }).arrivals).toBe(1);
    expect(arrivals.count('contact', 1, none).arrivals).toBe(0);
  });

  test.each([
    [8, 0, true],
    [7, 0, false],
    [12, 2, false],
    [13, 2, true],
    [30, 10, true],
    [30, 20, false],
    [3, 40, false],
  ])('of %d arrivals, %d live ones are too few: %s', (arrivals, started, isTooFew) => {
    expect(isSilent({ arrivals, started })).toBe(isTooFew);
  });
});
