import { createHash } from 'node:crypto';
import { compress } from '../compress';
import { CLOSED_POLICY } from '../serve/security-headers';
import type { Store } from '../store/folder-store';
import type { StoreState } from '../store/release';
import { crawlerFiles } from './crawler-files';
import { checkPage, contentSecurityPolicy } from './page-rules';
import { releaseIndex } from './release-index';
import { openRenderer } from './renderer';
import type { SiteData } from './shell-build';

/** `pages.json`: what the server needs to know of each page, and of each file beside them. */
export interface ComposedPage {
  readonly file: string;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
}
export type ComposedPages = Readonly<Record<string, ComposedPage>>;

/** Key and file of the page for unknown paths. */
export const NOT_FOUND = '404';

/** Raised when the composer writes something else from the same releases: pages of before are composed anew. */
const FORMAT = 2;

type Active = Pick<StoreState, 'seq' | 'active'>;

/**
 * Writes one HTML page per route of the active releases into the store, and the files that stand at the site's root.
 * @returns the pages' folder; pages of the same content are composed once
 * @throws ComposeError when a page breaks a rule of the page
 */
export async function compose(store: Store, active: Active, data: SiteData): Promise<string> {
  const releases = await Promise.all(Object.entries(active.active).map(([name, id]) => store.read(name, id)));
  const index = releaseIndex(store, active.seq, releases);
  const folder = createHash('sha256')
    .update(JSON.stringify([FORMAT, index, data]))
    .digest('hex')
    .slice(0, 16);
  if (store.hasPages(folder)) return folder;

  const files = new Map<string, string | Buffer>();
  const pages: Record<string, ComposedPage> = {};
  const add = async (path: string, described: ComposedPage, content: Buffer) => {
    pages[path] = described;
    files.set(described.file, content);
    for (const [ending, bytes] of await compress(described.file, content)) files.set(described.file + ending, bytes);
  };

  const renderer = await openRenderer(store, releases, index, data);
  for (const path of [...releases.flatMap(({ routes }) => routes.map((route) => route.path)), NOT_FOUND]) {
    const html = await renderer.page(path === NOT_FOUND ? '/404' : path);
    checkPage(path, html);
    const policy = contentSecurityPolicy(html, data.backend.url);
    const page = { file: pageFile(path), contentType: 'text/html; charset=utf-8', contentSecurityPolicy: policy };
    await add(path, page, Buffer.from(html));
  }
  const crawled = crawlerFiles(data.site, releases).map((one) => ({ ...one, content: Buffer.from(one.text) }));
  for (const { path, contentType, content } of [...crawled, ...(await renderer.rootFiles())]) {
    await add(path, { file: path.slice(1), contentType, contentSecurityPolicy: CLOSED_POLICY }, content);
  }
  files.set('pages.json', JSON.stringify(pages, null, 2));
  await store.addPages(folder, files);
  return folder;
}

const pageFile = (path: string) =>
  path === '/' ? 'index.html' : `${path.replace(/^\//, '').replaceAll('/', '_')}.html`;
