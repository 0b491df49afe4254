import { NOT_FOUND } from '../compose/templates';
import type { ComposedPage, IndexEntry } from '../store/release';
import type { Store } from '../store/store';

export type Encoding = 'br' | 'gzip';

export interface ServedPage {
  readonly status: 200 | 404;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  readonly etag: string;
  readonly body: Readonly<{ identity: Buffer } & Partial<Record<Encoding, Buffer>>>;
}

interface Served {
  readonly seq: number;
  readonly pages: ReadonlyMap<string, ServedPage>;
}

/**
 * The pages that are active and the files beside them, held in memory; each request sees the changes made before it.
 * @param onChange called when another state of the site is served than before
 */
export function composedPages(store: Store, onChange: () => void = () => undefined) {
  let served: Promise<Served> | undefined;
  let servedSeq = 0;

  async function refresh(known: Promise<Served>): Promise<Served> {
    const { seq } = await known;
    let latest: IndexEntry | null = null;
    for (let next = await store.readEntry(seq + 1); next; next = await store.readEntry(next.seq + 1)) latest = next;
    return latest ? load(store, latest) : known;
  }

  return async (path: string): Promise<ServedPage> => {
    const before = served ?? loadLatest(store);
    const after = served ? refresh(served) : before;
    const { seq, pages } = await after;
    // Of requests that looked at the same time, the one that saw the most counts.
    if (seq >= servedSeq) {
      const isChange = servedSeq > 0 && seq > servedSeq;
      served = after;
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
