import { changeIndex } from '@site/release-core/changes/change-index';
import { decideRevocation } from '@site/release-core/changes/decide';
import type { Log } from '@site/release-core/operations/read-log';
import type { Store } from '@site/release-core/store/store';
import { activateReleases, activateWatched, returnByGuard, rollBack } from '@site/release-core/tests/support/change';
import { addAll, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { NO_COUNTS } from '@site/release-core/watch/judge';
import { type WatchEnd, watchesIn } from '@site/release-core/watch/stored-watches';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';
import { log } from './log';

let store: Store;

beforeEach(async () => {
  store = await tinyStore();
  await addAll(store, [tinyRemote('landing', '1.0.0-b'), tinyRemote('booking', '1.0.0-b')]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  await rollBack(store, 'booking');
  await activateReleases(store, { name: 'landing', id: '1.0.0-b' }, { name: 'booking', id: '1.0.0-b' });
});

const run = (options: TypedFlags = {}) => runIn(log, contextOn(store, options));
const listed = async (options: TypedFlags = {}) => ((await run(options)).json as Log).changes.map(({ seq }) => seq);

test('lists each part of a joint change on its own line', async () => {
  const lines = (await run()).text.split('\n');
  expect(lines[4]).toMatch(/^4 +\S+ +\S+ +activate landing +1\.0\.0-a +1\.0\.0-b/);
  expect(lines[5]).toMatch(/^ +activate booking \(resumed\) +1\.0\.0-a +1\.0\.0-b$/);
});

test('lists all changes of a part with --name, the latest last: single ones, joint ones and the first start', async () => {
  expect(await listed({ name: 'booking' })).toEqual([1, 2, 3, 4]);
  expect(await listed({ name: 'remote-landing' })).toEqual([1, 4]);
  expect(await listed({ name: 'shell' })).toEqual([1]);
});

test('lists the latest selected changes with --limit', async () => {
  expect(await listed({ limit: '2' })).toEqual([3, 4]);
  expect(await listed({ name: 'landing', limit: '1' })).toEqual([4]);
  expect(await listed({ limit: '999' })).toEqual([1, 2, 3, 4]);
});

test('lists the latest hundred changes without a limit, and mentions that there are more', async () => {
  const latest = await store.readIndex();
  if (!latest) throw new Error('There is an entry.');
  for (let seq = 5; seq <= 101; seq += 1) await store.addIndex({ ...latest, seq });
  expect((await listed())[0]).toBe(2);
  expect((await run()).text).toContain('The latest 100; for more, give --limit or --since.');
  expect(await listed({ limit: '999' })).toHaveLength(101);
  expect(await listed({ since: '1h' })).toHaveLength(101);
});

test('lists the changes from a moment on with --since', async () => {
  const [, , third] = await store.readHistory();
  expect(await listed({ since: '1h' })).toEqual([1, 2, 3, 4]);
  expect((await listed({ since: third?.change.at ?? '' })).at(-1)).toBe(4);
  expect(await listed({ since: '2999-01-01' })).toEqual([]);
  expect((await run({ since: '2999-01-01' })).text).toBe('No change in this selection.');
});

test('names the revoked release, and no replaced one when it was inactive', async () => {
  await changeIndex(store, '', (current) => decideRevocation(store, current, { name: 'booking', id: '1.0.0-a' }));
  expect((await run({ limit: '1' })).text).toMatch(/revoke booking@1\.0\.0-a$/);
});

test.each<[WatchEnd['verdict'], string]>([
  ['returned', 'returned'],
  ['passed', 'watch passed'],
  ['not-enough-visits', 'too few visits to judge'],
  ['not-returned', 'should go back, cannot'],
  ['replaced', 'watch ended by another change'],
])('marks a watched activation, and one whose watch ended as %s', async (verdict, mark) => {
  await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
  await activateWatched(store, { name: 'booking', id: '1.0.0-c' });
  expect((await run({ limit: '1' })).text).toMatch(/activate booking \(watched\) +1\.0\.0-b +1\.0\.0-c/);
  const part = { name: 'booking', id: '1.0.0-c', previous: '1.0.0-b', since: NO_COUNTS, before: null };
  await watchesIn(store.blobs).addEnd(5, {
    at: new Date().toISOString(),
    parts: [part],
    unattributed: 0,
    dropped: 0,
    verdict,
  });
  const { text, json } = await run({ limit: '1' });
  expect(text).toContain(`activate booking (${mark})`);
  expect((json as Log).changes).toMatchObject([{ seq: 5, watchedDays: 3, verdict }]);
});

test('lists a return as a rollback by the guard, with its figures and the hold', async () => {
  await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
  await activateWatched(store, { name: 'booking', id: '1.0.0-c' });
  await returnByGuard(store, 5, '2 networks reported failures');
  expect((await run({ limit: '1' })).text).toMatch(
    /^6 +\S+ +guard +rollback booking \(held\) +1\.0\.0-c +1\.0\.0-b +2 networks reported failures$/m,
  );
});

test.each([
  [{ name: 'bookings' }, 'No change concerns "bookings": choose among shell, landing, booking.'],
  [{ name: '__proto__' }, '"__proto__" is not a name: write it as booking'],
  [{ limit: '0' }, '--limit is "0": give a number from 1 on.'],
  [{ limit: '1e3' }, '--limit is "1e3": give a number from 1 on.'],
  [
    { since: 'monday' },
    '--since is "monday": write 2d, 3h, 30min, a day as 2026-11-22, or a moment in UTC as 2026-11-22T09:30.',
  ],
])('refuses %j with one sentence', async (options, sentence) => {
  await expect(run(options)).rejects.toThrow(sentence);
});
