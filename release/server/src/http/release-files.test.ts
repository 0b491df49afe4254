import { createServer } from 'node:http';
import { compress } from '@site/release-core/compress';
import { integrityOf } from '@site/release-core/integrity';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { exampleRelease } from '@site/release-core/tests/support/tiny-site';
import { sendRaw } from '../../tests/support/raw-request';
import { type Content, releaseFiles, sendContent } from './release-files';

describe('a stored file', () => {
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
});

describe('an answer', () => {
  const content: Content = {
    contentType: 'text/javascript',
    tag: 'abc',
    body: { identity: Buffer.from('0123456789'), br: Buffer.from('in br'), gzip: Buffer.from('in gzip') },
  };

  const server = createServer((asked, response) => sendContent(asked, response, { content }));
  let origin: string;
  beforeAll(async () => {
    origin = await listenOnLoopback(server);
  });
  afterAll(() => server.close());

  const ask = (headers: Record<string, string>, method = 'GET') => sendRaw(origin, { method, path: '/', headers });

  // RFC 9110, 12.5.3
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    // Nothing is acceptable: the content is sent as it is.
    ['identity;q=0', 'identity'],
    ['', 'identity'],
  ])('Accept-Encoding « %s » gets %s', async (accepted, encoding) => {
    const { headers, text } = await ask({ 'accept-encoding': accepted });
    expect([headers['content-encoding'] ?? 'identity', headers.vary]).toEqual([encoding, 'Accept-Encoding']);
    expect(text).toBe(encoding === 'identity' ? '0123456789' : `in ${encoding}`);
  });

  test.each([
    ['"abc"', '', 304],
    ['"abc"', 'br', 200],
    ['"abc-br"', 'br', 304],
  ])('If-None-Match %s with « %s » gets %i', async (known, accepted, status) => {
    const answer = await ask({ 'if-none-match': known, 'accept-encoding': accepted });
    expect(answer).toMatchObject({ status, headers: { vary: 'Accept-Encoding', etag: expect.any(String) } });
    if (status === 304) expect(answer.text).toBe('');
  });

  test('HEAD has the headers of GET and no body', async () => {
    expect(await ask({}, 'HEAD')).toMatchObject({ status: 200, headers: { 'content-length': '10' }, text: '' });
  });
});
