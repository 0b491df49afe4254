import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { createLimitedLog, type LimitedLog } from '@site/backend/limited-log';
import {
  FEED_PATH,
  isBackendPath,
  PREVIEW_PARAMETER,
  PRIVATE_WORKER_PATH,
  RELEASES_PATH,
} from '@site/contract/addresses';
import type { Backend } from '@site/contract/host';
import { CLOSED_POLICY, RELEASE_FILE_POLICY, withHost } from '@site/release-core/content-policy';
import { StoreAwayError } from '@site/release-core/user-error';
import type { PageAt, ServedPage, ServedRedirect } from './composed-pages';
import {
  cacheControlOf,
  IMMUTABLE,
  PRIVATE_PAGE,
  PUBLIC_FILE,
  REVALIDATE,
  SECURITY_HEADERS,
  SPECULATION_RULES,
  WORKER,
} from './headers';
import type { OpenedPage } from './page-counter';
import { proxyTo } from './proxy';
import { type ReadReleaseFile, type ReleaseFile, sendContent } from './release-files';
import { decodeUnreserved, pathForLog, type RequestTarget, readTarget, withoutSlashes } from './request-target';
import { createRateLimit, limitConnections, networkOf, REQUEST_LIMITS } from './traffic-limits';

/** The page at a path with the requested releases. @param requested `<name>@<id>`, separated by commas */
export type PreviewAt = (requested: string, path: string) => Promise<ServedPage | ServedRedirect>;

/** Per network. A calendar asks every few minutes at most. */
const FEEDS_PER_MINUTE = 60;

export interface HttpServerOptions {
  readonly readReleaseFile: ReadReleaseFile;
  readonly pageAt: PageAt;
  /** Missing in development. */
  readonly previewAt?: PreviewAt;
  /** The local backend; null when browsers call a hosted one. */
  readonly backend: Backend | null;
  /** Answers requests to the release interface; resolves to false for other requests. */
  readonly releaseInterface?: AnswerOrLeave;
  /** Describes for monitors a fault that does not stop the site; null without one. */
  readonly degraded?: () => string | null;
  readonly onPage?: (request: IncomingMessage, page: OpenedPage) => void;
  /** Missing where the public is served. */
  readonly accepts?: (request: IncomingMessage) => boolean;
}

type AnswerOrLeave = (request: IncomingMessage, response: ServerResponse, target: RequestTarget) => Promise<boolean>;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Answers 503 until `open` is called, so that it can hold the port early. @param proxies number in front of it */
export function createHttpServer(proxies = 0): {
  readonly server: Server;
  readonly open: (options: HttpServerOptions) => void;
} {
  let handle: Handler = (_, response) =>
    void answer(response, {
      status: 503,
      text: 'Le site démarre. Rechargez la page dans un instant.\n',
      headers: { 'Retry-After': '2' },
    });
  const log = createLimitedLog();
  const server = createServer(REQUEST_LIMITS, (request, response) => {
    setHeaders(response, SECURITY_HEADERS);
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      const path = pathForLog(readTarget(request.url ?? '')?.path ?? '');
      if (response.destroyed) return log('visitor', `${request.method} ${path}: the visitor went away.`);
      if (error instanceof StoreAwayError && !response.headersSent) {
        return answer(response, {
          status: 503,
          text: 'Le site ne répond pas. Réessayez dans un instant.\n',
          headers: { 'Retry-After': '5' },
        });
      }
      log('failure', `${request.method} ${path} failed. ${inspect(error)}`);
      if (!response.headersSent)
        answer(response, { status: 500, text: 'Une erreur est survenue. Réessayez dans un instant.\n' });
      else response.destroy();
    });
  });
  limitConnections(server, { proxies, log });
  const feeds = createRateLimit(FEEDS_PER_MINUTE);
  return {
    server,
    open: (options) => {
      handle = siteHandler(options, log, (request) => feeds.take(networkOf(request, proxies)));
    },
  };
}

