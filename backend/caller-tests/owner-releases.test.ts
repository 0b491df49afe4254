import { logInput, readLog } from '@site/release-core/queries/read-log';
import { readStatus } from '@site/release-core/queries/read-status';
import {
  activateReleases,
  activateWatched,
  addAll,
  rollBack,
  rollBackAtFailures,
  tinyRemote,
  tinyStore,
} from '@site/release-core/tests/support/tiny-site';
import { bodySchema } from '@site/release-core/wire/protocol';
import { locateFailures } from '@site/release-server/browser-reports/locate-failures';
import { speedsOf } from '@site/release-server/browser-reports/speeds';
import type {
  ChangeLogAnswer,
  FailureLine,
  PartHolds,
  PartStatus,
  RouteSpeed,
  SiteStatus,
} from '@site/remote-owner/src/api/release-answers';
import { lastChangeOf, ofPart, watchOfPart } from '@site/remote-owner/src/parts/read-status';
import * as v from 'valibot';

// Assigned without a cast: the compiler compares what the release interface answers with what the owner's space
// reads.
test('the owner’s space reads the status, the log and the failures that the release interface answers', async () => {
  const store = await tinyStore();
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  await activateWatched(store, { name: 'booking', id: '1.0.0-b' });

  const log: ChangeLogAnswer = await readLog(store, v.parse(bodySchema(logInput), { words: [], limit: '50' }));
  expect(lastChangeOf(log.changes, 'booking')).toMatchObject({
    command: 'activate',
    parts: [{ name: 'booking', from: '1.0.0-a', to: '1.0.0-b' }],
  });
  const status: Omit<SiteStatus, 'failures' | 'requests'> = await readStatus(store);
  const { names } = status;
  expect(names.find(({ name }) => name === 'booking')).toMatchObject({ active: '1.0.0-b', previous: ['1.0.0-a'] });
  const [booking] = names.filter(({ name }) => name === 'booking');
  expect(booking && watchOfPart({ ...status, failures: null, requests: null }, booking)).toMatchObject({
    verdict: null,
    networks: 0,
  });

  const reported = { remote: 'booking', release: '1.0.0-b', preview: false, phase: 'runtime', code: 'exception' };
  const position = { route: '/booking', mended: null, script: 'remoteEntry.js', line: 1, column: 2, thrownIn: null };
  const counted = { count: 1, firstAt: '2026-11-25T09:00:00Z', lastAt: '2026-11-25T09:00:00Z' };
  const lines: readonly FailureLine[] = await locateFailures(
    store,
    [{ ...reported, ...position, ...counted }],
    () => true,
  );
  expect(lines).toMatchObject([{ name: 'booking', id: '1.0.0-b', script: 'remoteEntry.js', noLine: 'no-map' }]);
});

test('the owner’s space reads the speeds that the release interface answers', async () => {
  const store = await tinyStore();
  const counted = { remote: 'booking', release: '1.0.0-a', route: '/booking', metric: 'lcp', bucket: 2, pages: 25 };
  const speeds: readonly RouteSpeed[] = await speedsOf(store, [counted]);
  const [part] = (await readStatus(store)).names.filter(({ name }) => name === 'booking');
  expect(part && ofPart(speeds, part)).toMatchObject([{ state: 'active', metric: 'lcp', n: 25, to: 1500 }]);
});

interface StatusAnswer {
  readonly names: readonly PartStatus[];
  readonly holds: PartHolds;
}

test('the owner’s space reads which parts a rollback, by a person or automatic, holds, why, by whom and since when', async () => {
  const store = await tinyStore();
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('landing', '1.0.0-b')]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' }, { name: 'landing', id: '1.0.0-b' });
  await rollBack(store, 'booking');
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  await rollBackAtFailures(store, 4, '3 of 30');

  const { holds }: StatusAnswer = await readStatus(store);
  expect(holds).toEqual({ booking: { kind: 'guard', who: 'guard', why: '3 of 30', at: expect.any(String), seq: 5 } });
  const log: ChangeLogAnswer = await readLog(store, v.parse(bodySchema(logInput), { words: [] }));
  expect(log.changes.map(({ held }) => held?.kind)).toEqual([undefined, undefined, 'rollback', undefined, 'guard']);
});
