import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore, type Store } from './folder-store';
import type { Release } from './release';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  store = openFolderStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const release: Release = {
  name: 'booking',
  id: '1.0.0-a',
  entry: 'remoteEntry.js',
  container: 'booking_a',
  routes: [],
  files: { 'remoteEntry.js': 'sha384-x' },
  commit: '',
  publishedAt: '2026-11-21T08:00:00.000Z',
};

async function prepare() {
  const prepared = await store.scratch();
  await mkdir(join(prepared, 'client'));
  await mkdir(join(prepared, 'node'));
  await writeFile(join(prepared, 'client/remoteEntry.js'), 'entry()');
  await writeFile(join(prepared, 'node/booking-page.js'), 'page()');
  return prepared;
}

test('is empty at first', async () => {
  expect(await store.readState()).toBeNull();
  expect(store.has('booking', '1.0.0-a')).toBe(false);
});

test('keeps a release: what browsers load apart from what the composer runs', async () => {
  await store.add(release, await prepare());
  expect(store.has('booking', '1.0.0-a')).toBe(true);
  expect(await store.read('booking', '1.0.0-a')).toEqual(release);
  expect(await store.readNodeBuild('booking', '1.0.0-a', 'booking-page.js')).toBe('page()');
  expect((await store.readClientFile('booking', '1.0.0-a', 'remoteEntry.js')).toString()).toBe('entry()');
  expect((await readdir(join(folder, 'r/booking/1.0.0-a'))).sort()).toEqual(['release.json', 'remoteEntry.js']);
});

test('replaces its state as a whole and leaves nothing behind', async () => {
  await store.writeState({ seq: 1, active: { booking: '1.0.0-a' }, pages: 'p1' });
  await store.writeState({ seq: 2, active: { booking: '1.0.0-b' }, pages: 'p2' });
  expect(await store.readState()).toEqual({ seq: 2, active: { booking: '1.0.0-b' }, pages: 'p2' });
  expect(await readdir(join(folder, 'scratch'))).toEqual([]);
});

test('adds pages under a name', async () => {
  expect(store.hasPages('p1')).toBe(false);
  await store.addPages(
    'p1',
    new Map([
      ['index.html', '<h1>'],
      ['pages.json', '{}'],
    ]),
  );
  expect(store.hasPages('p1')).toBe(true);
  expect(await readFile(join(folder, 'pages/p1/index.html'), 'utf8')).toBe('<h1>');
});