/** @param feedWait counts a request for a private calendar, and returns the seconds to wait */
function siteHandler(
  options: HttpServerOptions,
  log: LimitedLog,
  feedWait: (request: IncomingMessage) => number,
): Handler {
  const { readReleaseFile, pageAt, previewAt, backend, onPage, releaseInterface, degraded, accepts } = options;
  const proxy = backend && proxyTo(backend.url, log);

  return async (request, response) => {
    if (accepts?.(request) === false)
      return answer(response, { status: 403, text: 'Other sites are not answered here.\n' });
    const target = readTarget(request.url ?? '');
    if (!target) return answer(response, { status: 400, text: 'Cette adresse ne peut pas être lue.\n' });
    const { path, query } = target;
    // Browsers send this header with every script of a service worker, and no page can remove it.
    if (request.headers['service-worker'] !== undefined && path !== PRIVATE_WORKER_PATH) {
      return answer(response, { status: 403, text: 'This is no service worker.\n' });
    }
    if (isBackendPath(path)) {
      return proxy
        ? proxy(request, response, target)
        : answer(response, { status: 404, text: 'The backend of this site is elsewhere.\n' });
    }
    if (await releaseInterface?.(request, response, target)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(response, {
        status: 405,
        text: 'Only GET and HEAD are served here.\n',
        headers: { Allow: 'GET, HEAD' },
      });
    }
    if (path.startsWith(FEED_PATH)) {
      if (!proxy) return answer(response, { status: 404, text: 'There is no such calendar.\n' });
      const wait = feedWait(request);
      return wait > 0 ? tooMany(response, wait) : proxy(request, response, target);
    }
    if (path.startsWith(RELEASES_PATH)) {
      return sendReleaseFile(request, response, await readReleaseFile(path.slice(RELEASES_PATH.length)));
    }
    if (path === '/healthz') {
      const fault = await checkHealth(pageAt, backend);
      return sendHealth(response, fault, degraded?.() ?? (fault ? null : await describeEmpty(pageAt)));
    }
    // Search engines do not index previews.
    const preview = new URLSearchParams(query).get(PREVIEW_PARAMETER);
    if (preview !== null) response.setHeader('X-Robots-Tag', 'noindex');
    const decoded = decodeUnreserved(path);
    if (path !== '/' && (path.endsWith('/') || decoded !== path)) {
      return redirect(response, withoutSlashes(decoded) + query);
    }
    const page = preview !== null && previewAt ? await previewAt(preview, path) : await pageAt(path);
    if (path === PRIVATE_WORKER_PATH && page.status === 200) setHeaders(response, WORKER);
    if (page.status === 308) redirect(response, page.location + query);
    else sendPage(request, response, { page, path });
    const isShown = response.statusCode === 200 || response.statusCode === 304;
    if (preview === null && isShown && 'releases' in page) {
      onPage?.(request, { path, releases: page.releases ?? [], linked: page.linked ?? [] });
    }
  };
}

const tooMany = (response: ServerResponse, wait: number) =>
  answer(response, { status: 429, text: 'Too many requests.\n', headers: { 'Retry-After': `${wait}` } });

/** An empty site is healthy: a proxy must forward the uploads of its first releases. */
const describeEmpty = async (pageAt: PageAt) =>
  (await pageAt('/')).status === 503 ? 'no release is active yet; publish and activate the shell with its parts' : null;

const sendHealth = (response: ServerResponse, fault: string | null, degraded: string | null) =>
  fault === null
    ? answer(response, { status: 200, text: degraded === null ? 'ok\n' : `degraded: ${degraded}\n` })
    : answer(response, { status: 503, text: `${fault}\n` });

/** A browser shows no page that has both this header and a sandbox. */
const OPENER_POLICY = 'Cross-Origin-Opener-Policy';

function sendReleaseFile(request: IncomingMessage, response: ServerResponse, content: ReleaseFile | null) {
  if (!content) return answer(response, { status: 404, text: 'There is no such file.\n' });
  setHeaders(response, PUBLIC_FILE);
  response.setHeader('Content-Security-Policy', RELEASE_FILE_POLICY);
  response.removeHeader(OPENER_POLICY);
  response.setHeader('Cache-Control', content.isIntact ? IMMUTABLE : 'no-store');
  sendContent(request, response, { content });
}

export const redirect = (response: ServerResponse, location: string) =>
  answer(response, { status: 308, text: '', headers: { Location: location } });

interface PageResponse {
  readonly page: ServedPage;
  readonly path: string;
}

function sendPage(request: IncomingMessage, response: ServerResponse, { page, path }: PageResponse) {
  const { contentSecurityPolicy: policy, isSandboxed } = page;
  if (policy) {
    response.setHeader('Content-Security-Policy', isSandboxed ? withHost(policy, request.headers.host) : policy);
  }
  if (isSandboxed) response.removeHeader(OPENER_POLICY);
  if (page.noindex) response.setHeader('X-Robots-Tag', 'noindex');
  if (page.private) {
    setHeaders(response, PRIVATE_PAGE);
    return sendContent(request, response, { status: page.status, content: { ...page, tag: null } });
  }
  if (page.status === 503) {
    setHeaders(response, { 'Cache-Control': 'no-store', 'Retry-After': '60' });
    return sendContent(request, response, { status: page.status, content: page });
  }
  const isHtml = page.contentType.startsWith('text/html');
  // A prefetched page would lack the preview.
  if (isHtml && !isSandboxed) response.setHeader('Speculation-Rules', SPECULATION_RULES);
  if (!isHtml) setHeaders(response, PUBLIC_FILE);
  response.setHeader('Cache-Control', page.status === 200 ? cacheControlOf(path) : REVALIDATE);
  sendContent(request, response, { status: page.status, content: page });
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

interface PlainAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function answer(response: ServerResponse, { status, text, headers }: PlainAnswer) {
  response.setHeader('Content-Security-Policy', CLOSED_POLICY);
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers });
  response.end(text);
}

const PATIENCE_MS = 3000;

/** Describes the fault for a monitor, or returns null when the pages and the local backend answer. */
async function checkHealth(pageAt: PageAt, backend: Backend | null): Promise<string | null> {
  const [home, isBackendAlive] = await Promise.all([
    pageAt('/').catch(() => null),
    backend === null || isReachable(backend),
  ]);
  if (home?.status !== 200 && home?.status !== 503) return 'The pages cannot be read.';
  return isBackendAlive ? null : 'The backend does not answer.';
}

async function isReachable({ url }: Backend) {
  const health = fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return health.then(
    ({ status }) => status < 500,
    () => false,
  );
}
