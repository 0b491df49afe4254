import { createHash } from 'node:crypto';
import type { ActiveRelease, Backend, PageModule, ReleaseIndex, RemoteRoute, Site } from '@site/shared-ui/host';
import { compress } from '../compress';
import type { Store } from '../store/folder-store';
import type { Release, StoreState } from '../store/release';
import { evaluate, nodeModules, offerOnly } from './evaluate';
import { checkPage, contentSecurityPolicy } from './page-rules';
import { releaseIndex } from './release-index';

/** What every page is composed with, besides the releases. */
export interface SiteData {
  readonly site: Site;
  readonly backend: Backend;
  /** yyyy-MM-dd in Paris */
  readonly composedOn: string;
}

/** `pages.json`: what the server needs to know of each page. */
export interface ComposedPage {
  readonly file: string;
  readonly contentSecurityPolicy: string;
}
export type ComposedPages = Readonly<Record<string, ComposedPage>>;

/** Key and file of the page for unknown paths. */
export const NOT_FOUND = '404';

/** What the shell's node build exports. */
interface ShellBuild {
  readonly shared: Readonly<Record<string, unknown>>;
  readonly render: (
    request: SiteData & {
      index: ReleaseIndex;
      path: string;
      script: { url: string; integrity: string };
      load: (release: ActiveRelease, route: RemoteRoute) => PageModule;
    },
  ) => Promise<string>;
}

type Active = Pick<StoreState, 'seq' | 'active'>;

/**
 * Writes one HTML page per route of the active releases into the store.
 * @returns the pages' folder; pages of the same content are composed once
 * @throws ComposeError when a page breaks a rule of the page
 */
export async function compose(store: Store, active: Active, data: SiteData): Promise<string> {
  const releases = await Promise.all(Object.entries(active.active).map(([name, id]) => store.read(name, id)));
  const index = releaseIndex(store, active.seq, releases);
  const folder = createHash('sha256')
    .update(JSON.stringify([index, data]))
    .digest('hex')
    .slice(0, 16);
  if (store.hasPages(folder)) return folder;

  const renderPage = await pageRenderer(store, releases, index, data);
  const files = new Map<string, string | Buffer>();
  const pages: Record<string, ComposedPage> = {};
  for (const path of [
    ...Object.values(index.remotes).flatMap(({ routes }) => routes.map((route) => route.path)),
    NOT_FOUND,
  ]) {
    const html = await renderPage(path === NOT_FOUND ? '/404' : path);
    checkPage(path, html);
    const file = fileName(path);
    pages[path] = { file, contentSecurityPolicy: contentSecurityPolicy(html, data.backend.url) };
    files.set(file, html);
    for (const [ending, bytes] of await compress(file, Buffer.from(html))) files.set(file + ending, bytes);
  }
  files.set('pages.json', JSON.stringify(pages, null, 2));
  await store.addPages(folder, files);
  return folder;
}

async function pageRenderer(store: Store, releases: readonly Release[], index: ReleaseIndex, data: SiteData) {
  const load = async ({ name, id }: Release, file: string, offer: (name: string) => unknown) =>
    evaluate(await store.readNodeBuild(name, id, file), `${name}@${id}/${file}`, store.baseOf(name, id), offer);

  const shell = releases.find(({ name }) => name === 'shell');
  if (!shell) throw new Error('No shell is active: publish one.');
  const { shared, render } = (await load(shell, 'render.js', nodeModules)) as ShellBuild;
  const modules = new Map<string, PageModule>();
  for (const remote of releases) {
    for (const { path, module } of remote.routes) {
      modules.set(path, (await load(remote, `${module}.js`, offerOnly(shared, remote.name))) as PageModule);
    }
  }
  const script = { url: store.baseOf('shell', shell.id) + shell.entry, integrity: shell.files[shell.entry] ?? '' };
  return (path: string) =>
    render({
      ...data,
      index,
      path,
      script,
      load: (_, route) => {
        const page = modules.get(route.path);
        if (!page) throw new Error(`No module was evaluated for ${route.path}.`);
        return page;
      },
    });
}

const fileName = (path: string) =>
  path === '/' ? 'index.html' : `${path.replace(/^\//, '').replaceAll('/', '_')}.html`;
