import type { IncidentReport } from '@site/backend/incident-report';
import { changeSite } from '@site/release-core/changes/change';
import { decideRevocation } from '@site/release-core/changes/decide';
import type { Store } from '@site/release-core/store/store';
import { activateNew, rollBack, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { groupFailures } from '@site/release-server/browser-reports/failures';
import type { LocatedFailure } from '@site/release-server/browser-reports/locate-failures';
import type { ReleaseSpeed } from '@site/release-server/browser-reports/speeds';
import { describeFailures, describeLines } from './failures';
import { describeSpeeds } from './queries';

describe('describe failures', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const kind = {
    phase: 'render',
    code: 'exception',
    route: '/booking',
    mended: null,
    count: 12,
    firstAt: '2026-11-22T09:00:00Z',
    lastAt: '2026-11-22T11:58:00Z',
  };
  const failureOf = (release: string, changes: object = {}) => ({
    remote: 'booking',
    release,
    preview: false,
    ...kind,
    ...changes,
  });
  const rateOf = (release: string, failures: number, pages: number, kept = { failures, pages }) => ({
    remote: 'booking',
    release,
    day: { failures, pages, recovered: 0, live: 0 },
    kept: { recovered: 0, live: 0, ...kept },
  });

  let store: Store;

  beforeEach(async () => {
    store = await tinyStore();
    for (const id of ['1.0.0-b', '1.0.0-c']) {
      await activateNew(store, tinyRemote('booking', id));
    }
  });

  const group = async (report: Partial<IncidentReport>) => groupFailures(store, { failures: [], rates: [], ...report });

  test('compares the rate of the active release with that of the previous one', async () => {
    const [failed] = await group({
      failures: [failureOf('1.0.0-c')],
      rates: [
        rateOf('1.0.0-c', 12, 340, { failures: 12, pages: 9000 }),
        rateOf('1.0.0-b', 0, 0, { failures: 2, pages: 2000 }),
        rateOf('1.0.0-a', 5, 5),
      ],
    });
    expect(failed).toEqual({
      name: 'booking',
      id: '1.0.0-c',
      state: 'active',
      failures: 12,
      recovered: 0,
      pages: 340,
      live: 0,
      rate: 12 / 340,
      previousRate: 2 / 2000,
      kinds: [kind],
    });
  });

  test('compares a release that was rolled back with the release that it had replaced', async () => {
    await rollBack(store, 'booking');
    const rates = [rateOf('1.0.0-c', 12, 120), rateOf('1.0.0-b', 1, 1000), rateOf('1.0.0-a', 9, 9)];
    const [failed] = await group({ failures: [failureOf('1.0.0-c')], rates });
    expect(failed).toMatchObject({ state: 'not active', failures: 12, rate: 0.1, previousRate: 0.001 });
  });

  test('names the state of each failed release', async () => {
    await changeSite(store, '', (current) => decideRevocation(store, current, { name: 'booking', id: '1.0.0-b' }));
    const names = ['1.0.0-a', '1.0.0-b', '1.0.0-c', '9.9.9-never'];
    const failed = await group({
      failures: [...names.map((id) => failureOf(id)), failureOf('1.0.0-c', { preview: true })],
    });
    expect(failed.map(({ id, state }) => `${id} ${state}`)).toEqual([
      '1.0.0-a not active',
      '1.0.0-b revoked',
      '1.0.0-c active',
      '9.9.9-never unknown',
      '1.0.0-c preview',
    ]);
  });

  test('counts failures of a preview separately and without a rate', async () => {
    const failures = [failureOf('1.0.0-c', { preview: true, count: 2 }), failureOf('1.0.0-c', { count: 3 })];
    const failed = await group({ failures, rates: [rateOf('1.0.0-c', 3, 30), rateOf('1.0.0-b', 1, 10)] });
    expect(failed).toMatchObject([
      { state: 'preview', failures: 2, pages: 0, rate: null, previousRate: null },
      { state: 'active', failures: 3, rate: 0.1, previousRate: 0.1 },
    ]);
  });

  test('lists each kind of failure with its route, its first and its last time', async () => {
    const failures = [
      failureOf('1.0.0-c', { count: 11 }),
      failureOf('1.0.0-c', { phase: 'runtime', code: 'rejection', route: '/booking/dates', count: 1 }),
      failureOf('1.0.0-b', { count: 1 }),
    ];
    const rates = [rateOf('1.0.0-c', 12, 340), rateOf('1.0.0-b', 1, 4000)];
    expect(describeFailures(await group({ failures, rates }), 12, now).split('\n')).toEqual([
      'Failures in a day, the first of each network and release, from 12 networks in all:',
      'booking@1.0.0-c (active): 12 failures on 340 pages, 3.5 %; previous: < 0.1 %',
      '  render exception   /booking        11 ×  first 3 h ago  last 2 min ago',
      '  runtime rejection  /booking/dates  1 ×   first 3 h ago  last 2 min ago',
      'booking@1.0.0-b (not active): 1 failure on 4000 pages, < 0.1 %',
      '  render exception  /booking  1 ×  first 3 h ago  last 2 min ago',
    ]);
  });

  test('names what helped after a failure, and leaves out of the rate what a retry recovered', async () => {
    const day = { failures: 2, recovered: 4, pages: 100, live: 97 };
    const failures = [
      failureOf('1.0.0-c', { mended: 'retry', code: 'network', phase: 'page', count: 3 }),
      failureOf('1.0.0-c', { mended: 'previous', count: 1 }),
      failureOf('1.0.0-c', { count: 1 }),
    ];
    const [failed] = await group({ failures, rates: [{ remote: 'booking', release: '1.0.0-c', day, kept: day }] });
    expect(failed).toMatchObject({ failures: 2, recovered: 4, live: 97, rate: 0.02 });
    const lines = describeFailures(failed ? [failed] : [], 6, now).split('\n');
    expect(lines.slice(1).map((line) => line.replace(/ +first.*/, ''))).toEqual([
      'booking@1.0.0-c (active): 2 failures on 100 pages, 2.0 %; 4 recovered',
      '  page network, recovered by a retry                /booking  3 ×',
      '  render exception, the previous release was shown  /booking  1 ×',
      '  render exception                                  /booking  1 ×',
    ]);
  });

  test('prints no text from reports that name an unknown release', async () => {
    const other = { ...kind, remote: 'other', release: 'other', preview: false, code: 'other', route: '/' };
    const text = describeFailures(await group({ failures: [other] }), 1, now);
    expect(text).toMatch(/\nNames that are no release of the site: 12 failures\n {2}render other +\/ /);
  });
});

