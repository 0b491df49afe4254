import type { FailurePosition } from '@site/backend/incident-report';
import { bucketOf, SPEED_METRICS, SPEED_SCALES } from '@site/contract/page-speed';
import { compressMap, MAP_BYTES } from '@site/release-core/compress';
import { integrityOf } from '@site/release-core/integrity';
import { mapKey } from '@site/release-core/store/keys';
import type { Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { activateNew, addAll, tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import fc from 'fast-check';
import { countedReleases, ofReceivingParts } from './failures';
import { locateFailures } from './locate-failures';
import { ranksAround, readSpeeds, speedPercentile, speedsOf } from './speeds';

describe('failures', () => {
  const counted = (name: string, id: string, requests: number) => ({ name, id, requests });

  test('counts requests of the active release and of three before it', async () => {
    const store = await tinyStore([tinyShell(), tinyRemote('booking')]);
    const { revision } = await store.readState();
    if (!revision) throw new Error('The site has no revision.');
    const booking = { active: '1.0.0-e', previous: ['1.0.0-d', '1.0.0-c', '1.0.0-b', '1.0.0-a'], revoked: [] };
    const ids = countedReleases({ ...revision, releases: { booking } }).map(({ id }) => id);
    expect(ids).toEqual(['1.0.0-e', '1.0.0-d', '1.0.0-c', '1.0.0-b']);
    expect(countedReleases(null)).toEqual([]);
  });

  test('a part that never received a request is left out, a release that received none is not', () => {
    const booking = [counted('booking', '1.0.0-b', 0), counted('booking', '1.0.0-a', 4)];
    expect(ofReceivingParts({ requests: [counted('legal', '1.0.0-a', 0), ...booking] })).toEqual(booking);
  });
});

describe('locate failures', () => {
  const COMMIT = '0123456789abcdef0123456789abcdef01234567';
  const SOURCE = 'remote-booking/src/booking-page.tsx';
  const entry = 'remoteEntry.js';
  // Column 1 is line 3, column 2 of the source; column 21 line 42, column 7, named chooseDates; column 41 is generated.
  const MAP = {
    version: 3,
    file: entry,
    names: ['chooseDates'],
    sources: [SOURCE, 'generated'],
    mappings: 'AAEC,oBAuCKA,oBCzCN',
  };

  const failure: FailurePosition = {
    remote: 'booking',
    release: '1.0.0-a',
    preview: false,
    phase: 'runtime',
    code: 'exception',
    route: '/booking',
    mended: null,
    count: 3,
    firstAt: '2026-11-25T09:00:00Z',
    lastAt: '2026-11-25T11:00:00Z',
    script: entry,
    line: 1,
    column: 21,
    thrownIn: null,
  };
  const source = { file: SOURCE, line: 42, column: 7, name: 'chooseDates' };

  let store: Store;

  async function addBooking(map: object | string | null) {
    const { release, client, node } = tinyRemote('booking', '1.0.0-a', { commit: COMMIT });
    const stored = map && (await compressMap(Buffer.from(typeof map === 'string' ? map : JSON.stringify(map))));
    const listed = stored ? { maps: { [entry]: integrityOf(stored) } } : {};
    const maps = new Map(stored ? [[entry, stored] as const] : []);
    await addAll(store, [{ release: { ...release, ...listed }, client, node, maps }]);
  }

  beforeEach(async () => {
    store = memoryStore();
    await addAll(store, [tinyShell()]);
  });

  const locate = async (changes: Partial<FailurePosition> = {}, mayRead: (name: string) => boolean = () => true) => {
    const [located] = await locateFailures(store, [{ ...failure, ...changes }], mayRead);
    return located;
  };

  test('finds file, line, name and commit of a position in a script', async () => {
    await addBooking(MAP);
    const { remote: name, release: id, ...reported } = failure;
    expect(await locate()).toEqual({ name, id, commit: COMMIT, ...reported, source, noLine: null });
    expect(await locate({ column: 25 })).toMatchObject({ source });
    expect(await locate({ column: 3 })).toMatchObject({ source: { file: SOURCE, line: 3, column: 2, name: null } });
  });

  test('code that the bundler generated has only the position in the script', async () => {
    await addBooking(MAP);
    expect(await locate({ column: 45 })).toMatchObject({ column: 45, source: null, noLine: 'generated' });
    expect(await locate({ line: 7, column: 1 })).toMatchObject({ line: 7, source: null, noLine: 'generated' });
  });

  test('a release without source maps has only the position in the script', async () => {
    await addBooking(null);
    expect(await locate()).toMatchObject({ script: entry, column: 21, source: null, noLine: 'no-map', commit: COMMIT });
  });

  test.each([
    ['that has changed', async () => store.blobs.replace(mapKey({ name: 'booking', id: '1.0.0-a' }, entry), 'changed')],
    ['that is missing', async () => store.blobs.remove(mapKey({ name: 'booking', id: '1.0.0-a' }, entry))],
  ])('a source map %s is reported as damaged', async (_, damage) => {
    await addBooking(MAP);
    await damage();
    expect(await locate()).toMatchObject({ script: entry, source: null, noLine: 'damaged-map' });
  });

  test.each([
    ['no JSON', '{"version": 3'],
    ['no map', '[]'],
    ['of another version', { ...MAP, version: 4 }],
    ['without mappings', { ...MAP, mappings: undefined }],
    ['with mappings that are no text', { ...MAP, mappings: 7 }],
    ['with sources that are no list', { ...MAP, sources: 7 }],
    ['too large', `${JSON.stringify(MAP)}${' '.repeat(MAP_BYTES)}`],
  ])('a source map that is %s gives no line and throws nothing', async (_, map) => {
    await addBooking(map);
    expect(await locate()).toMatchObject({ script: entry, source: null });
  });

  test('the maps of a part are read only for a caller who has a right to the part', async () => {
    await addBooking(MAP);
    const readMap = jest.spyOn(store, 'readMap');
    expect(await locate({}, (name) => name !== 'booking')).toMatchObject({
      script: entry,
      source: null,
      noLine: 'no-right',
    });
    expect(readMap).not.toHaveBeenCalled();
    expect(await locate({}, (name) => name === 'booking')).toMatchObject({ source, noLine: null });
  });

  test('text of a forged report is left out: a script or a part that the store does not have', async () => {
    await addBooking(MAP);
    const forged = { script: 'camille-martin.js', thrownIn: 'camille-martin' };
    expect(await locate(forged)).toMatchObject({
      script: null,
      line: null,
      column: null,
      thrownIn: null,
      noLine: 'unknown-script',
    });
    expect(await locate({ script: 'constructor' })).toMatchObject({ script: null, noLine: 'unknown-script' });
    expect(await locate({ remote: 'other', release: 'other', script: null, line: null, column: null })).toMatchObject({
      name: 'other',
      commit: '',
      noLine: 'no-position',
    });
  });

  test('names the other part that the stack reaches into', async () => {
    await addBooking(MAP);
    expect(await locate({ thrownIn: 'shell' })).toMatchObject({ source, thrownIn: 'shell' });
  });
});

describe('speeds', () => {
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
});
