import { CLOSED_POLICY } from '../serve/security-headers';
import type { ComposedPage, ComposedPages, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { readReleases } from './composed-releases';
import { crawlerFiles } from './crawler-files';
import { contentSecurityPolicy } from './page-rules';
import { releaseIndex } from './release-index';
import type { RootFile, SiteData } from './shell-build';
import { NOT_FOUND, Templates } from './templates';

/** Where the release index is answered for itself. */
export const INDEX_PATH = '/releases.json';

/** The release index in a page, which every change rewrites. */
const INLINE_INDEX = /(?<=<script type="application\/json" id="release-index">)[^<]*(?=<\/script>)/;

export interface Composition {
  readonly pages: ComposedPages;
  /** Paths that were rendered; of all others only the release index was rewritten. */
  readonly rendered: readonly string[];
}

interface Wanted {
  readonly seq: number;
  readonly releases: ReleaseLines;
  readonly data: SiteData;
}

/**
 * Composes one HTML page per route of the active releases, and the files that stand at the site's root, into the store.
 * @throws UserError when a release is missing; ComposeError when a page breaks a rule of the page
 */
export async function compose(store: Store, { seq, releases: lines, data }: Wanted): Promise<Composition> {
  const releases = await readReleases(store, lines);
  const index = releaseIndex(store, seq, lines, releases);
  const indexText = JSON.stringify(index).replaceAll('<', '\\u003c');
  const templates = new Templates(store, releases, index, data);

  const page = async (path: string): Promise<[string, ComposedPage]> => {
    const { key, text } = await templates.page(path);
    const html = text.replace(INLINE_INDEX, () => indexText);
    const body = await store.addBody('page.html', Buffer.from(html));
    const policy = contentSecurityPolicy(html, data.backend.url);
    return [path, { body, template: key, contentType: 'text/html; charset=utf-8', contentSecurityPolicy: policy }];
  };
  const file = async (path: string, contentType: string, content: Buffer): Promise<[string, ComposedPage]> => [
    path,
    { body: await store.addBody(path, content), contentType, contentSecurityPolicy: CLOSED_POLICY },
  ];
  const contentOf = async (one: RootFile) =>
    'file' in one ? store.readClientFile('shell', releases.shell.id, one.file) : Buffer.from(one.text);

  const root = await templates.rootFiles();
  const rootFile = async (one: RootFile): Promise<[string, ComposedPage]> => {
    const [path, described] = await file(one.path, one.contentType, await contentOf(one));
    return [path, { ...described, template: root.key }];
  };
  const paths = releases.remotes.flatMap(({ routes }) => routes.map((route) => route.path));
  const composed = await Promise.all([
    ...[...paths, NOT_FOUND].map(page),
    file(INDEX_PATH, 'application/json; charset=utf-8', Buffer.from(indexText)),
    ...crawlerFiles(data.site, releases.remotes).map((one) => file(one.path, one.contentType, Buffer.from(one.text))),
    ...root.files.map(rootFile),
  ]);
  return { pages: Object.fromEntries(composed), rendered: templates.rendered };
}