describe('describe lines', () => {
  const SINCE = '2026-11-24T12:00:00Z';
  const failure: LocatedFailure = {
    name: 'booking',
    id: '1.0.0-c',
    commit: '0123456789abcdef0123456789abcdef01234567',
    preview: false,
    phase: 'runtime',
    code: 'exception',
    route: '/booking',
    mended: null,
    count: 12,
    firstAt: '2026-11-25T09:00:00Z',
    lastAt: '2026-11-25T11:58:00Z',
    script: 'booking-page.0123456789.js',
    line: 1,
    column: 2345,
    thrownIn: null,
    source: { file: 'remote-booking/src/booking-page.tsx', line: 42, column: 7, name: 'chooseDates' },
    noLine: null,
  };
  const described = (...changes: readonly Partial<LocatedFailure>[]) =>
    describeLines({
      since: SINCE,
      until: null,
      isElsewhere: false,
      failures: changes.map((one) => ({ ...failure, ...one })),
    });

  test('lists the positions of each release with counts, file, line, name, route, times and commit', () => {
    const span = '2026-11-25 09:00 to 2026-11-25 11:58 UTC';
    const next = { id: '1.0.0-d', preview: true, commit: '' };
    expect(
      described({}, { count: 1, source: null, noLine: 'no-map', mended: 'copy', firstAt: failure.lastAt }, next),
    ).toBe(
      [
        'Failures since 2026-11-24 12:00 UTC by line, the first of each network and release:',
        'booking@1.0.0-c, commit 0123456789abcdef0123456789abcdef01234567:',
        `  12 ×  remote-booking/src/booking-page.tsx:42:7 (chooseDates)  /booking  runtime exception${' '.repeat(29)}  ${span}`,
        `  1 ×   booking-page.0123456789.js:1:2345                       /booking  runtime exception, the composed HTML was shown  2026-11-25 11:58 UTC`,
        '        No source map of booking-page.0123456789.js is stored.',
        'booking@1.0.0-d (preview):',
        `  12 ×  remote-booking/src/booking-page.tsx:42:7 (chooseDates)  /booking  runtime exception  ${span}`,
      ].join('\n'),
    );
  });

  test('text of a source map cannot control the terminal', () => {
    const source = { file: 'a\u001b[31m.ts', line: 1, column: 1, name: '\u202e' };
    const text = described({ source });
    expect([text.includes('\u001b'), text.includes('\u202e')]).toEqual([false, false]);
  });

  test('no failures and unknown failures differ', () => {
    const found = { since: SINCE, until: '2026-11-24T14:00:00Z', failures: [], isElsewhere: false };
    expect(describeLines(found)).toBe('No failures from 2026-11-24 12:00 to 2026-11-24 14:00 UTC.');
    expect(describeLines({ ...found, failures: null })).toBe(
      'Failures from 2026-11-24 12:00 to 2026-11-24 14:00 UTC: not known, the database does not answer.',
    );
    expect(describeLines({ ...found, failures: null, isElsewhere: true })).toBe(
      'Failures from 2026-11-24 12:00 to 2026-11-24 14:00 UTC: not known, the hosted database has them, name it in DATABASE_URL.',
    );
  });
});

