import { NOT_FOUND } from '../store/release';
import { openStore, type Store } from '../store/store';
import { memoryStore } from '../testing/memory-store';
import { tinyData } from '../testing/tiny-site';
import { composedPages } from './composed-pages';

let store: Store;

beforeEach(() => {
  store = memoryStore();
});

async function activate(seq: number, home: string) {
  const page = async (file: string, text: string, changes = {}) => ({
    body: await store.addBody(file, Buffer.from(text)),
    contentType: 'text/html',
    contentSecurityPolicy: '',
    ...changes,
  });
  await store.addIndex({
    seq,
    releases: {},
    data: tinyData,
    pages: {
      '/': await page('index.html', home, { contentSecurityPolicy: "default-src 'none'" }),
      [NOT_FOUND]: await page('404.html', 'rien'),
      '/favicon.ico': await page('favicon.ico', 'icône', { contentType: 'image/x-icon' }),
    },
    change: { command: 'compose', why: '', who: '', at: '' },
  });
}

/** None of these paths redirects. */
function servedPages(...parameters: Parameters<typeof composedPages>) {
  const pageAt = composedPages(...parameters);
  return async (path: string) => {
    const found = await pageAt(path);
    if (found.status === 308) throw new Error(`${path} leads to ${found.location}.`);
    return found;
  };
}

test('serves the page of each path, and the 404 page for unknown paths', async () => {
  await activate(1, 'accueil');
  const pageAt = servedPages(store);
  expect(await pageAt('/')).toMatchObject({ status: 200, contentSecurityPolicy: "default-src 'none'" });
  expect(Object.keys((await pageAt('/')).body).sort()).toEqual(['br', 'gzip', 'identity']);
  expect(await pageAt('/nulle-part')).toMatchObject({ status: 404 });
  expect(await pageAt('404')).toMatchObject({ status: 404 });
});

test('serves a file without compressed forms, with its own content type', async () => {
  await activate(1, 'accueil');
  const { contentType, body } = await servedPages(store)('/favicon.ico');
  expect(contentType).toBe('image/x-icon');
  expect(body).toEqual({ identity: Buffer.from('icône') });
});

test('the first request after a change gets the new page with another ETag', async () => {
  await activate(1, 'avant');
  const pageAt = servedPages(store);
  const before = await pageAt('/');
  await activate(2, 'après');
  const after = await pageAt('/');
  expect(after.body.identity.toString()).toBe('après');
  expect(after.tag).not.toBe(before.tag);
});

test('serves the latest of several changes between two requests', async () => {
  await activate(1, 'un');
  const pageAt = servedPages(store);
  await pageAt('/');
  for (const [seq, home] of [
    [2, 'deux'],
    [3, 'trois'],
    [4, 'quatre'],
  ] as const)
    await activate(seq, home);
  const answers = await Promise.all(Array.from({ length: 5 }, () => pageAt('/')));
  expect(answers.map(({ body }) => body.identity.toString())).toEqual(Array(5).fill('quatre'));
});

test('a request without a change reads only the key of the next entry', async () => {
  await activate(1, 'accueil');
  const read: string[] = [];
  const get = async (key: string) => {
    read.push(key);
    return store.blobs.get(key);
  };
  const pageAt = servedPages(openStore({ ...store.blobs, get }));
  await pageAt('/');
  read.length = 0;
  await pageAt('/');
  await pageAt('/favicon.ico');
  expect(read).toEqual(['index/00000002.json', 'index/00000002.json']);
});

test('requests that wait for a change load its pages once, and again if that fails', async () => {
  await activate(1, 'un');
  const read: string[] = [];
  let isBroken = false;
  const get = async (key: string) => {
    if (isBroken && key.startsWith('bodies/')) throw new Error('The disk is away.');
    read.push(key);
    return store.blobs.get(key);
  };
  const pageAt = servedPages(openStore({ ...store.blobs, get }));
  await Promise.all(Array.from({ length: 20 }, () => pageAt('/')));
  const bodies = () => read.filter((key) => /^bodies\/\w+$/.test(key));
  expect(bodies()).toHaveLength(3);

  await activate(2, 'deux');
  isBroken = true;
  await expect(pageAt('/')).rejects.toThrow('The disk is away.');
  isBroken = false;
  read.length = 0;
  const pages = await Promise.all(Array.from({ length: 20 }, () => pageAt('/')));
  expect(pages[19]?.body.identity.toString()).toBe('deux');
  expect(bodies()).toHaveLength(3);
});

test('calls onChange once per change, however many requests are concurrent', async () => {
  await activate(1, 'un');
  const onChange = jest.fn();
  const pageAt = servedPages(store, onChange);
  await Promise.all([pageAt('/'), pageAt('/')]);
  await pageAt('/');
  expect(onChange).not.toHaveBeenCalled();
  await activate(2, 'deux');
  await activate(3, 'trois');
  await Promise.all(Array.from({ length: 5 }, () => pageAt('/')));
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('refuses to serve an empty store', async () => {
  await expect(servedPages(store)('/')).rejects.toThrow('Nothing is active');
});
