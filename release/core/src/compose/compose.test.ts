import type { Site } from '@site/contract/host';
import type { SiteData } from '@site/contract/page-data';
import type { RemoteRoute } from '@site/contract/routes';
import { freshMemoryStore, memoryStore } from '../../tests/support/memory-store';
import {
  activateNew,
  type BuiltRelease,
  exampleRelease,
  offering,
  openTinySite,
  requiring,
  rollBack,
  routeTo,
  tinyData,
  tinyPrivate,
  tinyRemote,
  tinyShell,
  withFiles,
} from '../../tests/support/tiny-site';
import { changeSite } from '../changes/change';
import { decideComposition } from '../changes/decide';
import type { Revision } from '../store/revision';
import { openStore, type Store } from '../store/store';
import { crawlerFiles } from './compose';

describe('the pages', () => {
  let store: Store;
  let start: Revision;

  beforeEach(async () => {
    store = memoryStore();
    start = await openTinySite(store);
  });

  /** Renders all pages in the sandbox, although earlier tests have rendered the same. */
  async function openFresh() {
    store = freshMemoryStore();
    start = await openTinySite(store);
  }

  const activate = (artifact: BuiltRelease) => activateNew(store, artifact);

  const textAt = async ({ pages }: Revision, path: string) =>
    (await store.readBody(pages[path]?.body ?? '')).toString();
  const withoutIndex = (html: string) => html.replace(/(id="release-index">)[^<]*/, '$1');

  async function indexIn(revision: Revision, path: string) {
    const [, text = ''] = /id="release-index">([^<]*)/.exec(await textAt(revision, path)) ?? [];
    return JSON.parse(text) as unknown;
  }

  test('composes a page whose module has the name of something that every object has', async () => {
    const routes = [{ ...routeTo('/booking'), module: 'constructor' }];
    const changed = await activate(tinyRemote('booking', '1.0.0-b', { routes, pageFiles: {} }));
    expect(await textAt(changed?.revision ?? start, '/booking')).toContain('<h1>booking 1.0.0-b</h1>');
  });

  test('composes each page of the active releases, the page for unknown paths and the root files', async () => {
    const files = ['/releases.json', '/robots.txt', '/site.webmanifest'];
    expect(Object.keys(start.pages).sort()).toEqual(['/', '/booking', ...files, '404']);
    expect(await textAt(start, '/booking')).toContain(
      '<h1>booking 1.0.0-a</h1><img src="/r/booking/1.0.0-a/picture.svg">',
    );
    expect(await textAt(start, '404')).toContain('Page introuvable');
  });

  test('writes the release index into every page and into releases.json', async () => {
    const { revision } = await activate(tinyRemote('booking', '1.0.0-b'));
    const index = JSON.parse(await textAt(revision, '/releases.json'));
    expect(index).toMatchObject({ seq: 2, shell: { id: '1.0.0-s1' } });
    expect(index.remotes.booking).toMatchObject({
      id: '1.0.0-b',
      entry: '/r/booking/1.0.0-b/remoteEntry.js',
      previous: { id: '1.0.0-a', entry: '/r/booking/1.0.0-a/remoteEntry.js' },
    });
    expect(index.remotes.landing).not.toHaveProperty('previous');
    for (const path of ['/', '/booking', '404']) expect(await indexIn(revision, path)).toEqual(index);
  });

  test('skips previous releases that are incompatible with the active shell when it chooses a fallback', async () => {
    await activate(tinyShell('1.0.0-s2', offering({ sharedUi: ['Chart'] })));
    await activate(tinyRemote('booking', '1.0.0-b', requiring({ sharedUi: ['Chart'] })));
    await activate(tinyRemote('booking', '1.0.0-c'));
    const changed = await activate(tinyShell('1.0.0-s3'));
    const index = JSON.parse(await textAt(changed.revision, '/releases.json'));
    expect(index.remotes.booking).toMatchObject({ id: '1.0.0-c', previous: { id: '1.0.0-a' } });
  });

  test('renders only the pages of the changed remote, and rewrites only the index in others', async () => {
    await openFresh();
    const changed = await activate(tinyRemote('booking', '1.0.0-b'));
    expect(changed?.rendered).toEqual(['/booking']);
    if (!changed) return;
    for (const path of ['/', '404']) {
      const [before, after] = [await textAt(start, path), await textAt(changed.revision, path)];
      expect(after).not.toBe(before);
      expect(withoutIndex(after)).toBe(withoutIndex(before));
    }
    expect(changed.revision.pages['/robots.txt']).toEqual(start.pages['/robots.txt']);
  });

  test('renders all pages after a change of the shell, the data or the paths', async () => {
    await openFresh();
    const all = ['/', '/booking', '404', 'root files'];
    expect([...((await activate(tinyShell('1.0.0-s2')))?.rendered ?? [])].sort()).toEqual(all);
    const routes = [routeTo('/booking'), routeTo('/dates')];
    const grown = await activate(tinyRemote('booking', '1.0.0-b', { routes }));
    expect([...(grown?.rendered ?? [])].sort()).toEqual(['/', '/booking', '/dates', '404', 'root files']);
    const data = { ...tinyData, site: { ...tinyData.site, product: 'Deux journées' } };
    const said = await changeSite(store, '', async (current) =>
      decideComposition(current, 'compose', { releases: current?.releases ?? {}, data }),
    );
    expect(said?.rendered).toHaveLength(5);
    if (said) expect(await textAt(said.revision, '/')).toContain('<title>Deux journées</title>');
  });

  test('writes the facts of mails beside the pages of a hosted backend, which reads no site.json', async () => {
    await openFresh();
    expect(start.pages).not.toHaveProperty(['/facts.json']);
    const backend = { url: 'https://projet.supabase.co', anonKey: 'key' };
    const site = {
      ...tinyData.site,
      phone: '06 39 98 00 00',
      prices: { standard: '210' },
      visitorMails: false,
      papers: { vat: 'franchise' as const, earlyLeave: 'La moitié du prix est due.' },
      trainer: { name: 'Ada Martin', path: 'Dix ans de métier.' },
    };
    const said = await changeSite(store, '', async (current) =>
      decideComposition(current, 'compose', {
        releases: current?.releases ?? {},
        data: { ...tinyData, backend, site },
      }),
    );
    const facts = said && JSON.parse(await textAt(said.revision, '/facts.json'));
    expect(facts).toEqual({
      phone: site.phone,
      prices: {
        standard: 210,
        funded: 320,
        vat: 'franchise',
        isNet: true,
        trainer: 'Ada Martin',
        earlyLeave: 'La moitié du prix est due.',
        professionalDueDays: 30,
        agreedTexts: { earlyLeave: 'La moitié du prix est due.', dayMinutes: '480' },
      },
      visitorMails: false,
    });
  });

  test('a rollback renders nothing when only its release has changed: it writes the earlier pages with another number, and then the revision', async () => {
    await activate(tinyRemote('booking', '1.0.0-b'));
    const add = jest.spyOn(store.blobs, 'add');
    const { rendered, revision } = (await rollBack(openStore(store.blobs), 'booking')) ?? { revision: start };
    expect(rendered).toEqual([]);
    for (const path of ['/', '/booking', '404', '/releases.json']) {
      expect((await textAt(revision, path)).replace('"seq":3', '"seq":1')).toBe(await textAt(start, path));
    }
    const added = add.mock.calls.map(([key]) => key);
    expect(added.pop()).toBe('index/00000003.json');
    // Four pages, each in three forms.
    expect(added.filter((key) => /^bodies\/\w+(\.br|\.gz)?$/.test(key))).toHaveLength(4 * 3);
    expect(added).toHaveLength(4 * 3);
  });

  async function composeWith(changes: Partial<SiteData>) {
    const { releases, data } = start;
    const changed = await changeSite(store, '', async (current) =>
      decideComposition(current, 'compose', { releases, data: { ...data, ...changes } }),
    );
    if (!changed) throw new Error('Nothing was to change.');
    return changed.revision;
  }

  test('lists the owner’s files with the pages and the closed policy, and keeps them in a rollback', async () => {
    const path = '/fichiers/programme.pdf';
    const file = { body: await store.addBody(path, Buffer.from('%PDF-1.7')), contentType: 'application/pdf' };
    const composed = await composeWith({ files: { [path]: file } });
    expect(composed.pages[path]).toEqual({
      ...file,
      contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
    });
    expect(await textAt(composed, path)).toBe('%PDF-1.7');
    await activate(tinyRemote('booking', '1.0.0-b'));
    const back = await rollBack(store, 'booking');
    expect(back?.revision.pages[path]).toEqual(composed.pages[path]);
  });

  test('marks every page of a draft as noindex, and no page of the public site that follows', async () => {
    const draft = await composeWith({ site: { ...start.data.site, draft: true } });
    expect(Object.values(draft.pages).map(({ noindex }) => noindex)).toEqual(Object.keys(start.pages).map(() => true));
    const open = await composeWith({});
    expect(open.pages['/']?.template).toBe(start.pages['/']?.template);
    for (const page of Object.values(open.pages)) expect(page).not.toHaveProperty('noindex');
  });

  test('marks the page of a route that is not to be indexed, and no other page of its release', async () => {
    const routes = [routeTo('/booking'), { ...routeTo('/reservation/gerer', 'manageBooking'), noindex: true as const }];
    const { pages } = (await activate(tinyRemote('booking', '1.0.0-b', { routes }))).revision;
    expect(pages['/reservation/gerer']).toMatchObject({ noindex: true });
    expect(pages['/reservation/gerer']).not.toHaveProperty('private');
    expect(pages['/booking']).not.toHaveProperty('noindex');
  });

  describe('the files that make a private part installable', () => {
    const manifest = {
      name: 'Espace – {product}',
      start_url: '/espace',
      icons: [{ src: 'icon.png', sizes: '192x192' }],
    };
    const appFiles = { client: { 'manifest.webmanifest': JSON.stringify(manifest), 'sw.js': '// worker' } };

    test('are served below its page, with the product’s name and the icons of the release', async () => {
      await activate(tinyPrivate());
      const { revision } = await activate(withFiles(tinyPrivate('1.0.0-b'), appFiles));
      expect(JSON.parse(await textAt(revision, '/espace/manifest.webmanifest'))).toEqual({
        ...manifest,
        name: `Espace – ${tinyData.site.product}`,
        icons: [{ src: '/r/owner/1.0.0-b/icon.png', sizes: '192x192' }],
      });
      expect(await textAt(revision, '/espace/sw.js')).toBe('// worker');
      for (const path of ['/espace/manifest.webmanifest', '/espace/sw.js']) {
        expect(revision.pages[path]).toMatchObject({ private: true, noindex: true });
      }
      expect(revision.pages['/espace/sw.js']?.contentSecurityPolicy).toBe(
        "default-src 'none'; frame-ancestors 'none'; connect-src 'self'",
      );
      const back = await rollBack(store, 'owner');
      expect(Object.keys(back?.revision.pages ?? {}).filter((path) => path.startsWith('/espace/'))).toEqual([]);
    });

    test('are not taken from a public part', async () => {
      const { revision } = await activate(withFiles(tinyRemote('contact'), appFiles));
      expect(Object.keys(revision.pages)).toContain('/contact');
      expect(Object.keys(revision.pages).filter((path) => path.startsWith('/espace'))).toEqual([]);
    });

    test('are refused when the manifest cannot be read', async () => {
      await expect(activate(withFiles(tinyPrivate(), { client: { 'manifest.webmanifest': '{}' } }))).rejects.toThrow(
        '/espace/manifest.webmanifest of owner@1.0.0-a is no web manifest.',
      );
    });
  });
});

