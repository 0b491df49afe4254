import type { ReleaseIndex } from '@site/contract/release-index';
import { resolveRedirects } from '@site/release-core/compose/redirects';
import { decompress } from '@site/release-core/compress';
import { CLOSED_POLICY } from '@site/release-core/content-policy';
import type { ReleaseName } from '@site/release-core/store/keys';
import { readPageIndexes } from '@site/release-core/store/page-index';
import { type ComposedPage, NOT_FOUND, type Revision } from '@site/release-core/store/revision';
import { type DamagedRevision, describeRevision } from '@site/release-core/store/revisions';
import type { Store } from '@site/release-core/store/store';
import type { Content } from './release-files';

export interface ServedPage extends Content, Partial<NamedReleases> {
  /** 503 before the first shell is active. */
  readonly status: 200 | 404 | 503;
  readonly contentSecurityPolicy: string;
  readonly noindex?: true;
  readonly private?: true | undefined;
  /** Whether the page's policy has a sandbox. */
  readonly isSandboxed?: true;
}

export interface ServedRedirect {
  readonly status: 308;
  readonly location: string;
}

export type PageAt = (path: string) => Promise<ServedPage | ServedRedirect>;

export type PageStore = Pick<Store, 'readState' | 'readAfter' | 'readIntactBody'>;

interface PageSet {
  readonly pages: ReadonlyMap<string, ServedPage | ServedRedirect | null>;
  readonly revision: Revision;
}

/**
 * Serves the active pages and root files from memory. Each request sees all earlier revisions; concurrent
 * requests load the pages of a change once. While the latest change is unreadable, the previous one is served.
 * @param onChange called when a newer state of the site is served, and with the first one: others may have changed it
 *   since this server began
 * @param log called once for each damaged revision or page
 */
export function composedPages(
  store: PageStore,
  onChange: (revision: Revision) => void = () => undefined,
  log: (line: string) => void = (line) => console.error(line),
): PageAt {
  const printed = new Set<string>();
  const logOnce = (line: string) => {
    if (!printed.has(line)) log(line);
    printed.add(line);
  };
  let served: PageSet | undefined;
  let loading: { readonly seq: number; readonly pages: Promise<PageSet> } | undefined;

  function loadOnce(revision: Revision): Promise<PageSet> {
    if (loading && loading.seq >= revision.seq) return loading.pages;
    const pages = load(store, revision);
    loading = { seq: revision.seq, pages };
    // The next request tries again.
    pages.catch(() => {
      if (loading?.pages === pages) loading = undefined;
    });
    return pages;
  }

  async function latest(): Promise<PageSet> {
    const current = served;
    const { revision, damaged } = current ? await store.readAfter(current.revision.seq) : await store.readState();
    for (const unreadable of damaged) logOnce(describeServed(unreadable, (revision ?? current?.revision)?.seq));
    const loaded = revision ? await loadOnce(revision) : current;
    // Of concurrent requests, the one with the latest revision wins.
    if (loaded && (!served || loaded.revision.seq > served.revision.seq)) {
      for (const [path, page] of loaded.pages) if (!page) logOnce(describeDamaged(path));
      served = loaded;
      onChange(served.revision);
    }
    if (!served) throw new Error('Nothing is active in the store.');
    return served;
  }

  return async (path) => {
    const { pages, revision } = await latest();
    const pagePath = pages.has(path) ? path : NOT_FOUND;
    const loaded = pages.get(pagePath);
    if (loaded) return loaded;
    if (Object.keys(revision.pages).length === 0) return NOT_YET_OPEN;
    const page = revision.pages[pagePath];
    if (!page) throw new Error('The site has no page for unknown paths: compose it again.');
    // Reads a damaged page again, so that it is served as soon as it is repaired.
    const repaired = await loadPage(store, pagePath, page);
    if (repaired) return repaired;
    throw new Error(describeDamaged(pagePath));
  };
}

const describeDamaged = (path: string) => `The page ${path} is damaged: repair it with "npx pnpm release repair".`;

const describeServed = (damaged: DamagedRevision, seq: number | undefined) =>
  `${describeRevision(damaged)}. Change ${seq} is served until ${damaged.made ? 'that version is installed here, too' : '"npx pnpm release repair"'}.`;

async function load(store: PageStore, revision: Revision): Promise<PageSet> {
  const { pages, redirects = {} } = revision;
  const loaded = Object.entries(pages).map(async ([path, page]) => [path, await loadPage(store, path, page)] as const);
  const files = new Map(await Promise.all(loaded));
  const served = new Map<string, ServedPage | ServedRedirect | null>(files);
  const indexes = await readPageIndexes(pages, async (path) => files.get(path)?.body.identity);
  for (const [path, releases] of indexes.flatMap(releasesByPath)) {
    const page = files.get(path);
    if (page) served.set(path, { ...page, ...releases });
  }
  for (const [path, location] of Object.entries(resolveRedirects(redirects, Object.keys(pages)))) {
    served.set(path, { status: 308, location });
  }
  return { revision, pages: served };
}

async function loadPage(
  store: PageStore,
  path: string,
  { body, contentType, contentSecurityPolicy, noindex, private: isPrivate }: ComposedPage,
): Promise<ServedPage | null> {
  const { '': stored, '.br': br, '.gz': gzip } = await store.readIntactBody(body);
  const identity = stored ?? (br && (await decompress('.br', br))) ?? (gzip && (await decompress('.gz', gzip)));
  if (!identity) return null;
  return {
    status: path === NOT_FOUND ? 404 : 200,
    contentType,
    contentSecurityPolicy,
    ...(noindex && { noindex }),
    ...(isPrivate && { private: isPrivate }),
    tag: body.slice(0, 22),
    body: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}

export interface NamedReleases {
  /** The page runs their code. */
  readonly releases: readonly ReleaseName[];
  /** The others that its index names: its visitor may reach them by a link. */
  readonly linked: readonly ReleaseName[];
}

function releasesByPath({ shell, remotes }: ReleaseIndex): readonly (readonly [string, NamedReleases])[] {
  const all = Object.entries(remotes).map(([name, { id }]) => ({ name, id }));
  return Object.entries(remotes).flatMap(([name, { id, routes }]) => {
    const releases = [
      { name: 'shell', id: shell.id },
      { name, id },
    ];
    const linked = all.filter((other) => other.name !== name);
    return routes.map(({ path }) => [path, { releases, linked }] as const);
  });
}

const HTML = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Le site ouvre bientôt</title>
</head>
<body>
<main>
<h1>Le site ouvre bientôt</h1>
<p>Ses pages ne sont pas encore en ligne. Revenez un peu plus tard.</p>
</main>
</body>
</html>
`;

/** Visitors see it at every address before the first shell is active. */
const NOT_YET_OPEN = {
  status: 503,
  contentType: 'text/html; charset=utf-8',
  contentSecurityPolicy: CLOSED_POLICY,
  noindex: true,
  tag: null,
  body: { identity: Buffer.from(HTML) },
} as const;
