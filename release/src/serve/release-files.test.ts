import { memoryStore } from '../testing/memory-store';
import { releaseFiles } from './release-files';

const FILE = 'booking/1.0.0-a/remoteEntry.js';

async function site() {
  const { blobs } = memoryStore();
  await blobs.add(`r/${FILE}`, 'entry()');
  await blobs.add(`r/${FILE}.br`, 'in br');
  await blobs.add('secret.txt', 'secret');
  const read = jest.spyOn(blobs, 'get');
  return { read, readFile: releaseFiles(blobs) };
}

test('a file is read once for all who ask for it, at once or later', async () => {
  const { read, readFile } = await site();
  const [file, ...others] = await Promise.all(Array.from({ length: 50 }, () => readFile(FILE)));
  expect(file).toMatchObject({ contentType: 'text/javascript', body: { identity: Buffer.from('entry()') } });
  expect(Object.keys(file?.body ?? {})).toEqual(['identity', 'br']);
  for (const other of [...others, await readFile(FILE)]) expect(other).toBe(file);
  expect(read.mock.calls.map(([key]) => key)).toEqual([`r/${FILE}`, `r/${FILE}.br`, `r/${FILE}.gz`]);
});

test('a file that cannot be read fails those who ask, and is tried again for the next', async () => {
  const { read, readFile } = await site();
  read.mockRejectedValueOnce(new Error('EMFILE'));
  await expect(Promise.all([readFile(FILE), readFile(FILE)])).rejects.toThrow('EMFILE');
  expect(await readFile(FILE)).toMatchObject({ body: { identity: Buffer.from('entry()') } });
});

test.each([
  '',
  'booking',
  'booking/',
  'booking/1.0.0-a/none.js',
  '../secret.txt',
  'booking/../../secret.txt',
  './booking/1.0.0-a/remoteEntry.js',
  'booking//1.0.0-a/remoteEntry.js',
  '/booking/1.0.0-a/remoteEntry.js',
  'booking/1.0.0-a/remoteEntry.js/',
  '%2e%2e/secret.txt',
  '..\\secret.txt',
  'booking/1.0.0-a/remoteEntry.js\0',
])('there is no file « %s »', async (path) => {
  expect(await (await site()).readFile(path)).toBeNull();
});
