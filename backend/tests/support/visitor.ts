import { randomInt, randomUUID } from 'node:crypto';
import type { TestBackend } from './backend';
import type { Answer, Call } from './direct-calls';

type BackendAddress = Pick<TestBackend, 'url' | 'anonKey' | 'direct'>;

/** A visitor's browser: all its calls come from one address. */
export interface Visitor {
  call(path: string, call?: Call): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export function visitor(backend: BackendAddress, address = anyAddress()): Visitor {
  const call = async (path: string, { headers, ...rest }: Call = {}): Promise<Answer> => {
    const given = { ...rest, headers: { 'x-forwarded-for': address, ...headers } };
    const target = `rest/v1/${path}`;
    return backend.direct?.answer(target, withUsual(backend, given)) ?? callBackend(backend, target, given);
  };
  return { call, post: (path, body, headers = {}) => call(path, { method: 'POST', body, headers }) };
}

/** A call without a client library, from any address by default. */
export async function callBackend(to: BackendAddress, path: string, call: Call) {
  const response = await fetch(`${to.url}/${path}`, withUsual(to, call));
  const text = await response.text();
  const headers: Headers = response.headers;
  return { status: response.status, body: text ? JSON.parse(text) : null, headers };
}

function withUsual({ anonKey }: BackendAddress, { method = 'GET', body, headers }: Call) {
  const usual = { apikey: anonKey, 'content-type': 'application/json', 'x-forwarded-for': anyAddress() };
  return {
    method,
    headers: { ...usual, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

let network = randomInt(2 ** 16);

/** An address of a network that this process has not used: limits count per network, and no two tests share one. */
export function anyAddress(): string {
  network = (network + 1) % 2 ** 16;
  return `10.${network >> 8}.${network & 255}.${randomInt(256)}`;
}

/** The header that marks calls as repeats of one attempt. */
export function attemptHeader(attempt: string = randomUUID()): Record<string, string> {
  return { 'x-client-info': `site-web/1.0.0 attempt=${attempt}` };
}

/** Entries of address lists, and the network that each one counts as in the gateway, the site and the database. */
export const SPELLINGS: readonly (readonly [string, string])[] = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['"203.0.113.7:5678"', '203.0.113.7'],
  [' 203.0.113.7\t', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7:5678', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['0000:0000:0000:0000:0000:FFFF:CB00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['[::ffff:cb00:7107%eth0]', '203.0.113.7'],
  ['2001:db8:0:0:1::', '2001:db8::/64'],
  ['2001:DB8::1', '2001:db8::/64'],
  ['[2001:db8::1]', '2001:db8::/64'],
  ['[2001:db8::1]:443', '2001:db8::/64'],
  ['"[2001:db8::1]:443"', '2001:db8::/64'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['[fe80::1%25eth0]:80', 'fe80::/64'],
  ['::1', '::/64'],
  ...[
    ...['unknown', '_hidden', '203.0.113', '203.0.113.256', '203.0.113.7.8', '010.0.0.1', '203.0.113.7/8'],
    ...['0xcb007107', '3405803783', '203.0.113.7:port', '203.0.113.7 x', '[203.0.113.7', '2001:db8::1::2'],
    ...['2001:db8::1/64', 'é203.0.113.7', ':', '1'.repeat(10_000), '[:'.repeat(5000)],
  ].map((junk) => [junk, 'unknown'] as const),
];
