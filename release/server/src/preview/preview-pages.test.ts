import type { ReleaseIndex } from '@site/contract/release-index';
import { changeSite } from '@site/release-core/changes/change';
import { decideRevocation } from '@site/release-core/changes/decide';
import { indexInPage, withIndex } from '@site/release-core/store/page-index';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import {
  activateNew,
  addAll,
  offering,
  openTinySite,
  requiring,
  routeTo,
  tinyPrivate,
  tinyRemote,
  tinyShell,
  tinyStore,
} from '@site/release-core/tests/support/tiny-site';
import type { PreviewAt } from '../http/answer-requests';
import { composedPages } from '../http/composed-pages';
import { composePreview, type PreviewOutcome, type PreviewRequest } from './compose-preview';
import { previewPages } from './preview-pages';

describe('a page', () => {
  let store: Store;
  let previewAt: PreviewAt;
  let lines: string[];
  let composed: PreviewRequest[];

  const composeHere = async (request: PreviewRequest) => {
    composed.push(request);
    return composePreview(store, (await store.readState()).revision as Revision, request);
  };

  const open = (compose: (request: PreviewRequest) => Promise<PreviewOutcome> = composeHere) => {
    previewAt = previewPages({
      store,
      pageAt: composedPages(store, undefined, (line) => lines.push(line)),
      compose,
      log: (line) => lines.push(line),
    });
  };

  beforeEach(async () => {
    lines = [];
    composed = [];
    store = await tinyStore();
    await addAll(store, [
      tinyRemote('booking', '1.0.0-b'),
      tinyRemote('booking', '1.0.0-c', requiring({ sharedUi: ['Chart'] })),
      tinyRemote('guide', '1.0.0-a', { routes: [routeTo('/guide')] }),
      tinyShell('1.0.0-s2', offering({ sharedUi: ['Button', 'Chart'] })),
    ]);
    open();
  });

  async function look(requested: string, path: string) {
    const page = await previewAt(requested, path);
    if (page.status === 308) throw new Error(`${path} leads to ${page.location}.`);
    const html = page.body.identity.toString();
    const [, text = '{}'] = /id="release-index">([^<]*)</.exec(html) ?? [];
    return { status: page.status, html, index: JSON.parse(text) as ReleaseIndex, page };
  }

  test('a preview shows the page with the requested release, which its index names', async () => {
    const { status, html, index } = await look('booking@1.0.0-b', '/booking');
    expect([status, html.includes('<h1>booking 1.0.0-b</h1>')]).toEqual([200, true]);
    expect(index.remotes.booking).toMatchObject({ id: '1.0.0-b', previous: { id: '1.0.0-a' } });
    expect(index).toMatchObject({ seq: 1, preview: { requested: 'booking@1.0.0-b' } });
    expect(index.preview?.refusal).toBeUndefined();
  });

  test('a release with a damaged description counts as unknown', async () => {
    await store.blobs.replace('r/booking/1.0.0-b/release.json', '{');
    const { html, index } = await look('booking@1.0.0-b', '/booking');
    expect(html).toContain('<h1>booking 1.0.0-a</h1>');
    expect(index.preview?.refusal).toBe('unknown');
  });

  test('a part and a route that are not active yet can be previewed', async () => {
    expect(await look('guide@1.0.0-a', '/guide')).toMatchObject({ status: 200 });
    expect((await look('guide@1.0.0-a', '/guide')).html).toContain('<h1>guide 1.0.0-a</h1>');
    expect((await look('guide@1.0.0-a', '/booking')).html).toContain('<h1>booking 1.0.0-a</h1>');
  });

  test('a branch stands for the newest release published from it, which the index names', async () => {
    const from = (id: string, branch: string, publishedAt: string) =>
      tinyRemote('booking', id, { branch, publishedAt });
    const address = 'booking@branch:feature/short-form';
    expect((await look(address, '/booking')).index.preview).toEqual({ requested: address, refusal: 'unknown-branch' });
    await addAll(store, [
      from('1.0.0-f2', 'feature/short-form', '2026-11-25T09:00:00.000Z'),
      from('1.0.0-f1', 'feature/short-form', '2026-11-24T09:00:00.000Z'),
      from('1.0.0-m1', 'main', '2026-11-25T12:00:00.000Z'),
    ]);
    const { html, index, page } = await look(address, '/booking');
    expect(html).toContain('<h1>booking 1.0.0-f2</h1>');
    expect(index.preview).toEqual({ requested: 'booking@1.0.0-f2' });
    expect(page).toMatchObject({ isSandboxed: true });
    await addAll(store, [from('1.0.0-f3', 'feature/short-form', '2026-11-25T13:00:00.000Z')]);
    expect((await look(`${address},landing@1.0.0-a`, '/booking')).index.preview).toEqual({
      requested: 'booking@1.0.0-f3,landing@1.0.0-a',
    });
  });

  test('a branch whose newest release is revoked is refused, and shows no older one', async () => {
    await addAll(store, [
      tinyRemote('booking', '1.0.0-m1', { branch: 'main', publishedAt: '2026-11-24T09:00:00.000Z' }),
      tinyRemote('booking', '1.0.0-m2', { branch: 'main', publishedAt: '2026-11-25T09:00:00.000Z' }),
    ]);
    await changeSite(store, '', (current) => decideRevocation(store, current, { name: 'booking', id: '1.0.0-m2' }));
    for (const requested of ['booking@branch:main', 'booking@1.0.0-m2']) {
      expect((await look(requested, '/booking')).index.preview?.refusal).toBe('revoked');
    }
    expect(composed).toEqual([]);
  });

  test('« show » serves the active page, whose index also says since when its releases are active, and their commits', async () => {
    const { page, html, index } = await look('show', '/booking');
    const active = await composedPages(store)('/booking');
    if (active.status === 308) throw new Error('The page is a redirect.');
    const { origins, ...rest } = index;
    expect(page).toMatchObject({ status: 200, contentSecurityPolicy: active.contentSecurityPolicy });
    expect(page.isSandboxed).toBeUndefined();
    expect(withIndex(html, '')).toBe(withIndex(active.body.identity.toString(), ''));
    expect(rest).toEqual(indexInPage(active.body.identity.toString()));
    const { revision } = await store.readState();
    expect(origins?.booking).toEqual({ since: revision?.since.booking, commit: expect.any(String) });
    expect(Object.keys(origins ?? {}).sort()).toEqual(['booking', 'landing', 'shell']);
    expect((await look('show', '/nulle-part')).status).toBe(404);
    expect(composed).toEqual([]);
  });

  test('several parts and the shell are previewed together', async () => {
    const { html, index } = await look('shell@1.0.0-s2,booking@1.0.0-c', '/booking');
    expect(html).toContain('<h1>booking 1.0.0-c</h1>');
    expect(html).toContain('/r/shell/1.0.0-s2/main.js');
    expect(index.shell.id).toBe('1.0.0-s2');
  });

  test('a preview has its own policy, which gives it no origin, and stores nothing', async () => {
    // No other test renders this release.
    await addAll(store, [tinyRemote('booking', '1.0.0-unseen')]);
    const add = jest.spyOn(store.blobs, 'add');
    const { page } = await look('booking@1.0.0-unseen', '/booking');
    expect(page.contentSecurityPolicy).toContain("default-src 'none'");
    expect(page.contentSecurityPolicy).toMatch(/; sandbox allow-scripts allow-forms /);
    expect(page.contentSecurityPolicy).not.toContain('allow-same-origin');
    expect(page).toMatchObject({ isSandboxed: true });
    expect(add).not.toHaveBeenCalled();
  });

  test.each([
    ['', 'malformed'],
    ['booking@1.0.0-b,', 'malformed'],
    ['booking@1.0.0-a,booking@1.0.0-b', 'malformed'],
    ['booking@../../evil', 'malformed'],
    [`booking@branch:${'a'.repeat(81)}`, 'malformed'],
    ['booking@branch:main,booking@1.0.0-b', 'malformed'],
    ['booking@branch:constructor', 'unknown-branch'],
    ['__proto__@1.0.0-a', 'malformed'],
    ['</script><script>evil()</script>', 'malformed'],
    [Array.from({ length: 11 }, (_, at) => `part${at}@1.0.0-a`).join(','), 'malformed'],
    ['booking@9.9.9-absent', 'unknown'],
    ['nobody@1.0.0-a', 'unknown'],
    ['booking@1.0.0-c', 'incompatible'],
  ])('%j shows the active page without a sandbox, whose index has the refusal %s', async (requested, refusal) => {
    const { status, html, index, page } = await look(requested, '/booking');
    expect(status).toBe(200);
    expect(html).toContain('<h1>booking 1.0.0-a</h1>');
    expect(index.preview).toEqual({ requested, refusal });
    expect(page.contentSecurityPolicy).not.toContain('sandbox');
    expect(page.isSandboxed).toBeUndefined();
  });

  test('a page is composed once, also for concurrent requests, and again after a change', async () => {
    await Promise.all(Array.from({ length: 20 }, () => look('booking@1.0.0-b', '/booking')));
    await look('booking@1.0.0-b', '/booking');
    expect(composed).toHaveLength(1);
    await activateNew(store, tinyRemote('landing', '1.0.0-b'));
    expect((await look('booking@1.0.0-b', '/booking')).index.remotes.landing?.id).toBe('1.0.0-b');
    expect(composed).toHaveLength(2);
  });

  test('files at the site’s root are served as they are', async () => {
    const manifest = await previewAt('booking@1.0.0-b', '/site.webmanifest');
    expect(manifest).toEqual(await composedPages(store)('/site.webmanifest'));
    expect(composed).toEqual([]);
  });

  test('one page is composed at a time, and a fifth concurrent request is refused as busy', async () => {
    const running: (() => void)[] = [];
    let most = 0;
    let now = 0;
    open(async (request) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise<void>((resolve) => running.push(resolve));
      now -= 1;
      return composeHere(request);
    });
    const paths = ['/', '/booking', '/a', '/guide'];
    const answers = Promise.all(paths.map((path) => look('guide@1.0.0-a,booking@1.0.0-b', path)));
    while (running.length === 0) await new Promise(setImmediate);
    expect((await look('guide@1.0.0-a', '/')).index.preview?.refusal).toBe('busy');
    for (let ended = 0; ended < paths.length; ended += 1) {
      while (running.length <= ended) await new Promise(setImmediate);
      running[ended]?.();
    }
    for (const { index } of await answers) expect(index.preview?.refusal).toBeUndefined();
    expect(most).toBe(1);
  });

  test('a release whose code fails shows the active page; the reason is logged, and the next request tries again', async () => {
    let isBroken = true;
    open(async (request) => {
      if (isBroken) throw new Error('it threw');
      return composeHere(request);
    });
    const { html, index } = await look('booking@1.0.0-b', '/booking');
    expect(html).toContain('<h1>booking 1.0.0-a</h1>');
    expect(index.preview?.refusal).toBe('failed');
    expect(lines).toEqual(['The preview of booking@1.0.0-b at /booking could not be composed: it threw']);
    isBroken = false;
    expect((await look('booking@1.0.0-b', '/booking')).index.preview?.refusal).toBeUndefined();
  });
});

test('the preview of a private part is private, and public pages do not name it', async () => {
  const store = memoryStore();
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking'), tinyPrivate()]);
  await addAll(store, [tinyPrivate('1.0.0-b')]);
  const pages = previewPages({
    store,
    pageAt: composedPages(store),
    compose: (request, revision) => composePreview(store, revision, request),
    log: () => undefined,
  });
  const own = await pages('owner@1.0.0-b', '/espace');
  expect(own).toMatchObject({ status: 200, private: true });
  const html = (page: typeof own) => ('body' in page ? page.body.identity.toString() : '');
  expect(indexInPage(html(own)).remotes.owner?.id).toBe('1.0.0-b');
  expect(Object.keys(indexInPage(html(await pages('owner@1.0.0-b', '/'))).remotes)).toEqual(['landing', 'booking']);
  expect(await pages('owner@1.0.0-z', '/espace')).toMatchObject({ status: 200, private: true });
});
