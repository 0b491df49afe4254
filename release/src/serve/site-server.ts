import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Backend } from '@site/shared-ui/host';
import sirv from 'sirv';
import type { Encoding, ServedPage } from './composed-pages';
import { complaintOf } from './health';
import { proxyTo } from './proxy';
import { ASK_AGAIN, CLOSED_POLICY, IMMUTABLE, SECURITY_HEADERS, SPECULATION_RULES } from './security-headers';

/** What the server serves, once all of it is there. */
export interface SiteParts {
  /** Folder of the releases' client files. */
  readonly releases: string;
  readonly pageAt: (path: string) => Promise<ServedPage>;
  /** The local backend; null when browsers go to a hosted one. */
  readonly backend: Backend | null;
}

const PREVIEW_PARAMETER = 'release';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Listens at once, so that the port is ours, and answers 503 until `open` gives it something to serve. */
export function createSiteServer(): { readonly server: Server; readonly open: (parts: SiteParts) => void } {
  let handle: Handler = (_, response) => void answer(response, 503, 'The site is starting.\n', { 'Retry-After': '2' });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      console.error(`${request.method} ${request.url} failed.`, error);
      if (!response.headersSent) answer(response, 500, 'Something went wrong. Please try again.\n');
      else response.destroy();
    });
  });
  return {
    server,
    open: (parts) => {
      handle = siteHandler(parts);
    },
  };
}

function siteHandler({ releases, pageAt, backend }: SiteParts): Handler {
  const serveRelease = sirv(releases, {
    // Releases come while the server runs: look on the disk, not in a list made at the start.
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response) => {
      response.setHeader('Cache-Control', IMMUTABLE);
      response.setHeader('Content-Security-Policy', CLOSED_POLICY);
      response.setHeader('Vary', 'Accept-Encoding');
    },
  });
  const proxy = backend && proxyTo(backend.url);

  return async (request, response) => {
    // Joined, not resolved: a path that begins with two slashes must stay a path.
    const { pathname, search, searchParams } = new URL(`http://site${request.url}`);
    if (pathname.startsWith('/rest/v1/')) {
      return proxy ? proxy(request, response) : answer(response, 404, 'The backend of this site is elsewhere.\n');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(response, 405, 'Only GET and HEAD are served here.\n', { Allow: 'GET, HEAD' });
    }
    if (pathname.startsWith('/r/')) {
      request.url = pathname.slice('/r'.length);
      return serveRelease(request, response, () => answer(response, 404, 'There is no such file.\n'));
    }
    if (pathname === '/healthz') return sendHealth(response, await complaintOf(pageAt, backend));
    // A preview is nobody's search result.
    if (searchParams.has(PREVIEW_PARAMETER)) response.setHeader('X-Robots-Tag', 'noindex');
    if (pathname !== '/' && pathname.endsWith('/')) {
      return answer(response, 308, '', { Location: pathname.replace(/\/+$/, '').replace(/^\/*/, '/') + search });
    }
    sendPage(request, response, await pageAt(pathname));
  };
}

const sendHealth = (response: ServerResponse, complaint: string | null) =>
  complaint === null ? answer(response, 200, 'ok\n') : answer(response, 503, `${complaint}\n`);

function sendPage(request: IncomingMessage, response: ServerResponse, page: ServedPage) {
  if (page.contentSecurityPolicy) response.setHeader('Content-Security-Policy', page.contentSecurityPolicy);
  if (page.etag) response.setHeader('ETag', page.etag);
  if (page.contentType.startsWith('text/html')) response.setHeader('Speculation-Rules', SPECULATION_RULES);
  response.setHeader('Cache-Control', ASK_AGAIN);
  response.setHeader('Vary', 'Accept-Encoding');
  if (page.etag && page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304).end();
    return;
  }
  const encoding = ENCODINGS.find((one) => page.body[one] && accepts(request, one));
  if (encoding) response.setHeader('Content-Encoding', encoding);
  const body = (encoding && page.body[encoding]) ?? page.body.identity;
  response.writeHead(page.status, { 'Content-Type': page.contentType, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The best first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

const accepts = ({ headers }: IncomingMessage, encoding: Encoding) =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/))
    .some(([name, quality]) => name === encoding && !/^q=0(\.0*)?$/.test(quality ?? ''));

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  response.setHeader('Content-Security-Policy', CLOSED_POLICY);
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers });
  response.end(text);
}
