/// <reference path="./negotiator.d.ts" />
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { Negotiator } from 'negotiator';

type Encoding = 'br' | 'gzip';

export interface Content {
  readonly contentType: string;
  /** Entity tag without quotes, the same for all encodings; null for content that is never revalidated. */
  readonly tag: string | null;
  readonly body: Readonly<{ identity: Buffer } & Partial<Record<Encoding, Buffer>>>;
}

/** For content whose hash is not known yet. */
export const tagOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** The best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Answers according to RFC 9110, which allows the whole content as the answer to a request for several ranges. */
export function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, content }: { readonly status?: 200 | 404 | 503; readonly content: Content },
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

function readRange(text: string, size: number): { readonly first: number; readonly last: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(text) ?? [];
  if (!from && !to) return null;
  if (!from) return { first: Math.max(0, size - Number(to)), last: size - 1 };
  if (to && Number(to) < Number(from)) return null;
  return { first: Number(from), last: Math.min(to ? Number(to) : size, size - 1) };
}
