import { randomInt, randomUUID } from 'node:crypto';
import type { TestBackend } from './backend';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

type Reached = Pick<TestBackend, 'url' | 'anonKey'>;

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A visitor's browser: all its calls come from one address. */
export interface Visitor {
  call(path: string, call?: Call): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export function visitor(backend: Reached, address = anyAddress()): Visitor {
  const call = (path: string, { headers, ...rest }: Call = {}): Promise<Answer> =>
    callBackend(backend, `rest/v1/${path}`, { ...rest, headers: { 'x-forwarded-for': address, ...headers } });
  return { call, post: (path, body, headers = {}) => call(path, { method: 'POST', body, headers }) };
}

/** A call without a client library, from any address by default. */
export async function callBackend(to: Reached, path: string, { method = 'GET', body, headers }: Call) {
  const usual = { apikey: to.anonKey, 'content-type': 'application/json', 'x-forwarded-for': anyAddress() };
  const response = await fetch(`${to.url}/${path}`, {
    method,
    headers: { ...usual, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
}

export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/** The header that marks calls as repeats of one attempt. */
export function attemptHeader(attempt: string = randomUUID()): Record<string, string> {
  return { 'x-client-info': `site-web/1.0.0 attempt=${attempt}` };
}
