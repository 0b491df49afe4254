import type { ReleaseIndex } from '@site/contract/release-index';
import { memoryStore } from '../../tests/support/memory-store';
import {
  activateNew,
  type BuiltRelease,
  openTinySite,
  tinyPrivate,
  tinyRemote,
  tinyShell,
} from '../../tests/support/tiny-site';
import { indexInPage } from '../store/page-index';
import type { Revision } from '../store/revision';
import type { Store } from '../store/store';

let store: Store;
let start: Revision;
const publicParts = [tinyShell(), tinyRemote('landing'), tinyRemote('booking')];

beforeEach(async () => {
  store = memoryStore();
  start = await openTinySite(store, [...publicParts, tinyPrivate()]);
});

const activate = async (artifact: BuiltRelease) => (await activateNew(store, artifact)).revision;

const bodyAt = async (of: Store, { pages }: Revision, path: string) =>
  (await of.readBody(pages[path]?.body ?? '')).toString();
const indexAt = async (revision: Revision, path: string): Promise<ReleaseIndex> =>
  indexInPage(await bodyAt(store, revision, path));
const PRIVATE_PATH = '/espace';

test('the composer composes the same public bytes with and without a private part', async () => {
  const without = memoryStore();
  const other = await openTinySite(without, publicParts);
  const { [PRIVATE_PATH]: own, ...shared } = start.pages;
  expect(own).toBeDefined();
  expect(shared).toEqual(other.pages);
  for (const path of Object.keys(shared)) expect(await bodyAt(store, start, path)).not.toMatch(/espace|owner/i);
});

test('the composer names the own release, the shell and the public paths in the page of a private part', async () => {
  const index = await indexAt(start, PRIVATE_PATH);
  expect(Object.keys(index.remotes)).toEqual(['owner']);
  expect(index).toMatchObject({ seq: 1, shell: { id: '1.0.0-s1' } });
  expect(index.private).toEqual({ paths: { home: '/', booking: '/booking' } });
  expect((await indexAt(start, '/')).private).toBeUndefined();
});

test('the composer marks the page of a private part for the server, and gives it a stricter policy', () => {
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

test('the composer gives a part that becomes public no private release as its fallback', async () => {
  const open = await activate(tinyPrivate('1.0.0-b', { private: undefined }));
  expect((await indexAt(open, '/')).remotes.owner).not.toHaveProperty('previous');
  const closed = await activate(tinyPrivate('1.0.0-c'));
  expect((await indexAt(closed, PRIVATE_PATH)).remotes.owner?.previous?.id).toBe('1.0.0-a');
  expect(await bodyAt(store, closed, '/releases.json')).not.toMatch(/espace|owner/);
});
