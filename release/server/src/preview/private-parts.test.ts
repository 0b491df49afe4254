import type { ReleaseIndex } from '@site/contract/release-index';
import { indexInPage } from '@site/release-core/store/page-index';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { activateNew, rollBack } from '@site/release-core/tests/support/change';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import {
  type Artifact,
  addAll,
  openTinySite,
  tinyPrivate,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { composedPages } from '../serve/composed-pages';
import { composePreview } from './compose-preview';
import { previewPages } from './preview-pages';

let store: Store;
let start: IndexEntry;
const publicParts = [tinyShell(), tinyRemote('landing'), tinyRemote('booking')];

beforeEach(async () => {
  store = memoryStore();
  start = await openTinySite(store, [...publicParts, tinyPrivate()]);
});

const activate = async (artifact: Artifact) => (await activateNew(store, artifact)).entry;

const bodyAt = async (of: Store, { pages }: IndexEntry, path: string) =>
  (await of.readBody(pages[path]?.body ?? '')).toString();
const indexAt = async (entry: IndexEntry, path: string): Promise<ReleaseIndex> =>
  indexInPage(await bodyAt(store, entry, path));
const PRIVATE_PATH = '/espace';

test('composes the same public bytes with and without a private part', async () => {
  const without = memoryStore();
  const other = await openTinySite(without, publicParts);
  const { [PRIVATE_PATH]: own, ...shared } = start.pages;
  expect(own).toBeDefined();
  expect(shared).toEqual(other.pages);
  for (const path of Object.keys(shared)) expect(await bodyAt(store, start, path)).not.toMatch(/espace|owner/i);
});

test('names the own release, the shell and the public paths in the page of a private part', async () => {
  const index = await indexAt(start, PRIVATE_PATH);
  expect(Object.keys(index.remotes)).toEqual(['owner']);
  expect(index).toMatchObject({ seq: 1, shell: { id: '1.0.0-s1' } });
  expect(index.private).toEqual({ paths: { home: '/', booking: '/booking' } });
  expect((await indexAt(start, '/')).private).toBeUndefined();
});

test('marks the page of a private part for the server, and gives it a stricter policy', () => {
  const { [PRIVATE_PATH]: own, '/': home } = start.pages;
  expect(own).toMatchObject({ private: true, noindex: true });
  expect(home).not.toHaveProperty('private');
  expect(home?.contentSecurityPolicy).toContain("worker-src 'none'");
  expect(own?.contentSecurityPolicy).toContain(
    "img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'",
  );
  expect(own?.contentSecurityPolicy).toContain("frame-ancestors 'none'");
  expect(own?.contentSecurityPolicy).not.toMatch(/data:|unsafe/);
});

test('renders no public page for a release of a private part, and nothing for its rollback', async () => {
  const public1 = Object.entries(start.pages).filter(([path]) => path !== PRIVATE_PATH);
  const next = await activate(tinyPrivate('1.0.0-b'));
  for (const [path, page] of public1) expect(next.pages[path]?.template).toBe(page.template);
  expect((await indexAt(next, PRIVATE_PATH)).remotes.owner).toMatchObject({
    id: '1.0.0-b',
    previous: { id: '1.0.0-a' },
  });
  const back = await rollBack(store, 'owner');
  expect(back?.rendered).toEqual([]);
  if (back) expect((await indexAt(back.entry, PRIVATE_PATH)).remotes.owner?.id).toBe('1.0.0-a');
});

test('gives a part that becomes public no private release as its fallback', async () => {
  const open = await activate(tinyPrivate('1.0.0-b', { private: undefined }));
  expect((await indexAt(open, '/')).remotes.owner).not.toHaveProperty('previous');
  const closed = await activate(tinyPrivate('1.0.0-c'));
  expect((await indexAt(closed, PRIVATE_PATH)).remotes.owner?.previous?.id).toBe('1.0.0-a');
  expect(await bodyAt(store, closed, '/releases.json')).not.toMatch(/espace|owner/);
});

test('keeps the preview of a private part private, and does not name it on public pages', async () => {
  await addAll(store, [tinyPrivate('1.0.0-b')]);
  const pages = previewPages({
    store,
    pageAt: composedPages(store),
    compose: (request, entry) => composePreview(store, entry, request),
    log: () => undefined,
  });
  const own = await pages('owner@1.0.0-b', PRIVATE_PATH);
  expect(own).toMatchObject({ status: 200, private: true });
  const html = (page: typeof own) => ('body' in page ? page.body.identity.toString() : '');
  expect(indexInPage(html(own)).remotes.owner?.id).toBe('1.0.0-b');
  expect(Object.keys(indexInPage(html(await pages('owner@1.0.0-b', '/'))).remotes)).toEqual(['landing', 'booking']);
  expect(await pages('owner@1.0.0-z', PRIVATE_PATH)).toMatchObject({ status: 200, private: true });
});
