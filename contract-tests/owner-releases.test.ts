import { logInput, readLog } from '@site/release-core/operations/read-log';
import { readStatus } from '@site/release-core/operations/read-status';
import { activateReleases, returnByGuard, rollBack } from '@site/release-core/tests/support/change';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { requestOf } from '@site/release-core/wire/input';
import {
  type ChangeLogAnswer,
  lastChangeOf,
  type PartHolds,
  type PartStatus,
} from '@site/remote-owner/src/parts/read-status';
import { parse } from 'valibot';

// Assigned without a cast: the compiler compares what the release interface answers with what the owner's space reads.
test('the owner’s space reads the status and the log that the release interface answers', async () => {
  const store = memoryStore();
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking')]);
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });

  const log: ChangeLogAnswer = await readLog(store, parse(requestOf(logInput), { words: [], limit: '50' }));
  expect(lastChangeOf(log.changes, 'booking')).toMatchObject({
    command: 'activate',
    parts: [{ name: 'booking', from: '1.0.0-a', to: '1.0.0-b' }],
  });
  const { names }: StatusAnswer = await readStatus(store);
  expect(names.find(({ name }) => name === 'booking')).toMatchObject({ active: '1.0.0-b', previous: ['1.0.0-a'] });
});

interface StatusAnswer {
  readonly names: readonly PartStatus[];
  readonly holds: PartHolds;
}

test('the owner’s space reads which parts a rollback or the guard holds, why, by whom and since when', async () => {
  const store = memoryStore();
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking')]);
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('landing', '1.0.0-b')]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' }, { name: 'landing', id: '1.0.0-b' });
  await rollBack(store, 'booking');
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  await returnByGuard(store, 4, '3 of 30');

  const { holds }: StatusAnswer = await readStatus(store);
  expect(holds).toEqual({ booking: { kind: 'guard', who: 'guard', why: '3 of 30', at: expect.any(String), seq: 5 } });
  const log: ChangeLogAnswer = await readLog(store, parse(requestOf(logInput), { words: [] }));
  expect(log.changes.map(({ held }) => held?.kind)).toEqual([undefined, undefined, 'rollback', undefined, 'guard']);
});
