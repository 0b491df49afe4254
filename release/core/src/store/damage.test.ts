import { activateNew, addAll, tinyRemote, tinyStore } from '../../tests/support/tiny-site';
import { verify } from './damage';
import type { Revision } from './revision';
import type { Store } from './store';

describe('verify', () => {
  let store: Store;
  let revision: Revision;

  beforeEach(async () => {
    store = await tinyStore();
    revision = (await activateNew(store, tinyRemote('booking', '1.0.0-b'))).revision;
  });

  const replace = (key: string, text: string) => store.blobs.replace(key, text);

  test.each([
    ['r/booking/1.0.0-b/remoteEntry.js', 'an active release'],
    ['node/booking/1.0.0-b/booking-page.js', "an active release's node build"],
    ['r/booking/1.0.0-a/picture.svg', 'a previous release'],
  ])('names %s, of %s, when it is missing or has changed', async (key) => {
    await store.blobs.remove(key);
    expect(await verify(store, revision)).toEqual([`${key} is missing`]);
    await store.blobs.add(key, 'something else');
    expect(await verify(store, revision)).toEqual([`${key} has changed`]);
  });

  test('names an active release that is missing, but not a previous one that was pruned', async () => {
    await store.removeRelease({ name: 'booking', id: '1.0.0-a' });
    expect(await verify(store, revision)).toEqual([]);
    await store.removeRelease({ name: 'landing', id: '1.0.0-a' });
    expect(await verify(store, revision)).toEqual(['landing@1.0.0-a is missing']);
  });

  test.each(['1.0.0-a', '1.0.0-b', '1.0.0-c'])('names the damaged release.json of booking@%s', async (id) => {
    await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
    const key = `r/booking/${id}/release.json`;
    await replace(key, (await store.blobs.get(key))?.subarray(0, 99).toString() ?? '');
    expect(await verify(store, revision)).toEqual([`${key} is damaged: it is no valid JSON`]);
  });
});