describe('crawler files', () => {
  const route = (path: string): RemoteRoute => ({ name: 'home', path, module: '', title: '', description: '' });
  const release = (name: string, publishedAt: string, ...paths: string[]) =>
    exampleRelease({ name, publishedAt, routes: paths.map(route) });
  const ownPage: RemoteRoute = { ...route('/reservation/gerer'), noindex: true };
  const releases = [
    release('shell', '2026-11-21T08:00:00.000Z'),
    release('landing', '2026-11-02T23:30:00.000Z', '/'),
    exampleRelease({ name: 'booking', routes: [ownPage] }),
    release('legal', '2026-11-21T08:00:00.000Z', '/agefice', '/mentions-legales'),
  ];

  const filesOf = (origin: string) =>
    new Map(crawlerFiles({ origin } as Site, releases).map(({ path, text }) => [path, text]));

  test('lists every page that may be indexed in the site map with the day in Paris on which its release was published', () => {
    const map = filesOf('https://atelier.example').get('/sitemap.xml') ?? '';
    const pages = [...map.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)].map(([, loc, day]) => [loc, day]);
    expect(pages).toEqual([
      ['https://atelier.example/', '2026-11-03'],
      ['https://atelier.example/agefice', '2026-11-21'],
      ['https://atelier.example/mentions-legales', '2026-11-21'],
    ]);
  });

  test('allows every robot in robots.txt and names the site map', () => {
    expect(filesOf('https://atelier.example').get('/robots.txt')).toBe(
      'User-agent: *\nAllow: /\n\nSitemap: https://atelier.example/sitemap.xml\n',
    );
  });

  test('escapes addresses in the site map', () => {
    expect(filesOf('https://atelier.example/a&b').get('/sitemap.xml')).toContain(
      '<loc>https://atelier.example/a&amp;b/',
    );
  });

  test('a site without an origin, and a draft, whose noindex robots have to see, have no site map', () => {
    const draft = crawlerFiles({ origin: 'https://atelier.example', draft: true } as Site, releases);
    for (const files of [crawlerFiles({ origin: '' } as Site, releases), draft]) {
      expect(files.map(({ path, text }) => [path, text])).toEqual([['/robots.txt', 'User-agent: *\nAllow: /\n']]);
    }
  });
});
