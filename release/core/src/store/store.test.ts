import { memoryStore, readHistory } from '../../tests/support/memory-store';
import { tinyData, tinyRemote } from '../../tests/support/tiny-site';
import { seal } from '../integrity';
import { checkKey, publicationKey } from './keys';
import type { Revision } from './revision';
import type { Store } from './store';

let store: Store;

beforeEach(() => {
  store = memoryStore();
});

const { release, client, node } = tinyRemote('booking', '1.0.0-a');
const revision = (seq: number): Revision => ({
  seq,
  releases: {},
  data: tinyData,
  pages: {},
  since: {},
  change: { command: 'compose', parts: [], why: `change ${seq}`, who: '', at: '' },
});

test('the store keeps the client files of a release apart from its node build', async () => {
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

test('the store removes all files of a release and of no other', async () => {
  await store.addRelease(release, client, node);
  const other = tinyRemote('booking', '1.0.0-b');
  await store.addRelease(other.release, other.client, other.node);
  await store.removeRelease(release);
  expect(await store.listIds('booking')).toEqual(['1.0.0-b']);
  expect(await store.blobs.list('node/booking/')).toEqual(['1.0.0-b']);
  expect(await store.blobs.list('r/booking/')).toEqual(['1.0.0-b']);
});

test('the revision with the highest number is the current state, the history lists them by number, and none is replaced', async () => {
  for (const seq of [1, 2, 10, 9]) expect(await store.addRevision(revision(seq))).toBe(true);
  expect(await store.addRevision({ ...revision(9), since: { booking: 'later' } })).toBe(false);
  expect((await store.readRevision())?.seq).toBe(10);
  expect(await store.readRevisionAt(9)).toEqual(revision(9));
  expect(await store.readRevisionAt(3)).toBeNull();
  expect((await readHistory(store)).map(({ seq }) => seq)).toEqual([1, 2, 9, 10]);
});

const HELLO = Buffer.from('<h1>Bonjour</h1>');

test('the store stores the same body once, with its compressed forms', async () => {
  const key = await store.addBody('page.html', HELLO);
  await store.addBody('icon.png', Buffer.from('png'));
  const add = jest.spyOn(store.blobs, 'add');
  expect(await store.addBody('page.html', HELLO)).toBe(key);
  await store.addBody('icon.png', Buffer.from('png'));
  expect(add).not.toHaveBeenCalled();
  expect(await store.readBody(key)).toEqual(HELLO);
  expect(Object.keys(await store.readIntactBody(key)).sort()).toEqual(['', '.br', '.gz']);
});

test.each(['', '.br', '.gz'])(
  'the store stores a damaged or lost form %j of a body again, and leaves the others',
  async (ending) => {
    const key = await store.addBody('page.html', HELLO);
    const before = await store.readIntactBody(key);
    for (const damage of ['<h1>Bon', '', null]) {
      await store.blobs.remove(`bodies/${key}${ending}`);
      if (damage !== null) await store.blobs.add(`bodies/${key}${ending}`, damage);
      expect(Object.keys(await store.readIntactBody(key))).toHaveLength(2);
      const replace = jest.spyOn(store.blobs, 'replace');
      await store.addBody('page.html', HELLO);
      expect(await store.readIntactBody(key)).toEqual(before);
      for (const [replaced] of replace.mock.calls) expect(replaced).toBe(`bodies/${key}${ending}`);
    }
  },
);

test('a template that has changed counts as missing, and is stored again', async () => {
  await store.addRendered('k', '<p>texte</p>');
  expect(await store.readRendered('k')).toBe('<p>texte</p>');
  const stored = (await store.blobs.get('rendered/k'))?.toString() ?? '';
  for (const damage of [stored.replace('texte', 'tente'), stored.slice(0, -1), `x${stored.slice(1)}`, '']) {
    await store.blobs.replace('rendered/k', damage);
    expect(await store.readRendered('k')).toBeNull();
  }
  await store.addRendered('k', '<p>texte</p>');
  expect(await store.readRendered('k')).toBe('<p>texte</p>');
});

const DESCRIPTION = 'r/booking/1.0.0-a/release.json';

test.each([
  ['has changed', (text: string) => text.replace('"/booking"', '"/bookinh"'), 'it does not match its checksum'],
  ['is of another id', () => seal({ ...release, id: '1.0.0-b' }), 'it is of booking@1.0.0-b'],
  ['is of another name', () => seal({ ...release, name: 'legal' }), 'it is of legal@1.0.0-a'],
])('a release.json that %s is refused with the remedy', async (_, damage, why) => {
  await store.addRelease(release, client, node);
  const text = (await store.blobs.get(DESCRIPTION))?.toString() ?? '';
  await store.blobs.replace(DESCRIPTION, damage(text));
  expect(await store.readIfIntact('booking', '1.0.0-a')).toBeNull();
  expect(await store.listIds('booking')).toEqual(['1.0.0-a']);
  await expect(store.read('booking', '1.0.0-a')).rejects.toThrow(
    `${DESCRIPTION} is damaged: ${why}. Publish the same sources of booking again to restore it.`,
  );
});

test('the store reads a release.json with a key of a later version', async () => {
  const written = { ...release, later: true };
  await store.blobs.add(DESCRIPTION, seal(written));
  expect(await store.read('booking', '1.0.0-a')).toEqual(written);
});

test('a file of a release that has changed is not read, until the release is added again', async () => {
  await store.addRelease(release, client, node);
  for (const key of [DESCRIPTION, 'r/booking/1.0.0-a/picture.svg', 'node/booking/1.0.0-a/booking-page.js']) {
    await store.blobs.replace(key, '{');
  }
  await expect(store.readNodeFile(release, 'booking-page.js')).rejects.toThrow(
    'node/booking/1.0.0-a/booking-page.js is damaged: it has changed. Publish the same sources of booking again to restore it.',
  );
  await expect(store.readClientFile(release, 'picture.svg')).rejects.toThrow('/1.0.0-a/picture.svg is damaged');
  await store.addRelease(release, client, node);
  expect(await store.read('booking', '1.0.0-a')).toEqual(release);
  expect((await store.readClientFile(release, 'picture.svg')).toString()).toBe('<svg/>');
  expect((await store.readNodeFile(release, 'booking-page.js')).toString()).toContain('exports.Page');
});

test('the store ignores files and folders of the store that have no valid name or id', async () => {
  await store.addRelease(release, client, node);
  const strays = ['.DS_Store', 'Old/1.0.0-a/release.json', 'booking/notes/release.json', 'booking/.DS_Store'];
  for (const key of strays) await store.blobs.add(`r/${key}`, '{}');
  expect(await store.listNames()).toEqual(['booking']);
  expect(await store.listIds('booking')).toEqual(['1.0.0-a']);
});

test('a missing file is an error that names its key and the command that finds others', async () => {
  await expect(store.readBody('abc')).rejects.toThrow(
    'The store has lost bodies/abc: "npx pnpm release verify" lists what else is missing.',
  );
  await expect(store.readNodeFile(release, 'page.js')).rejects.toThrow('node/booking/1.0.0-a/page.js');
});

test('removing a release also removes its provenance and its checks, and no others', async () => {
  const booking = { name: 'booking', id: '1.0.0-a' };
  const pair = (shell: string, name: string) => checkKey({ shell, name, id: '1.0.0-a' });
  const kept = [pair('1.0.0-s2', 'landing'), publicationKey({ name: 'booking', id: '1.0.0-b' })];
  const gone = [pair('1.0.0-s1', 'booking'), pair('1.0.0-s1', 'landing'), pair('1.0.0-s2', 'booking')];
  for (const key of [...kept, ...gone, publicationKey(booking)]) await store.blobs.add(key, '{}');
  await store.removeRelease(booking);
  await store.removeRelease({ name: 'shell', id: '1.0.0-s1' });
  for (const key of kept) expect([key, await store.blobs.has(key)]).toEqual([key, true]);
  for (const key of [...gone, publicationKey(booking)]) expect([key, await store.blobs.has(key)]).toEqual([key, false]);
});
