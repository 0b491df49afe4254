import type { RequestListener } from 'node:http';
import { uncheckedPairs } from '@site/release-core/checks/pairs';
import { checkKey, checksKey } from '@site/release-core/store/keys';
import { openStore } from '@site/release-core/store/store';
import { type AnsweringServer, answerWith, startAnswering } from '@site/release-core/tests/support/answering-server';
import { openSite, readSeq, remoteBlobs } from './site';

describe('site', () => {
  let server: AnsweringServer;
  afterEach(() => server.end());

  async function seqOf(answer: RequestListener) {
    server = await startAnswering(answer);
    return readSeq(await openSite(server.origin, { env: { RELEASE_TOKEN: 'a' }, name: '--site' }));
  }

  test('reads the highest number as that of the latest change, and none from a site without changes', async () => {
    expect(await seqOf(answerWith(200, ['00000009.json', '00000010.json', 'notes.txt']))).toBe(10);
    server.end();
    expect(await seqOf(answerWith(200, []))).toBeUndefined();
  });

  test('refuses the page of a proxy, even with status 200', async () => {
    await expect(seqOf(answerWith(200, '<h1>Welcome</h1>'))).rejects.toThrow(
      ' answered no JSON: a proxy may have answered, or the site runs another version.',
    );
  });

  test('refuses JSON that does not match the schema', async () => {
    await expect(seqOf(answerWith(200, { names: [] }))).rejects.toThrow(' answered JSON of another form');
  });
});

describe('remote blobs', () => {
  const PAIRS = ['booking', 'landing'].map((name) => ({ shell: '1.0.0-s1', name, id: '1.0.0-a' }));

  let stored: Set<string>;
  let asked: string[];
  beforeEach(() => {
    stored = new Set();
    asked = [];
  });

  const openRemote = () =>
    openStore(
      remoteBlobs({
        origin: 'https://site.example',
        call: async ({ path }) => {
          asked.push(path);
          const prefix = path.slice('store/'.length);
          const names = [...stored].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
          return { contentType: 'application/json', body: Buffer.from(JSON.stringify(names)) };
        },
      }),
    );

  test('a command finds the checks that were added to the site since it looked before', async () => {
    const store = openRemote();
    expect(await uncheckedPairs(store, PAIRS)).toEqual(PAIRS);
    for (const pair of PAIRS) stored.add(checkKey(pair));
    expect(await uncheckedPairs(store, PAIRS)).toEqual([]);
  });

  test('the checks of several pairs take one request, and the listing of a release is requested once', async () => {
    const store = openRemote();
    await uncheckedPairs(store, PAIRS);
    await store.has('booking', '1.0.0-a');
    await store.has('booking', '1.0.0-a');
    expect(asked).toEqual([`store/${checksKey('1.0.0-s1')}`, 'store/r/booking/1.0.0-a/']);
  });
});
