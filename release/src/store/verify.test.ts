import { activateReleases } from '../testing/change';
import { memoryStore } from '../testing/memory-store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '../testing/tiny-site';
import { type IndexEntry, NOT_FOUND } from './release';
import type { Store } from './store';
import { verify } from './verify';

let store: Store;
let entry: IndexEntry;

beforeEach(async () => {
  store = memoryStore();
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking')]);
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  const changed = await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  if (!changed) throw new Error('Nothing was to change.');
  entry = changed.entry;
});

const bodyOf = (path: string) => `bodies/${entry.pages[path]?.body}`;

async function replace(key: string, text: string) {
  await store.blobs.remove(key);
  await store.blobs.add(key, text);
}

test('finds nothing in an undamaged store', async () => {
  expect(await verify(store, entry)).toEqual([]);
});

test.each([
  ['r/booking/1.0.0-b/remoteEntry.js', 'an active release'],
  ['node/booking/1.0.0-b/booking-page.js', "an active release's node build"],
  ['r/booking/1.0.0-a/picture.svg', 'a previous release'],
])('names %s, of %s, when it is missing or has changed', async (key) => {
  await store.blobs.remove(key);
  expect(await verify(store, entry)).toEqual([`${key} is missing`]);
  await store.blobs.add(key, 'something else');
  expect(await verify(store, entry)).toEqual([`${key} has changed`]);
});

test('names an active release that is missing, but not a previous one that was pruned', async () => {
  await store.removeRelease({ name: 'booking', id: '1.0.0-a' });
  expect(await verify(store, entry)).toEqual([]);
  await store.removeRelease({ name: 'landing', id: '1.0.0-a' });
  expect(await verify(store, entry)).toEqual(['landing@1.0.0-a is missing']);
});

test.each(['/', '/booking', NOT_FOUND, '/releases.json', '/robots.txt'])('names the page %s', async (path) => {
  await store.blobs.remove(bodyOf(path));
  expect(await verify(store, entry)).toEqual([`the page ${path} is missing`]);
  await replace(bodyOf(path), 'something else');
  expect(await verify(store, entry)).toEqual([`the page ${path} has changed`]);
});

test.each(['br', 'gz'])('names a page whose compressed form (%s) has other content, or none', async (ending) => {
  for (const text of ['something else', '']) {
    await replace(`${bodyOf('/')}.${ending}`, text);
    expect(await verify(store, entry)).toEqual(['the compressed page / has changed']);
  }
});

test('an entry that cannot be read is an error that names its key', async () => {
  await replace('index/00000002.json', '{ "seq": 2');
  await expect(store.readIndex()).rejects.toThrow('index/00000002.json in the store is damaged: put it back');
});

test('lists all damage', async () => {
  await store.blobs.remove(bodyOf('/'));
  await replace('r/landing/1.0.0-a/picture.svg', '');
  expect((await verify(store, entry)).sort()).toEqual([
    'r/landing/1.0.0-a/picture.svg has changed',
    'the page / is missing',
  ]);
});
