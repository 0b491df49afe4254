import { logInput, readLog } from '@site/release-core/operations/read-log';
import { readStatus } from '@site/release-core/operations/read-status';
import { activateWatched } from '@site/release-core/tests/support/change';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { requestOf } from '@site/release-core/wire/input';
import {
  type ChangeLogAnswer,
  lastChangeOf,
  type PartStatus,
  type SiteStatus,
  watchOf,
} from '@site/remote-owner/src/parts/read-status';
import { parse } from 'valibot';

// Assigned without a cast: the compiler compares what the release interface answers with what the owner's space reads.
test('the owner’s space reads the status and the log that the release interface answers', async () => {
  const store = memoryStore();
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking')]);
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  await activateWatched(store, { name: 'booking', id: '1.0.0-b' });

  const log: ChangeLogAnswer = await readLog(store, parse(requestOf(logInput), { words: [], limit: '50' }));
  expect(lastChangeOf(log.changes, 'booking')).toMatchObject({
    command: 'activate',
    parts: [{ name: 'booking', from: '1.0.0-a', to: '1.0.0-b' }],
  });
  const status: Omit<SiteStatus, 'failures'> = await readStatus(store);
  const { names }: { readonly names: readonly PartStatus[] } = status;
  expect(names.find(({ name }) => name === 'booking')).toMatchObject({ active: '1.0.0-b', before: ['1.0.0-a'] });
  const [booking] = names.filter(({ name }) => name === 'booking');
  expect(booking && watchOf({ ...status, failures: null }, booking)).toMatchObject({ verdict: null, live: 0 });
});
