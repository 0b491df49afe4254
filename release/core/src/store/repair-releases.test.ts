import { exampleRelease } from '../../tests/support/example-release';
import { memoryStore } from '../../tests/support/memory-store';
import { compress } from '../compress';
import { integrityOf } from '../integrity';
import { repairReleases } from './repair-releases';
import type { Store } from './store';
import { verify } from './verify';

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
