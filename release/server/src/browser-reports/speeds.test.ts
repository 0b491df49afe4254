import { bucketOf, SPEED_METRICS, SPEED_SCALES } from '@site/contract/page-speed';
import { activateNew, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import fc from 'fast-check';
import { ranksAround, readSpeeds, speedPercentile, speedsOf } from './speeds';

describe('the list', () => {
  const counted = { remote: 'booking', release: '1.0.0-b', route: '/booking', metric: 'lcp', bucket: 2, pages: 25 };

  async function openStore() {
    const store = await tinyStore();
    await activateNew(store, tinyRemote('booking', '1.0.0-b'));
    return store;
  }

  test('lists the active release and the one before it, where enough pages were measured', async () => {
    const speeds = await speedsOf(await openStore(), [
      counted,
      { ...counted, bucket: 5, pages: 15 },
      { ...counted, release: '1.0.0-a', pages: 20 },
      { ...counted, metric: 'inp', pages: 19 },
      { ...counted, remote: 'shell', release: '1.0.0-s1', metric: 'cls', bucket: 0, pages: 40 },
    ]);
    expect(speeds).toMatchObject([
      { name: 'shell', id: '1.0.0-s1', state: 'active', route: '/booking', metric: 'cls', n: 40 },
      { name: 'booking', id: '1.0.0-b', state: 'active', metric: 'lcp', n: 40, shares: [25, 15, 0] },
      { name: 'booking', id: '1.0.0-a', state: 'previous', metric: 'lcp', n: 20 },
    ]);
  });

  test('leaves out what a forged report names: other releases and routes that no release has', async () => {
    const forged = [
      { ...counted, release: '9.9.9-invented' },
      { ...counted, route: '/appelez-le-0612345678' },
      { ...counted, metric: 'never' },
    ];
    expect(await speedsOf(await openStore(), forged)).toEqual([]);
  });

  // A working directory that does not exist makes the query fail, as without a database.
  test('speeds are unknown, not missing, when the database does not answer', async () => {
    const speeds = await readSpeeds({ store: await openStore(), root: '/nowhere' }, {});
    expect(speeds).toEqual({ days: 30, fewest: 20, speeds: null, isElsewhere: false });
  });
});

describe('a percentile', () => {
  const bucketsOf = (values: readonly number[]) => {
    const counts: number[] = Array(12).fill(0);
    for (const value of values) counts[bucketOf('lcp', value)] = (counts[bucketOf('lcp', value)] ?? 0) + 1;
    return counts;
  };

  test('nothing is said of fewer than twenty pages', () => {
    expect(speedPercentile('lcp', [10, 9])).toBeNull();
    expect(speedPercentile('lcp', [10, 10])).toMatchObject({ n: 20 });
  });

  test('interpolates the percentile within its bucket and names the shares', () => {
    // The 30th of 40 pages is the 10th of 15 between 1,500 and 2,000 ms.
    expect(speedPercentile('lcp', [0, 5, 15, 15, 0, 3, 0, 1, 1])).toEqual({
      n: 40,
      p75: 1500 + (500 * 10) / 15,
      from: 1500,
      to: 3000,
      rating: 'good',
      shares: [35, 4, 1],
    });
  });

  test('a percentile above the last edge has no number', () => {
    const slow = [...Array(11).fill(0), 30];
    expect(speedPercentile('lcp', slow)).toMatchObject({ p75: null, from: 12_000, to: null, rating: 'poor' });
  });

  test.each(SPEED_METRICS)('the thresholds of %s belong to the better rating', (metric) => {
    const { edges, good, poor } = SPEED_SCALES[metric];
    const ratingAt = (value: number) => {
      const counts = [...edges, 0].map((_, at) => (at === bucketOf(metric, value) ? 20 : 0));
      return speedPercentile(metric, counts)?.rating;
    };
    expect([good, good + 1e-6, poor, poor + 1e-6].map(ratingAt)).toEqual(['good', 'middle', 'middle', 'poor']);
  });

  /** Binomial probabilities by the triangle's recursion, which shares nothing with the code. */
  function probabilities(n: number): readonly number[] {
    let row = [1];
    for (let drawn = 0; drawn < n; drawn += 1) {
      row = [...row, 0].map((same, at) => 0.25 * same + 0.75 * (row[at - 1] ?? 0));
    }
    return row;
  }
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

  test.each([20, 21, 37, 64, 100, 333])(
    'of %i pages, the interval is the narrowest that errs at most 2.5 %% on each side',
    (n) => {
      const { lowest, highest } = ranksAround(n);
      const chances = probabilities(n);
      expect(sumOf(chances.slice(0, lowest))).toBeLessThanOrEqual(0.025);
      expect(sumOf(chances.slice(0, lowest + 1))).toBeGreaterThan(0.025);
      expect(sumOf(chances.slice(highest))).toBeLessThanOrEqual(0.025);
      expect(sumOf(chances.slice(highest - 1))).toBeGreaterThan(0.025);
    },
  );

  test('the percentile is within its interval, and in the bucket of the page with its rank', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 15_000 }), { minLength: 20, maxLength: 200 }), (values) => {
        const percentile = speedPercentile('lcp', bucketsOf(values));
        if (!percentile) return false;
        const exact = [...values].sort((a, b) => a - b)[Math.ceil(0.75 * values.length) - 1] ?? 0;
        const { p75, from, to, n, shares } = percentile;
        const isBetween = p75 === null ? to === null : from < p75 && (to === null || p75 <= to);
        const isSameBucket = bucketOf('lcp', p75 ?? 1e9) === bucketOf('lcp', exact);
        return isBetween && isSameBucket && n === values.length && sumOf(shares) === n;
      }),
    );
  });
});
