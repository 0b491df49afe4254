import { memoryStore } from '../../tests/support/memory-store';
import { activateNew, addAll, exampleRelease, tinyRemote, tinyStore } from '../../tests/support/tiny-site';
import { compress } from '../compress';
import { integrityOf } from '../integrity';
import { repairReleases, verify } from './damage';
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

describe('repair', () => {
  const CODE = Buffer.from('remote()');
  const PICTURE = Buffer.from('png');

  let store: Store;

  beforeEach(async () => {
    store = memoryStore();
    const encoded = (await compress('main.js', CODE)).map(([ending, bytes]) => [`main.js${ending}`, bytes] as const);
    const client = new Map([['main.js', CODE], ['picture.png', PICTURE], ...encoded]);
    const files = Object.fromEntries([...client].map(([file, content]) => [file, integrityOf(content)]));
    await store.addRelease(exampleRelease({ files }), client, new Map());
  });

  const keyOf = (file: string) => `r/booking/1.0.0-a/${file}`;

  test.each([
    [['main.js']],
    [['main.js.br']],
    [['main.js.gz']],
    [['main.js', 'main.js.br']],
    [['main.js.br', 'main.js.gz']],
  ])('restores %j from the other forms', async (files) => {
    for (const file of files) await store.blobs.replace(keyOf(file), 'something else');
    expect(await repairReleases(store)).toEqual(files.map((file) => `${keyOf(file)} has changed`));
    expect(await verify(store, { releases: {}, pages: {} } as never)).toEqual([]);
    expect(await store.blobs.get(keyOf('main.js'))).toEqual(CODE);
  });

  test('leaves a file without an intact form, and one that has no other form', async () => {
    for (const file of ['main.js', 'main.js.br', 'main.js.gz', 'picture.png']) {
      await store.blobs.replace(keyOf(file), 'something else');
    }
    expect(await repairReleases(store)).toEqual([]);
    expect((await store.blobs.get(keyOf('main.js')))?.toString()).toBe('something else');
  });
});
