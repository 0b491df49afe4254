import { findUnchecked } from '@site/release-core/checks/check-record';
import { checkKey, checksKey } from '@site/release-core/store/keys';
import { openStore } from '@site/release-core/store/store';
import { remoteBlobs } from './remote-blobs';

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
      cache: { read: async () => null, add: async () => undefined },
    }),
  );

test('a command finds the checks that were added to the site since it looked before', async () => {
  const store = openRemote();
  expect(await findUnchecked(store, PAIRS)).toEqual(PAIRS);
  for (const pair of PAIRS) stored.add(checkKey(pair));
  expect(await findUnchecked(store, PAIRS)).toEqual([]);
});

test('the checks of several pairs take one request, and the listing of a release is requested once', async () => {
  const store = openRemote();
  await findUnchecked(store, PAIRS);
  await store.has('booking', '1.0.0-a');
  await store.has('booking', '1.0.0-a');
  expect(asked).toEqual([`store/${checksKey('1.0.0-s1')}`, 'store/r/booking/1.0.0-a/']);
});
