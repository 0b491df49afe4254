import type { IncidentReport } from '@site/backend/incident-report';
import { changeIndex } from '@site/release-core/changes/change-index';
import { decideRevocation } from '@site/release-core/changes/decide';
import type { Store } from '@site/release-core/store/store';
import { activateNew, rollBack } from '@site/release-core/tests/support/change';
import { tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { groupFailures } from '@site/server/failures/failures';
import { describeFailures } from './describe-failures';

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
  await changeIndex(store, '', (current) => decideRevocation(store, current, { name: 'booking', id: '1.0.0-b' }));
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

test('says that there is no rate when no page was counted', async () => {
  const failed = await group({ failures: [failureOf('1.0.0-c')], rates: [rateOf('1.0.0-c', 12, 0)] });
  expect(failed).toMatchObject([{ failures: 12, pages: 0, rate: null, previousRate: null }]);
  expect(describeFailures(failed, 12, now).split('\n').slice(1)).toEqual([
    'booking@1.0.0-c (active): 12 failures',
    '  render exception  /booking  12 ×  first 3 h ago  last 2 min ago',
    'No rates: no page was counted with these releases.',
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
    'Failures in a day, one for each address and release, from 12 addresses in all:',
    'booking@1.0.0-c (active): 12 failures on 340 pages, 3.5 %; previous: < 0.1 %',
    '  render exception   /booking        11 ×  first 3 h ago  last 2 min ago',
    '  runtime rejection  /booking/dates  1 ×   first 3 h ago  last 2 min ago',
    'booking@1.0.0-b (not active): 1 failure on 4000 pages, < 0.1 %',
    '  render exception  /booking  1 ×  first 3 h ago  last 2 min ago',
  ]);
});

test('names what helped after a failure, and leaves out of the rate what a retry mended', async () => {
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
    '  page network, mended by a retry                   /booking  3 ×',
    '  render exception, the previous release was shown  /booking  1 ×',
    '  render exception                                  /booking  1 ×',
  ]);
});

test('prints no line longer than a hundred columns, even for forged reports', async () => {
  const forged = { phase: 'runtime', code: 'c'.repeat(60), route: `/${'r'.repeat(199)}` };
  const failures = [failureOf('1.0.0-c', forged), ...[1, 2, 3, 4].map((each) => failureOf('1.0.0-c', { count: each }))];
  const text = describeFailures(await group({ failures }), 1, now);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(text).toContain('2 more: --json');
});

test('prints one sentence for a day without failures', async () => {
  expect(describeFailures(await group({}), 0, now)).toBe('No failures in a day.');
});

test('prints no text from reports that name an unknown release', async () => {
  const other = { ...kind, remote: 'other', release: 'other', preview: false, code: 'other', route: '/' };
  const text = describeFailures(await group({ failures: [other] }), 1, now);
  expect(text).toMatch(/\nNames that are no release of the site: 12 failures\n {2}render other +\/ /);
});
