import { FACTS_PATH, INDEX_PATH, PRIVATE_PATH } from '@site/contract/addresses';
import { escapeHtml } from '@site/contract/escape-html';
import type { Site } from '@site/contract/host';
import { jsonForHtml, type SiteData } from '@site/contract/page-data';
import type { RootFile } from '@site/contract/shell-build';
import { todayInParis } from '@site/contract/today';
import { settleAll } from '../concurrency';
import { CLOSED_POLICY, contentSecurityPolicy } from '../content-policy';
import { lazyFrom } from '../lazy';
import { withIndex } from '../store/page-index';
import type { Release } from '../store/release';
import { type ComposedPage, type ComposedPages, NOT_FOUND, type Revision } from '../store/revision';
import type { Store } from '../store/store';
import type { AppFile } from './page-rules';
import { ownerOf, publicOf, ROOT_FILES, readReleaseSet, releaseIndexes } from './release-set';
import { readTemplates } from './templates';

const lazy = lazyFrom(import.meta.url);

export interface Composition {
  readonly pages: ComposedPages;
  /** Paths that were rendered. In all other pages, only the release index was replaced. */
  readonly rendered: readonly string[];
}

export async function compose(
  store: Store,
  { seq, releases: active, data }: Pick<Revision, 'seq' | 'releases' | 'data'>,
): Promise<Composition> {
  // Before the first releases, a site has no pages.
  if (Object.keys(active).length === 0) return { pages: {}, rendered: [] };
  const releases = await readReleaseSet(store, active);
  const indexOf = releaseIndexes(seq, active, releases);
  const paths = [...releases.remotes.flatMap(({ routes }) => routes.map(({ path }) => path)), NOT_FOUND];
  const wanted = [...paths, ROOT_FILES];
  const { templates, rendered } = await readTemplates(store, releases, { data, indexOf, wanted });
  const templateOf = (path: string) => templates.get(path) ?? { key: '', text: '' };

  const page = async (path: string): Promise<[string, ComposedPage]> => {
    const { key, text } = templateOf(path);
    const owner = ownerOf(releases, path);
    const html = withIndex(text, jsonForHtml(indexOf(owner)));
    const body = await store.addBody('page.html', Buffer.from(html));
    const described = {
      body,
      template: key,
      contentType: 'text/html; charset=utf-8',
      contentSecurityPolicy: contentSecurityPolicy(html, data.backend.url, owner.private),
    };
    if (owner.private) return [path, { ...described, noindex: true, private: true }];
    const isUnlisted = owner.routes.some((route) => route.path === path && route.noindex);
    return [path, isUnlisted ? { ...described, noindex: true } : described];
  };
  const file = async (path: string, contentType: string, content: Buffer): Promise<[string, ComposedPage]> => [
    path,
    { body: await store.addBody(path, content), contentType, contentSecurityPolicy: CLOSED_POLICY },
  ];
  const jsonFile = (path: string, text: string) => file(path, 'application/json; charset=utf-8', Buffer.from(text));
  const root = templateOf(ROOT_FILES);
  const contentOf = async (rootFile: RootFile) =>
    'file' in rootFile ? store.readClientFile(releases.shell, rootFile.file) : Buffer.from(rootFile.text);
  const composeRootFile = async (rootFile: RootFile): Promise<[string, ComposedPage]> => {
    const [path, described] = await file(rootFile.path, rootFile.contentType, await contentOf(rootFile));
    return [path, { ...described, template: root.key }];
  };

  const appFilesOf = async (part: Release): Promise<readonly AppFile[]> =>
    part.private ? lazy<typeof import('./page-rules')>('./page-rules').appFiles(store, part, data.site) : [];
  const appFile = async ({ path, content, ...described }: AppFile): Promise<[string, ComposedPage]> => [
    path,
    { ...described, body: await store.addBody(path, content), noindex: true, private: true },
  ];

  const composed = await settleAll([
    ...paths.map(page),
    ...(await appFilesOf(ownerOf(releases, PRIVATE_PATH))).map(appFile),
    jsonFile(INDEX_PATH, jsonForHtml(indexOf(releases.shell))),
    ...(data.backend.url ? [jsonFile(FACTS_PATH, hostedFacts(data.site))] : []),
    ...crawlerFiles(data.site, publicOf(releases.remotes)).map(({ path, contentType, text }) =>
      file(path, contentType, Buffer.from(text)),
    ),
    ...(JSON.parse(root.text) as RootFile[]).map(composeRootFile),
  ]);
  const pages = [...composed, ...ownerFiles(data)];
  return { pages: Object.fromEntries(data.site.draft ? pages.map(unindexed) : pages), rendered };
}

const hostedFacts = (site: Site) =>
  JSON.stringify(lazy<typeof import('./mail-facts')>('./mail-facts').hostedFacts(site));

/** The owner's files, whose bodies are stored already. None is read here: a damaged one must not block a rollback. */
const ownerFiles = ({ files = {} }: SiteData): [string, ComposedPage][] =>
  Object.entries(files).map(([path, file]) => [path, { ...file, contentSecurityPolicy: CLOSED_POLICY }]);

const unindexed = ([path, page]: [string, ComposedPage]): [string, ComposedPage] => [path, { ...page, noindex: true }];

/** Files for search engines. Site maps need absolute addresses: without the site's origin there is none. */
export function crawlerFiles({ origin: published, draft }: Site, releases: readonly Release[]) {
  // Robots may fetch a draft: they must see its noindex.
  const origin = draft ? '' : published;
  const robots = ['User-agent: *', 'Allow: /', ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : [])];
  const files = [{ path: '/robots.txt', contentType: 'text/plain; charset=utf-8', text: lines(robots) }];
  if (!origin) return files;
  const map = { path: '/sitemap.xml', contentType: 'application/xml; charset=utf-8', text: siteMap(origin, releases) };
  return [...files, map];
}

function siteMap(origin: string, releases: readonly Release[]) {
  const entries = releases.flatMap(({ routes, publishedAt }) =>
    routes
      .filter(({ noindex }) => !noindex)
      .map(({ path }) => {
        const lastmod = todayInParis(new Date(publishedAt));
        return `  <url><loc>${escapeHtml(origin + path)}</loc><lastmod>${lastmod}</lastmod></url>`;
      }),
  );
  return lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ]);
}

const lines = (parts: readonly string[]) => `${parts.join('\n')}\n`;
