/// <reference path="./negotiator.d.ts" />
import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { Negotiator } from 'negotiator';

type Encoding = 'br' | 'gzip';

/** One representation in memory, with its encoded forms. */
export interface Content {
  readonly contentType: string;
  /** Opaque, without quotes, the same for all encodings; null for a content that is sent anew each time. */
  readonly tag: string | null;
  readonly body: Readonly<{ identity: Buffer } & Partial<Record<Encoding, Buffer>>>;
}

/** The best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/**
 * Answers GET or HEAD with a content, as RFC 9110 says: its encoding by Accept-Encoding, 304 by If-None-Match, a part of a
 * content with status 200 by Range and If-Range. Several ranges at once are answered with the whole, which it allows.
 */
export function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, content }: { readonly status?: 200 | 404; readonly content: Content },
): void {
  const encoding = chooseEncoding(request, content.body);
  const whole = { status, bytes: content.body[encoding] ?? content.body.identity };
  const etag = content.tag && `"${content.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  response.setHeader('Content-Type', content.contentType);
  response.setHeader('Vary', 'Accept-Encoding');
  if (etag) response.setHeader('ETag', etag);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  if (etag && status === 200 && fresh(request.headers, { etag })) {
    response.writeHead(304).end();
    return;
  }
  const answer = status === 200 ? rangeOf(request, response, whole) : whole;
  response.writeHead(answer.status, { 'Content-Length': answer.bytes.length });
  response.end(request.method === 'HEAD' ? undefined : answer.bytes);
}

function chooseEncoding(request: IncomingMessage, body: Content['body']): Encoding | 'identity' {
  const available = ENCODINGS.filter((one) => body[one]);
  const [best = 'identity'] = new Negotiator(request).encodings(available, { preferred: ENCODINGS });
  return best;
}

/** The part that the request asks for; the whole when it asks for none, for an invalid one or of another version. */
function rangeOf({ method, headers }: IncomingMessage, response: ServerResponse, whole: Answer): Answer {
  const size = whole.bytes.length;
  response.setHeader('Accept-Ranges', 'bytes');
  const isOfThis = headers['if-range'] === undefined || headers['if-range'] === response.getHeader('ETag');
  const range = method === 'GET' && isOfThis ? readRange(headers.range ?? '', size) : null;
  if (!range) return whole;
  const isSatisfiable = range.first < size && range.first <= range.last;
  response.setHeader('Content-Range', `bytes ${isSatisfiable ? `${range.first}-${range.last}` : '*'}/${size}`);
  return isSatisfiable
    ? { status: 206, bytes: whole.bytes.subarray(range.first, range.last + 1) }
    : { status: 416, bytes: Buffer.alloc(0) };
}

/** First and last byte of one valid range, which may be beyond the end. */
function readRange(text: string, size: number): { readonly first: number; readonly last: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(text) ?? [];
  if (!from && !to) return null;
  if (!from) return { first: Math.max(0, size - Number(to)), last: size - 1 };
  if (to && Number(to) < Number(from)) return null;
  return { first: Number(from), last: Math.min(to ? Number(to) : size, size - 1) };
}
