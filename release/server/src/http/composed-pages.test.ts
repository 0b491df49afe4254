import { sha256 } from '@site/release-core/integrity';
import { NOT_FOUND } from '@site/release-core/store/revision';
import { openStore, type Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { activateNew, tinyData, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
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
  await store.addRevision({
    seq,
    releases: {},
    data: tinyData,
    pages: {
      '/': await page('index.html', home, { contentSecurityPolicy: "default-src 'none'" }),
      [NOT_FOUND]: await page('404.html', 'rien'),
      '/favicon.ico': await page('favicon.ico', 'icône', { contentType: 'image/x-icon' }),
    },
    since: {},
    change: { command: 'compose', parts: [], why: '', who: '', at: '' },
  });
}

function servedPages(...parameters: Parameters<typeof composedPages>) {
  const pageAt = composedPages(...parameters);
  return async (path: string) => {
    const page = await pageAt(path);
    if (page.status === 308) throw new Error(`${path} leads to ${page.location}.`);
    return page;
  };
}

test('the reader of composed pages serves the page of each path, and the 404 page for unknown paths', async () => {
  await activate(1, 'accueil');
  const pageAt = servedPages(store);
  expect(await pageAt('/')).toMatchObject({ status: 200, contentSecurityPolicy: "default-src 'none'" });
  expect(Object.keys((await pageAt('/')).body).sort()).toEqual(['br', 'gzip', 'identity']);
  expect(await pageAt('/nulle-part')).toMatchObject({ status: 404 });
  expect(await pageAt('404')).toMatchObject({ status: 404 });
});

test('a page lists the releases whose code it runs, according to the served index', async () => {
  const store = await tinyStore();
  const pageAt = composedPages(store);
  const shell = { name: 'shell', id: '1.0.0-s1' };
  expect(await pageAt('/booking')).toMatchObject({ releases: [shell, { name: 'booking', id: '1.0.0-a' }] });
  await activateNew(store, tinyRemote('booking', '1.0.0-b'));
  expect(await pageAt('/booking')).toMatchObject({ releases: [shell, { name: 'booking', id: '1.0.0-b' }] });
  expect(await pageAt('/')).toMatchObject({ releases: [shell, { name: 'landing', id: '1.0.0-a' }] });
  for (const path of ['/nulle-part', '/releases.json', '/site.webmanifest']) {
    expect(await pageAt(path)).not.toHaveProperty('releases');
  }
});

test('the reader of composed pages serves a file without compressed forms, with its own content type', async () => {
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

test('a request without a change reads only the key of the next revision', async () => {
  await activate(1, 'accueil');
  const pageAt = servedPages(store);
  await pageAt('/');
  const [get, has] = [jest.spyOn(store.blobs, 'get'), jest.spyOn(store.blobs, 'has')];
  await pageAt('/');
  await pageAt('/favicon.ico');
  expect(has.mock.calls).toEqual([['index/00000002.json'], ['index/00000002.json']]);
  expect(get).not.toHaveBeenCalled();
});

test('concurrent requests load the pages of a change once, and try again after a failure', async () => {
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

test('the reader of composed pages calls onChange with the first state and once per change, however many requests are concurrent', async () => {
  await activate(1, 'un');
  const onChange = jest.fn();
  const pageAt = servedPages(store, onChange);
  await Promise.all([pageAt('/'), pageAt('/')]);
  await pageAt('/');
  expect(onChange).toHaveBeenCalledTimes(1);
  await activate(2, 'deux');
  await activate(3, 'trois');
  await Promise.all(Array.from({ length: 5 }, () => pageAt('/')));
  expect(onChange).toHaveBeenCalledTimes(2);
});

const textAt = async (pageAt: ReturnType<typeof servedPages>, path = '/') =>
  (await pageAt(path)).body.identity.toString();

describe('when the latest change cannot be read', () => {
  const LINE = 'index/00000002.json is damaged: it is empty. Change 1 is served until "npx pnpm release repair".';

  test('a running server and a new one serve the previous change, print the damage once, and serve the restored one', async () => {
    await activate(1, 'un');
    const log = jest.fn();
    const running = servedPages(store, undefined, log);
    await running('/');
    await store.blobs.add('index/00000002.json', '');
    const both = [running, servedPages(store, undefined, log)];
    for (const pageAt of both) {
      for (let time = 0; time < 3; time += 1) expect(await textAt(pageAt)).toBe('un');
    }
    expect(log.mock.calls).toEqual([[LINE], [LINE]]);
    await store.blobs.remove('index/00000002.json');
    await activate(2, 'deux');
    for (const pageAt of both) expect(await textAt(pageAt)).toBe('deux');
  });

  test('a running server serves the change before one of a newer version, and a new server refuses', async () => {
    await activate(1, 'un');
    const log = jest.fn();
    const running = servedPages(store, undefined, log);
    await running('/');
    const newer = { seq: 2, format: 99 };
    await store.blobs.add('index/00000002.json', JSON.stringify({ ...newer, checksum: sha256(JSON.stringify(newer)) }));
    expect(await textAt(running)).toBe('un');
    const made = 'index/00000002.json was made by a newer version, in a form that is not read yet';
    expect(log.mock.calls).toEqual([[`${made}. Change 1 is served until that version is installed here, too.`]]);
    await expect(servedPages(store)('/')).rejects.toThrow(`${made}: run the newer version here, too.`);
  });
});

describe('when a page is damaged', () => {
  const bodyOf = async (path: string) => `bodies/${(await store.readRevision())?.pages[path]?.body}`;

  test.each([['.br'], ['.gz'], []])('it is read from its compressed forms, without %s', async (...lost) => {
    await activate(1, 'accueil');
    for (const ending of ['', ...lost]) await store.blobs.remove((await bodyOf('/')) + ending);
    expect(await textAt(servedPages(store))).toBe('accueil');
  });

  test('only that page fails, is printed once, and is served as soon as it is repaired', async () => {
    await activate(1, 'accueil');
    const key = await bodyOf('/');
    for (const ending of ['', '.br', '.gz']) await store.blobs.replace(key + ending, 'something else');
    const log = jest.fn();
    const pageAt = servedPages(store, undefined, log);
    const line = 'The page / is damaged: repair it with "npx pnpm release repair".';
    await expect(pageAt('/')).rejects.toThrow(line);
    await expect(pageAt('/')).rejects.toThrow(line);
    expect(await textAt(pageAt, '/nulle-part')).toBe('rien');
    expect(log.mock.calls).toEqual([[line]]);
    await store.addBody('index.html', Buffer.from('accueil'));
    expect(await textAt(pageAt)).toBe('accueil');
  });
});

test('the reader of composed pages refuses to serve an empty store', async () => {
  await expect(servedPages(store)('/')).rejects.toThrow('Nothing is active');
});
