import { compress } from '@site/release-core/compress';
import { integrityOf } from '@site/release-core/integrity';
import { exampleRelease } from '@site/release-core/tests/support/example-release';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { releaseFiles } from './release-files';

const FILE = 'booking/1.0.0-a/remoteEntry.js';
const DESCRIPTION = 'booking/1.0.0-a/release.json';
const CODE = Buffer.from('entry()');

async function site() {
  const store = memoryStore();
  const { blobs } = store;
  const [br] = await compress('remoteEntry.js', CODE);
  if (!br) throw new Error('It is not compressed.');
  const client = new Map([
    ['remoteEntry.js', CODE],
    ['remoteEntry.js.br', br[1]],
  ]);
  const files = Object.fromEntries([...client].map(([file, content]) => [file, integrityOf(content)]));
  await store.addRelease(exampleRelease({ files }), client, new Map());
  await blobs.add('secret.txt', 'secret');
  const read = jest.spyOn(blobs, 'get');
  return { blobs, br: br[1], read, readFile: releaseFiles(blobs) };
}

test('a file is read once for all requests, concurrent or later', async () => {
  const { read, br, readFile } = await site();
  const [file, ...others] = await Promise.all(Array.from({ length: 50 }, () => readFile(FILE)));
  expect(file).toMatchObject({ contentType: 'text/javascript', body: { identity: CODE, br }, isIntact: true });
  for (const other of [...others, await readFile(FILE)]) expect(other).toBe(file);
  const files = [DESCRIPTION, FILE, `${FILE}.br`, `${FILE}.gz`];
  expect(read.mock.calls.map(([key]) => key).sort()).toEqual(files.map((path) => `r/${path}`).sort());
});

test('a read error fails the waiting requests, and the next request tries again', async () => {
  const { read, readFile } = await site();
  read.mockRejectedValueOnce(new Error('EMFILE'));
  await expect(Promise.all([readFile(FILE), readFile(FILE)])).rejects.toThrow('EMFILE');
  expect(await readFile(FILE)).toMatchObject({ body: { identity: CODE } });
});

test.each(['something else', '', null])(
  'a file whose content is %j is restored from its compressed form',
  async (damage) => {
    const { blobs, br, readFile } = await site();
    await blobs.remove(`r/${FILE}`);
    if (damage !== null) await blobs.add(`r/${FILE}`, damage);
    const whole = await readFile(FILE);
    expect(whole).toMatchObject({ body: { identity: CODE, br }, isIntact: true });
    expect(whole?.tag).toEqual(expect.any(String));
  },
);

test('a damaged compressed form is not sent', async () => {
  const { blobs, readFile } = await site();
  await blobs.replace(`r/${FILE}.br`, 'something else');
  expect(await readFile(FILE)).toMatchObject({ body: { identity: CODE }, isIntact: true });
  expect(Object.keys((await readFile(FILE))?.body ?? {})).toEqual(['identity']);
});

test('a damaged file without an intact form is sent as damaged, and intact as soon as it is repaired', async () => {
  const { blobs, br, readFile } = await site();
  await blobs.replace(`r/${FILE}`, 'entrz()');
  await blobs.remove(`r/${FILE}.br`);
  const damaged = await readFile(FILE);
  expect(damaged).toMatchObject({ tag: null, isIntact: false, body: { identity: Buffer.from('entrz()') } });
  expect(Object.keys(damaged?.body ?? {})).toEqual(['identity']);
  await blobs.replace(`r/${FILE}`, CODE);
  expect(await readFile(FILE)).toMatchObject({ isIntact: true, body: { identity: CODE } });
  await blobs.add(`r/${FILE}.br`, br);
  expect(await readFile(FILE)).toMatchObject({ isIntact: true, body: { identity: CODE, br } });
});

test('a damaged description and the files of its release are not sent as intact', async () => {
  const { blobs, readFile } = await site();
  const whole = (await blobs.get(`r/${DESCRIPTION}`)) ?? '';
  await blobs.replace(`r/${DESCRIPTION}`, '{');
  expect(await readFile(FILE)).toMatchObject({ isIntact: false, body: { identity: CODE } });
  expect(await readFile(DESCRIPTION)).toMatchObject({ isIntact: false });
  await blobs.replace(`r/${DESCRIPTION}`, whole);
  expect(await readFile(FILE)).toMatchObject({ isIntact: true });
  expect(await readFile(DESCRIPTION)).toMatchObject({ isIntact: true, contentType: 'application/json' });
});

test.each([
  '',
  'booking',
  'booking/1.0.0-a/none.js',
  '../secret.txt',
  `./${FILE}`,
  `/${FILE}`,
  `${FILE}/`,
  `${FILE}\0`,
])('there is no file « %s »', async (path) => {
  expect(await (await site()).readFile(path)).toBeNull();
});
