import { HOUR_MS } from '@site/contract/today';
import { bodyKey, clientKey } from '@site/release-core/store/keys';
import { openStore, type Store } from '@site/release-core/store/store';
import { countedBlobs, memoryStore, readHistory } from '@site/release-core/tests/support/memory-store';
import {
  activateReleases,
  addAll,
  openTinySite,
  rollBack,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { StoreAwayError, UserError } from '@site/release-core/user-error';
import { composedPages } from './composed-pages';
import { type FollowedStore, followStore } from './follow-store';
import { followedFiles } from './served-releases';

let store: Store;
let cache: Store;
let isAway: boolean;
let now: number;
let printed: string[];
let followed: FollowedStore;

beforeEach(async () => {
  [store, cache] = [memoryStore(), memoryStore()];
  [isAway, now, printed] = [false, Date.parse('2026-11-22T12:00:00Z'), []];
  await openTinySite(store);
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('booking', '1.0.0-c')]);
  followed = follow();
});

/** The store as a server on another machine reaches it. */
const seen = (): Store => {
  const reach =
    <Args extends readonly unknown[], Value>(ask: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      if (isAway) throw new StoreAwayError('The store s3://site/live does not answer.');
      return ask(...args);
    };
  const { blobs } = store;
  return openStore({ ...blobs, get: reach(blobs.get), has: reach(blobs.has), list: reach(blobs.list) });
};
const follow = (from = seen()) => followStore(from, cache, { now: () => now, log: (line) => printed.push(line) });
const activate = (id: string) => activateReleases(store, { name: 'booking', id });

async function bookingOf({ pages }: FollowedStore) {
  const page = await composedPages(pages, undefined, (line) => printed.push(line))('/booking');
  return page.status === 308 ? '' : page.body.identity.toString();
}
const filesOf = (one = followed, from = seen()) => followedFiles({ store: from, cache, followed: one });

test('a server that follows a store serves a change only after `poll` has cached all files that it needs', async () => {
  await followed.poll();
  expect(await bookingOf(followed)).toContain('booking 1.0.0-a');
  await activate('1.0.0-b');
  expect(await bookingOf(followed)).toContain('booking 1.0.0-a');

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const get: Store['blobs']['get'] = async (key) => {
    if (key === clientKey({ name: 'booking', id: '1.0.0-b' }, 'picture.svg')) await held;
    return store.blobs.get(key);
  };
  const slow = follow(openStore({ ...store.blobs, get }));
  const polled = slow.poll();
  expect(slow.revision()).toBeNull();
  release();
  await polled;
  expect(await bookingOf(slow)).toContain('booking 1.0.0-b');
  expect(await cache.blobs.has('r/booking/1.0.0-b/picture.svg')).toBe(true);
});

test('a server that follows a store serves the pages while the store is away, reports since when, and then serves the next change', async () => {
  await followed.poll();
  expect(followed.unavailableSince()).toBeNull();
  isAway = true;
  const since = new Date(now);
  for (let minute = 0; minute < 60; minute += 1) {
    await followed.poll();
    now += HOUR_MS / 60;
    expect(followed.unavailableSince()).toEqual(since);
    expect(await bookingOf(followed)).toContain('booking 1.0.0-a');
  }
  isAway = false;
  await activate('1.0.0-b');
  await followed.poll();
  expect(followed.unavailableSince()).toBeNull();
  expect(await bookingOf(followed)).toContain('booking 1.0.0-b');
});

test('a server that follows a store reports a store that hangs as away after ten seconds', async () => {
  await followed.poll();
  const hanging = follow(openStore({ ...store.blobs, get: () => new Promise(() => undefined) }));
  void hanging.poll();
  await Promise.resolve();
  const since = new Date(now);
  now += 10_000;
  expect(hanging.unavailableSince()).toBeNull();
  now += 1;
  expect(hanging.unavailableSince()).toEqual(since);
});

test('a server that follows a store serves the cache when it starts while the store is away', async () => {
  await activate('1.0.0-b');
  await followed.poll();
  isAway = true;
  const next = follow();
  await next.poll();
  expect(next.unavailableSince()).not.toBeNull();
  expect(await bookingOf(next)).toContain('booking 1.0.0-b');
  expect((await filesOf(next)('booking/1.0.0-b/remoteEntry.js'))?.isIntact).toBe(true);
});

test('a server that follows a store refuses to start without a cache while the store is away', async () => {
  isAway = true;
  const started = follow().poll();
  await expect(started).rejects.toThrow(UserError);
  await expect(started).rejects.toThrow(
    'The store s3://site/live does not answer. The site cannot start without it: nothing is kept on this machine.',
  );
});

