import { memoryStore } from '../../tests/support/memory-store';
import { activateReleases, type BuiltRelease, openTinySite, tinyRemote, withMap } from '../../tests/support/tiny-site';
import { addRelease } from './add-release';
import { repairReleases, verify } from './damage';
import { mapKey } from './keys';
import { mirrorStore } from './mirror-store';
import { findPrunable, prune } from './prune';
import type { Revision } from './revision';
import type { Store } from './store';

const BOOKING = { name: 'booking', id: '1.0.0-b' };
const key = mapKey(BOOKING, 'remoteEntry.js');
const provenance = { commit: '', author: '', isDirty: null };

let store: Store;
let revision: Revision;

const publish = (artifact: BuiltRelease) => addRelease(store, { ...artifact, provenance });
const booking = (map?: string) => withMap(tinyRemote('booking', BOOKING.id), map);

beforeEach(async () => {
  store = memoryStore();
  revision = await openTinySite(store);
  await publish(booking());
});

test.each([
  ['missing', () => store.blobs.remove(key)],
  ['changed', () => store.blobs.replace(key, 'something else')],
])('verification names a source map that is %s; its release can still be activated', async (what, damage) => {
  expect(await verify(store, revision)).toEqual([]);
  await damage();
  expect(await verify(store, revision)).toEqual([`${key} ${what === 'missing' ? 'is missing' : 'has changed'}`]);
  expect(await store.readMap(await store.read(BOOKING.name, BOOKING.id), 'remoteEntry.js')).toBeNull();
  expect(await activateReleases(store, BOOKING)).not.toBeNull();
});

test('only a publication of the same sources restores a damaged map, and one of others replaces none', async () => {
  expect((await publish(booking('a comment moved every line'))).outcome).toBe('known');
  expect((await store.blobs.get(key))?.toString()).toBe('a source map');
  await store.blobs.replace(key, 'something else');
  expect(await repairReleases(store)).toEqual([]);
  expect((await publish(booking('a map of other sources'))).outcome).toBe('known');
  expect((await store.blobs.get(key))?.toString()).toBe('something else');
  expect((await publish(booking())).outcome).toBe('repaired');
  expect(await verify(store, revision)).toEqual([]);
});

test('a release is pruned with its source maps', async () => {
  const prunable = await findPrunable(store, [revision], { keep: 0, days: 0, now: new Date() });
  expect(prunable.releases).toContainEqual(BOOKING);
  await prune(store, prunable);
  expect(await store.blobs.get(key)).toBeNull();
  expect(await store.blobs.list('maps/booking/')).toEqual([]);
});

test('a mirror of the store has the source maps', async () => {
  const mirror = memoryStore();
  await mirrorStore({ from: store.blobs, to: mirror.blobs });
  expect((await mirror.blobs.get(key))?.toString()).toBe('a source map');
});