const found = { days: 30, fewest: 20, isElsewhere: false };
const lcp: ReleaseSpeed = {
  name: 'booking',
  id: '1.0.0-b',
  state: 'active',
  route: '/booking',
  metric: 'lcp',
  n: 40,
  p75: 1833.3,
  from: 1000,
  to: 3000,
  rating: 'good',
  shares: [35, 4, 1],
};

test('speeds are listed with percentile, interval, shares and number of pages, by release and route', () => {
  const cls: ReleaseSpeed = { ...lcp, metric: 'cls', p75: 0.0213, from: 0.01, to: 0.025, shares: [40, 0, 0] };
  const slow: ReleaseSpeed = {
    ...lcp,
    id: '1.0.0-a',
    state: 'previous',
    p75: null,
    from: 8000,
    to: null,
    rating: 'poor',
  };
  expect(describeSpeeds({ ...found, speeds: [lcp, cls, slow] }).split('\n')).toEqual([
    'Speeds of pages in 30 days, of visitors who accepted it, where 20 or more were measured:',
    'booking@1.0.0-b (active)',
    expect.stringMatching(/^ {2}route +p75 +95 % interval +good +middle +poor +pages$/),
    expect.stringMatching(/^ {2}\/booking +LCP +1833 ms, good +1000 ms to 3000 ms +88 % +10 % +3 % +40$/),
    expect.stringMatching(/^ {2}\/booking +CLS +0\.021, good +0\.010 to 0\.025 +100 % +0 % +0 % +40$/),
    'booking@1.0.0-a (previous)',
    expect.stringMatching(/^ {2}route /),
    expect.stringMatching(/^ {2}\/booking +LCP +over 12000 ms, poor +8000 ms to more +88 % +10 % +3 % +40$/),
  ]);
});