test('a server that follows a store polls for a change with one request, and downloads no release again for a rollback', async () => {
  await activate('1.0.0-b');
  await followed.poll();
  const { watched, count } = countedBlobs(store.blobs);
  const read: string[] = [];
  const get: Store['blobs']['get'] = (key) => {
    read.push(key);
    return watched.get(key);
  };
  const counted = follow(openStore({ ...watched, get }));
  await counted.poll();
  [count.requests, read.length] = [0, 0];
  await counted.poll();
  expect(count.requests).toBe(1);
  await rollBack(store, 'booking');
  await counted.poll();
  expect(read.filter((key) => key.startsWith('r/'))).toEqual([]);
  expect(await bookingOf(counted)).toContain('booking 1.0.0-a');
});

test('a server that follows a store reads a file of an older release from the store, and throws while the store is away', async () => {
  await followed.poll();
  const read = filesOf();
  const path = 'booking/1.0.0-c/remoteEntry.js';
  expect((await read(path))?.body.identity.toString()).toBe('booking(1.0.0-c)');
  isAway = true;
  await followed.poll();
  await expect(filesOf()(path)).rejects.toThrow(StoreAwayError);
  expect((await filesOf()('booking/1.0.0-a/remoteEntry.js'))?.isIntact).toBe(true);
});

test('a server that follows a store reads a file from the store when the cached copy is damaged', async () => {
  await followed.poll();
  const path = 'booking/1.0.0-a/remoteEntry.js';
  await cache.blobs.replace(`r/${path}`, 'changed');
  expect((await filesOf()(path))?.body.identity.toString()).toBe('booking(1.0.0-a)');
});

test('never asks the store for invalid addresses, and only once for unknown ones', async () => {
  await followed.poll();
  const { watched, count } = countedBlobs(store.blobs);
  const read = filesOf(followed, openStore(watched));
  for (const path of ['nobody/1.0.0-a/x.js', '__proto__/1.0.0-a/x.js', 'booking/x', 'booking', '../etc/passwd', '']) {
    expect(await read(path)).toBeNull();
  }
  expect(count.requests).toBe(0);
  expect(await read('booking/9.9.9-x/x.js')).toBeNull();
  const { requests } = count;
  for (let time = 0; time < 100; time += 1) expect(await read('booking/9.9.9-x/x.js')).toBeNull();
  expect(count.requests).toBe(requests);
});

test('a server that follows a store forgets releases, pages and revisions that were active more than two days ago', async () => {
  await followed.poll();
  const first = followed.revision();
  await activate('1.0.0-b');
  await activate('1.0.0-c');
  now = Date.now() + 49 * HOUR_MS;
  await followed.poll();
  expect(await cache.listIds('booking')).toEqual(expect.arrayContaining(['1.0.0-b', '1.0.0-c']));
  expect(await cache.listIds('booking')).toHaveLength(2);
  expect(await cache.readIdentity(first?.pages['/booking']?.body ?? '')).toBeNull();
  expect((await readHistory(cache)).map(({ seq }) => seq)).toEqual([3]);
});

test('a server that follows a store follows a store that was restored from a backup', async () => {
  const backup = memoryStore();
  await openTinySite(backup, [tinyShell(), tinyRemote('landing'), tinyRemote('booking', '1.0.0-c')]);
  await activate('1.0.0-b');
  await followed.poll();
  const next = follow(backup);
  await next.poll();
  expect(await bookingOf(next)).toContain('booking 1.0.0-c');
  expect((await cache.readState()).revision?.releases.booking?.active).toBe('1.0.0-c');
});

test('a server that follows a store names a release that is damaged in the store, and serves its page once it is repaired', async () => {
  const changed = await activate('1.0.0-b');
  const body = changed?.revision.pages['/booking']?.body ?? '';
  const whole = await store.blobs.get(bodyKey(body));
  for (const ending of ['', '.br', '.gz']) await store.blobs.replace(bodyKey(body) + ending, 'damaged');
  await store.blobs.replace('r/booking/1.0.0-b/remoteEntry.js', 'damaged');
  await followed.poll();
  expect(printed).toEqual([expect.stringContaining('booking@1.0.0-b is damaged or missing in the store')]);
  await expect(bookingOf(followed)).rejects.toThrow('The page /booking is damaged');
  await store.blobs.replace(bodyKey(body), whole ?? '');
  await followed.poll();
  expect(await bookingOf(followed)).toContain('booking 1.0.0-b');
});
