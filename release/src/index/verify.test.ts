import type { Store } from '../store/store';
import { memoryStore } from '../testing/memory-store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '../testing/tiny-site';
import { changeIndex } from './change-index';
import { decideActivation } from './decide';
import { verify } from './verify';

let store: Store;

beforeEach(async () => {
  store = memoryStore();
  await openTinySite(store, [tinyShell('s1'), tinyRemote('landing', 'a'), tinyRemote('booking', 'a')]);
  await addAll(store, [tinyRemote('booking', 'b'), tinyRemote('booking', 'c')]);
  await changeIndex(store, '', (current) => decideActivation(store, current, 'booking', 'b'));
});

async function damage() {
  const index = await store.readIndex();
  return index && verify(store, index);
}

async function replace(key: string, value: string) {
  await store.blobs.remove(key);
  await store.blobs.add(key, value);
}

const bodyOf = async (path: string) => `bodies/${(await store.readIndex())?.pages[path]?.body}`;

test('finds nothing wrong with what is whole', async () => {
  expect(await damage()).toEqual([]);
});

test('names every file of an active release that is missing or has changed', async () => {
  await replace('r/booking/b/remoteEntry.js', 'something else');
  await store.blobs.remove('node/booking/b/booking-page.js');
  await store.blobs.remove('r/shell/s1/main.js');
  expect((await damage())?.sort()).toEqual([
    'node/booking/b/booking-page.js is missing',
    'r/booking/b/remoteEntry.js has changed',
    'r/shell/s1/main.js is missing',
  ]);
});

test('looks at what can be gone back to, and at nothing else', async () => {
  await replace('r/booking/a/picture.svg', '<svg');
  await replace('r/booking/c/picture.svg', '<svg');
  expect(await damage()).toEqual(['r/booking/a/picture.svg has changed']);
});

test('names an active release that is gone, but none that was removed on purpose', async () => {
  await store.removeRelease('booking', 'a');
  expect(await damage()).toEqual([]);
  await store.removeRelease('landing', 'a');
  expect(await damage()).toEqual(['landing@a is missing']);
});

test('names every page that is missing or has changed', async () => {
  const booking = await bodyOf('/booking');
  await replace(booking, `${(await store.blobs.get(booking))?.toString()} `);
  await store.blobs.remove(await bodyOf('/robots.txt'));
  expect((await damage())?.sort()).toEqual(['the page /booking has changed', 'the page /robots.txt is missing']);
});
