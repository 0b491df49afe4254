import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export const UNREACHABLE_WITHIN_MS = 20_000;

/** Cookies and headers that describe the browser are left out: the site must not count these visits. */
const SENT = ['accept', 'accept-language', 'if-none-match', 'if-modified-since', 'if-range', 'range'];
const SENT_TO_BACKEND = [
  ...['accept', 'accept-language', 'accept-profile', 'apikey', 'authorization', 'content-profile', 'content-type'],
  ...['prefer', 'range', 'range-unit', 'x-client-info'],
];
/** Headers that concern the connection or the live address are left out: HSTS, cookies, encodings. */
const RECEIVED = [
  ...['cache-control', 'content-range', 'content-security-policy', 'content-type', 'etag', 'last-modified'],
  ...['accept-ranges', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'permissions-policy'],
  ...['preference-applied', 'referrer-policy', 'retry-after', 'speculation-rules', 'vary', 'x-content-type-options'],
  ...['x-frame-options', 'x-robots-tag'],
];
/** These would upgrade requests to this server to https. */
const ONLY_FOR_HTTPS = /\s*\b(upgrade-insecure-requests|block-all-mixed-content)\b\s*(;|$)/gi;

export interface LiveAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Always with GET; the answer to HEAD is made from it. @throws Error when the site does not answer */
export const askLive = (request: IncomingMessage, origin: string, path: string): Promise<LiveAnswer> =>
  receive(origin, path, { headers: pick(request, SENT) });

/** @throws Error when the backend does not answer */
export async function askBackend(request: IncomingMessage, backend: string, path: string): Promise<LiveAnswer> {
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return receive(backend, path, {
    method,
    headers: pick(request, SENT_TO_BACKEND),
    ...(hasBody && { body: await buffer(request) }),
  });
}

async function receive(origin: string, path: string, init: RequestInit): Promise<LiveAnswer> {
  const signal = AbortSignal.timeout(UNREACHABLE_WITHIN_MS);
  const answer = await fetch(origin + path, { ...init, redirect: 'manual', signal });
  const received = RECEIVED.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const headers = Object.fromEntries(received);
  const policy = headers['content-security-policy'];
  const location = answer.headers.get('location');
  return {
    status: answer.status,
    headers: {
      ...headers,
      ...(policy && { 'content-security-policy': policy.replaceAll(ONLY_FOR_HTTPS, '') }),
      ...(location && { location: here(location, origin) }),
    },
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

export function fetchFailureOf(error: unknown): string {
  const { message, cause } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
}

const here = (location: string, origin: string) => {
  const url = URL.canParse(location) ? new URL(location) : null;
  return url?.origin === origin ? url.pathname + url.search + url.hash : location;
};

const pick = ({ headers }: IncomingMessage, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
