import { type ComposedPage, type IndexEntry, NOT_FOUND } from '../store/release';
import type { Store } from '../store/store';

export type Encoding = 'br' | 'gzip';

export interface ServedPage {
  readonly status: 200 | 404;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  readonly etag: string;
  readonly body: Readonly<{ identity: Buffer } & Partial<Record<Encoding, Buffer>>>;
}

export type PageAt = (path: string) => Promise<ServedPage>;

interface Served {
  readonly seq: number;
  readonly pages: ReadonlyMap<string, ServedPage>;
}

/**
 * Serves the active pages and root files from memory. Each request sees all earlier changes of the index.
 * @param onChange called when another state of the site is served for the first time
 */
export function composedPages(store: Store, onChange: () => void = () => undefined): PageAt {
  let served: Promise<Served> | undefined;
  let servedSeq = 0;

  async function refresh(known: Promise<Served>): Promise<Served> {
    const { seq } = await known;
    let latest: IndexEntry | null = null;
    for (let next = await store.readEntry(seq + 1); next; next = await store.readEntry(next.seq + 1)) latest = next;
    return latest ? load(store, latest) : known;
  }

  return async (path) => {
    const current = served ? refresh(served) : loadLatest(store);
    const { seq, pages } = await current;
    // Of concurrent requests, the one that read the latest entry counts.
    if (seq >= servedSeq) {
      const isChange = servedSeq > 0 && seq > servedSeq;
      served = current;
      servedSeq = seq;
      if (isChange) onChange();
    }
    const page = pages.get(path) ?? pages.get(NOT_FOUND);
    if (!page) throw new Error('The site has no page for unknown paths: compose it again.');
    return page;
  };
}

async function loadLatest(store: Store): Promise<Served> {
  const entry = await store.readIndex();
  if (!entry) throw new Error('Nothing is active in the store.');
  return load(store, entry);
}

async function load(store: Store, { seq, pages }: IndexEntry): Promise<Served> {
  const loaded = Object.entries(pages).map(async ([path, page]) => [path, await loadPage(store, path, page)] as const);
  return { seq, pages: new Map(await Promise.all(loaded)) };
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
    etag: `"${body.slice(0, 22)}"`,
    body: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
  return page;
}
