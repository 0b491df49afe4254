import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLOSED_POLICY, RELEASE_FILE_POLICY, withHost } from '@site/release-core/content-policy';
import type { ServedPage, ServedRedirect } from './composed-pages';
import type { ReleaseFile } from './release-files';
import { IMMUTABLE, PRIVATE_PAGE, PUBLIC_FILE, REVALIDATE, SPECULATION_RULES } from './security-headers';
import { sendContent } from './send-content';

/** A browser shows no page that has both this header and a sandbox. */
const OPENER_POLICY = 'Cross-Origin-Opener-Policy';

export function sendReleaseFile(request: IncomingMessage, response: ServerResponse, content: ReleaseFile | null) {
  if (!content) return answer(response, { status: 404, text: 'There is no such file.\n' });
  setHeaders(response, PUBLIC_FILE);
  response.setHeader('Content-Security-Policy', RELEASE_FILE_POLICY);
  response.removeHeader(OPENER_POLICY);
  response.setHeader('Cache-Control', content.isIntact ? IMMUTABLE : 'no-store');
  sendContent(request, response, { content });
}

interface Found {
  readonly found: ServedPage | ServedRedirect;
  readonly query: string;
}

export function sendAnswerAt(request: IncomingMessage, response: ServerResponse, { found, query }: Found) {
  if (found.status === 308) redirect(response, found.location + query);
  else sendPage(request, response, found);
}

export const redirect = (response: ServerResponse, location: string) =>
  answer(response, { status: 308, text: '', headers: { Location: location } });

function sendPage(request: IncomingMessage, response: ServerResponse, page: ServedPage) {
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
  response.setHeader('Cache-Control', REVALIDATE);
  sendContent(request, response, { status: page.status, content: page });
}

export function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function answer(response: ServerResponse, { status, text, headers }: Answer) {
  response.setHeader('Content-Security-Policy', CLOSED_POLICY);
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers });
  response.end(text);
}
