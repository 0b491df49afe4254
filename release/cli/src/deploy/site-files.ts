import { INDEX_PATH, RELEASE_FILE } from '@site/contract/addresses';
import { escapeHtml } from '@site/contract/escape-html';
import { resolveRedirects } from '@site/release-core/compose/redirects';
import { readReleaseSet } from '@site/release-core/compose/release-set';
import { clientKey } from '@site/release-core/store/keys';
import type { Release } from '@site/release-core/store/release';
import { type ComposedPage, NOT_FOUND, type Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import {
  cacheControlOf,
  headerRules,
  headersFile,
  IMMUTABLE,
  nginxHeaders,
  REVALIDATE,
  redirectsFile,
} from '@site/release-server/http/headers';
import { typeOf } from '@site/release-server/http/release-files';
import type { HostedFile } from './target';

export interface SiteFiles {
  readonly releases: ReadonlyMap<string, readonly HostedFile[]>;
  readonly pages: readonly HostedFile[];
  readonly index: HostedFile;
  readonly leftOut: readonly string[];
}

const HTML = 'text/html; charset=utf-8';

/** @param isBucket whether the host stores headers with each file and sends no others */
export async function siteFiles(store: Store, revision: Revision, isBucket: boolean): Promise<SiteFiles> {
  const { pages, releases, redirects = {} } = revision;
  const { shell, remotes, fallbacks } = await readReleaseSet(store, releases);
  // Clickjacking: only a header forbids framing, and a bucket cannot send it.
  const isSafe = ({ private: isPrivate }: { readonly private?: true | undefined }) => !isBucket || !isPrivate;
  const safePages = Object.entries(pages).filter(([, page]) => isSafe(page));
  const hosted = safePages.map(([path, page]) => [path, pageFile(store, { path, page, isBucket })] as const);
  const index = hosted.find(([path]) => path === INDEX_PATH)?.[1];
  if (!index) throw new Error('The composer has written no release index.');
  const resolved = resolveRedirects(redirects, Object.keys(pages));
  const rules = headerRules(pages);
  return {
    releases: new Map(
      [shell, ...remotes, ...fallbacks.values()]
        .filter(isSafe)
        .map((release) => [clientKey(release), filesOf(store, release, isBucket)]),
    ),
    pages: [
      ...hosted.filter(([path]) => path !== INDEX_PATH).map(([, file]) => file),
      ...(isBucket
        ? Object.entries(resolved).map(([path, target]) => written(path.slice(1), pageThatRedirects(target)))
        : [
            written('_headers', headersFile(rules)),
            written('_redirects', redirectsFile(resolved)),
            written('nginx-headers.conf', nginxHeaders(rules, resolved)),
          ]),
    ],
    index,
    leftOut: Object.keys(pages).filter((path) => !safePages.some(([one]) => one === path)),
  };
}

const written = (key: string, text: string): HostedFile => ({
  key,
  headers: { 'Content-Type': HTML, 'Cache-Control': REVALIDATE },
  read: async () => Buffer.from(text),
});

/** A bucket has one variant of each file: every supported browser accepts Brotli over HTTPS. */
function filesOf(store: Store, release: Release, isBucket: boolean): HostedFile[] {
  const all = [...Object.keys(release.files), RELEASE_FILE];
  const sent = isBucket ? all.filter((file) => !/\.(?:br|gz)$/.test(file)) : all;
  return sent.map((file) => {
    const isEncoded = isBucket && Object.hasOwn(release.files, `${file}.br`);
    const headers = { 'Content-Type': typeOf(file), 'Cache-Control': IMMUTABLE };
    return {
      key: clientKey(release, file),
      headers: isEncoded ? { ...headers, 'Content-Encoding': 'br' } : headers,
      read: () => store.readClientFile(release, isEncoded ? `${file}.br` : file),
    };
  });
}

interface PageAtPath {
  readonly path: string;
  readonly page: ComposedPage;
  readonly isBucket: boolean;
}

/** A page is not encoded: a CDN encodes it for each visitor, and some clients accept no encoding. */
const pageFile = (store: Store, { path, page, isBucket }: PageAtPath): HostedFile => ({
  key: keyOf(path, isBucket),
  headers: { 'Content-Type': page.contentType, 'Cache-Control': cacheControlOf(path) },
  read: async () => {
    const body = await store.readBody(page.body);
    if (!isBucket || !page.contentType.startsWith('text/html')) return body;
    return Buffer.from(withOwnPolicy(path, body.toString(), page.contentSecurityPolicy));
  },
});

/** A static host looks for `<page>.html` when a path has no extension; a bucket does not. */
function keyOf(path: string, isBucket: boolean): string {
  if (path === NOT_FOUND) return '404.html';
  if (path === '/') return 'index.html';
  const key = path.slice(1);
  return isBucket || key.includes('.') ? key : `${key}.html`;
}

const HEAD = /^<!doctype html>\s*(?:<html(?:\s[^>]*)?>\s*)?<head>/i;
/** Browsers ignore it in a `<meta>` element and log an error. */
const HEADER_ONLY = /(?:^|;\s*)frame-ancestors [^;]*/;

/** A bucket cannot send a policy as a header. In the page, it applies only to what follows, so it comes first. */
export function withOwnPolicy(path: string, html: string, contentSecurityPolicy: string): string {
  const [head] = HEAD.exec(html) ?? [];
  if (head === undefined) {
    throw new UserError(`${path} does not begin with its <head>: a bucket could not send it with its policy.`);
  }
  const policy = escapeHtml(contentSecurityPolicy.replace(HEADER_ONLY, ''));
  return `${head}<meta http-equiv="Content-Security-Policy" content="${policy}">${html.slice(head.length)}`;
}

/** A bucket cannot redirect. Search engines treat this page as a permanent redirect. */
const pageThatRedirects = (target: string) =>
  `<!DOCTYPE html><html lang="fr"><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'">` +
  `<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${target}"><link rel="canonical" href="${target}">` +
  `<title>Cette page a changé d’adresse</title></head><body><a href="${target}">Voir la page</a></body></html>\n`;
