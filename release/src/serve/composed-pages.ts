import { resolveRedirects } from '../changes/redirects';
import { type ComposedPage, type IndexEntry, NOT_FOUND } from '../store/release';
import type { Store } from '../store/store';
import type { Content } from './send-content';

export interface ServedPage extends Content {
  readonly status: 200 | 404;
  readonly contentSecurityPolicy: string;
}

/** Where a path leads whose page was retired. */
export interface ServedRedirect {
  readonly status: 308;
  readonly location: string;
}

export type PageAt = (path: string) => Promise<ServedPage | ServedRedirect>;

interface Served {
  readonly seq: number;
  readonly pages: ReadonlyMap<string, ServedPage | ServedRedirect>;
}

/**
 * Serves the active pages and root files from memory. Each request sees all earlier changes of the index; requests that
 * wait for the same change load its pages once.
 * @param onChange called when another state of the site is served for the first time
 */
export function composedPages(store: Store, onChange: () => void = () => undefined): PageAt {
  let served: Served | undefined;
  let loading: { readonly seq: number; readonly pages: Promise<Served> } | undefined;

  function loadOnce(entry: IndexEntry): Promise<Served> {
    if (loading && loading.seq >= entry.seq) return loading.pages;
    const pages = load(store, entry);
    loading = { seq: entry.seq, pages };
    // The next request tries again.
    pages.catch(() => {
      if (loading?.pages === pages) loading = undefined;
    });
    return pages;
  }

  async function latest(): Promise<Served> {
    const before = served;
    const entry = before ? await readAfter(store, before.seq) : await store.readIndex();
    const loaded = entry ? await loadOnce(entry) : before;
    // Of concurrent requests, the one that read the latest entry counts.
    if (loaded && (!served || loaded.seq > served.seq)) {
      const isChange = served !== undefined;
      served = loaded;
      if (isChange) onChange();
    }
    if (!served) throw new Error('Nothing is active in the store.');
    return served;
  }

  return async (path) => {
    const { pages } = await latest();
    const page = pages.get(path) ?? pages.get(NOT_FOUND);
    if (!page) throw new Error('The site has no page for unknown paths: compose it again.');
    return page;
  };
}

/** The latest entry after `seq`; null when there is none. */
async function readAfter(store: Store, seq: number): Promise<IndexEntry | null> {
  let latest: IndexEntry | null = null;
  for (let next = await store.readEntry(seq + 1); next; next = await store.readEntry(next.seq + 1)) latest = next;
  return latest;
}

async function load(store: Store, { seq, pages, redirects = {} }: IndexEntry): Promise<Served> {
  const loaded = Object.entries(pages).map(async ([path, page]) => [path, await loadPage(store, path, page)] as const);
  const served = new Map<string, ServedPage | ServedRedirect>(await Promise.all(loaded));
  for (const [path, location] of Object.entries(resolveRedirects(redirects, Object.keys(pages)))) {
    served.set(path, { status: 308, location });
  }
  return { seq, pages: served };
}

async function loadPage(store: Store, path: string, { body, contentType, contentSecurityPolicy }: ComposedPage) {
  const [identity, br, gzip] = await Promise.all([
    store.readBody(body),
    store.readEncodedBody(body, 'br'),
    store.readEncodedBody(body, 'gz'),
  ]);
  const page: ServedPage = {
    status: path === NOT_FOUND ? 404 : 200,
    contentType,
    contentSecurityPolicy,
    tag: body.slice(0, 22),
    body: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
  return page;
}
