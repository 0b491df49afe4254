import { memoryStore } from '../testing/memory-store';
import { tinyData, tinyRemote } from '../testing/tiny-site';
import type { Blobs } from './blobs';
import type { IndexEntry } from './release';
import { openStore, type Store } from './store';

let store: Store;

beforeEach(() => {
  store = memoryStore();
});

const { release, client, node } = tinyRemote('booking', '1.0.0-a');
const entry = (seq: number): IndexEntry => ({
  seq,
  releases: {},
  data: tinyData,
  pages: {},
  change: { command: 'compose', why: `change ${seq}`, who: '', at: '' },
});

/** The same store on a disk that fails at the n-th value that is added. */
function failingAt(count: number) {
  let added = 0;
  const add: Blobs['add'] = async (key, value) => {
    added += 1;
    if (added === count) throw new Error('The power is out.');
    return store.blobs.add(key, value);
  };
  return openStore({ ...store.blobs, add });
}

test('a new store is empty', async () => {
  expect(await store.readIndex()).toBeNull();
  expect(await store.readHistory()).toEqual([]);
  expect(await store.listNames()).toEqual([]);
  expect(await store.has('booking', '1.0.0-a')).toBe(false);
  await expect(store.read('booking', '1.0.0-a')).rejects.toThrow(
    'There is no release booking@1.0.0-a: "pnpm release status" lists those that are published.',
  );
});

test('keeps the client files of a release apart from its node build', async () => {
  await store.addRelease(release, client, node);
  expect(await store.read('booking', '1.0.0-a')).toEqual(release);
  expect((await store.readClientFile(release, 'remoteEntry.js')).toString()).toBe('booking(1.0.0-a)');
  expect((await store.readNodeFile(release, 'booking-page.js')).toString()).toContain('exports.Page');
  expect((await store.blobs.list('r/booking/1.0.0-a/')).sort()).toEqual([
    'picture.svg',
    'release.json',
    'remoteEntry.js',
  ]);
});

test('a release exists only when all of its files do, and can be added again after an interruption', async () => {
  const values = client.size + node.size + 1;
  for (let count = 1; count <= values; count += 1) {
    await expect(failingAt(count).addRelease(release, client, node)).rejects.toThrow('The power is out.');
    expect(await store.has('booking', '1.0.0-a')).toBe(false);
    expect(await store.listIds('booking')).toEqual([]);
    store = memoryStore();
  }
  await failingAt(values)
    .addRelease(release, client, node)
    .catch(() => null);
  await store.addRelease(release, client, node);
  expect(await store.listIds('booking')).toEqual(['1.0.0-a']);
});

test('removes all files of a release and of no other', async () => {
  await store.addRelease(release, client, node);
  const other = tinyRemote('booking', '1.0.0-b');
  await store.addRelease(other.release, other.client, other.node);
  await store.removeRelease(release);
  expect(await store.listIds('booking')).toEqual(['1.0.0-b']);
  expect(await store.blobs.list('node/booking/')).toEqual(['1.0.0-b']);
  expect(await store.blobs.list('r/booking/')).toEqual(['1.0.0-b']);
});

test('the entry with the highest number is the current state, and the history lists entries by number', async () => {
  for (const seq of [1, 2, 10, 9]) expect(await store.addIndex(entry(seq))).toBe(true);
  expect((await store.readIndex())?.seq).toBe(10);
  expect((await store.readEntry(9))?.change.why).toBe('change 9');
  expect(await store.readEntry(3)).toBeNull();
  expect((await store.readHistory()).map(({ seq }) => seq)).toEqual([1, 2, 9, 10]);
});

test('a number belongs to the first entry that was added with it', async () => {
  await store.addIndex(entry(1));
  expect(
    await store.addIndex({ ...entry(1), pages: { '/': { body: '', contentType: '', contentSecurityPolicy: '' } } }),
  ).toBe(false);
  expect(await store.readIndex()).toEqual(entry(1));
});

test('stores the same body once, with its encoded forms', async () => {
  const key = await store.addBody('page.html', Buffer.from('<h1>Bonjour</h1>'));
  expect(await store.addBody('page.html', Buffer.from('<h1>Bonjour</h1>'))).toBe(key);
  expect((await store.readBody(key)).toString()).toBe('<h1>Bonjour</h1>');
  expect((await store.blobs.list('bodies/')).sort()).toEqual([key, `${key}.br`, `${key}.gz`]);
  expect(await store.readEncodedBody(key, 'gz')).not.toBeNull();
});

test('writes a damaged body again', async () => {
  const key = await store.addBody('page.html', Buffer.from('<h1>Bonjour</h1>'));
  await store.blobs.remove(`bodies/${key}`);
  await store.blobs.add(`bodies/${key}`, '<h1>Bon');
  await store.addBody('page.html', Buffer.from('<h1>Bonjour</h1>'));
  expect((await store.readBody(key)).toString()).toBe('<h1>Bonjour</h1>');
});

test('a missing file is an error that names its key and the command that finds others', async () => {
  await expect(store.readBody('abc')).rejects.toThrow(
    'The store has lost bodies/abc: "pnpm release verify" lists what else is missing.',
  );
  await expect(store.readNodeFile(release, 'page.js')).rejects.toThrow('node/booking/1.0.0-a/page.js');
});
