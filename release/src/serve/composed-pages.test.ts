import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore, type Store } from '../store/folder-store';
import { composedPages } from './composed-pages';

let store: Store;

beforeEach(async () => {
  store = openFolderStore(await mkdtemp(join(tmpdir(), 'composed-')));
});
afterEach(() => rm(store.folder, { recursive: true }));

async function activate(seq: number, home: string) {
  const page = (name: string, html: string): [string, string][] =>
    ['', '.br', '.gz'].map((ending) => [`${name}.html${ending}`, html + ending]);
  const pages = {
    '/': { file: 'index.html', contentType: 'text/html', contentSecurityPolicy: "default-src 'none'" },
    '404': { file: '404.html', contentType: 'text/html', contentSecurityPolicy: '' },
    '/favicon.ico': { file: 'favicon.ico', contentType: 'image/x-icon', contentSecurityPolicy: '' },
  };
  const files = new Map([
    ...page('index', home),
    ...page('404', 'rien'),
    ['favicon.ico', 'icône'],
    ['pages.json', JSON.stringify(pages)],
  ]);
  await store.addPages(`p${seq}`, files as Map<string, string>);
  await store.writeState({ seq, active: {}, pages: `p${seq}` });
  // Two writes within one tick of the file system's clock would look like one.
  await utimes(store.stateFile, seq, seq);
}

test('gives each path its page, and an unknown one the 404 page', async () => {
  await activate(1, 'accueil');
  const pageAt = composedPages(store);
  expect(await pageAt('/')).toMatchObject({ status: 200, contentSecurityPolicy: "default-src 'none'" });
  expect((await pageAt('/')).body.br?.toString()).toBe('accueil.br');
  expect(await pageAt('/nulle-part')).toMatchObject({ status: 404 });
  expect(await pageAt('404')).toMatchObject({ status: 404 });
});

test('gives a file that has no compressed form, under its own type', async () => {
  await activate(1, 'accueil');
  const { contentType, body } = await composedPages(store)('/favicon.ico');
  expect(contentType).toBe('image/x-icon');
  expect(body).toEqual({ identity: Buffer.from('icône') });
});

test('gives the new pages once the state has changed, under another tag', async () => {
  await activate(1, 'avant');
  const pageAt = composedPages(store);
  const before = await pageAt('/');
  await activate(2, 'après');
  const after = await pageAt('/');
  expect(after.body.identity.toString()).toBe('après');
  expect(after.etag).not.toBe(before.etag);
});
