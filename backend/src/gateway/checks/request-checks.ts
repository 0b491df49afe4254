import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerToken, readAccessToken } from '../../data-folder/keys';
import { CALLS } from '../../database/calls';
import { type Call, headerOf } from '../call';
import { postgrestRefusals, type Refusal, refusals } from '../refusals';

const TARGET = /^\/rest\/v1\/(rpc\/)?([A-Za-z_][A-Za-z0-9_]{0,62})(?:\?([\x21-\x7e]*))?$/;

/** Matches the request line without decoding it, so that no other spelling of a path is accepted. */
export function checkTarget(call: Call): Refusal | undefined {
  const [, isFunction, name, query = ''] = TARGET.exec(call.target) ?? [];
  if (!name) return refusals.noRoute;
  call.resource = { kind: isFunction ? 'function' : 'table', name };
  call.query = query;
  return undefined;
}

function callFor({ resource }: Call) {
  return resource && CALLS.get(resource.kind === 'function' ? `rpc/${resource.name}` : resource.name);
}

export function checkResource(call: Call): Refusal | undefined {
  const { method, resource: { kind, name } = { kind: 'table', name: '' } } = call;
  const isFunction = kind === 'function';
  const allowed = callFor(call);
  if (!allowed) return isFunction ? postgrestRefusals.unknownFunction(name) : postgrestRefusals.unknownTable(name);
  if (method !== allowed.method)
    return isFunction ? postgrestRefusals.functionMethod(method) : postgrestRefusals.denied(`table ${name}`);
  call.allowed = allowed;
  return undefined;
}

/** Reads the key from the header only: a form on any page can set a URL, but no header. */
export function checkKey(call: Call): Refusal | undefined {
  const given = headerOf(call, 'apikey');
  if (!given) return refusals.missingKey;
  return isSameKey(given, call.anonKey) ? undefined : refusals.wrongKey;
}

function isSameKey(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/** The `Origin` that browsers send for a page with an opaque origin. */
export const NO_ORIGIN = 'null';

const LONGEST_ORIGIN = 200;

/** Requires the `Origin` that a browser sends to be the site's. */
export function checkOrigin(call: Call): Refusal | undefined {
  const origin = headerOf(call, 'origin');
  if (origin === undefined) return undefined;
  if (isOfSite(call, origin) || isOfPreview(call, origin)) {
    call.allowedOrigin = origin;
    return undefined;
  }
  const printable = origin.slice(0, LONGEST_ORIGIN).replace(/[^\x20-\x7e]/g, '?');
  return {
    ...refusals.foreignOrigin,
    advice: `a page of ${printable} was refused. If this is the site's own address, set "origin" in site.json, or let the proxy pass the Host header on.`,
  };
}

function isOfSite(call: Call, origin: string): boolean {
  const page = /^https?:\/\//i.test(origin) && URL.canParse(origin) ? new URL(origin) : null;
  if (!page) return false;
  // No page can set this header. It helps when a proxy replaces Host.
  if (headerOf(call, 'sec-fetch-site') === 'same-origin') return true;
  if (call.siteOrigin && URL.canParse(call.siteOrigin) && new URL(call.siteOrigin).host === page.host) return true;
  return isSameHost(page, headerOf(call, 'host') ?? '');
}

/**
 * A preview's page has no origin, like a frame that any other site may open. Such pages may read what every visitor
 * sees, and report their own failures (`checkRows`).
 */
function isOfPreview(call: Call, origin: string): boolean {
  return origin === NO_ORIGIN && callFor(call)?.isForPreviews === true;
}

function isSameHost(page: URL, host: string): boolean {
  const address = `${page.protocol}//${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(address)) return false;
  // nginx forwards $host, which has no port.
  const hasPort = /:\d+$/.test(host);
  const { hostname, host: withPort } = new URL(address);
  return hasPort ? withPort === page.host : hostname === page.hostname;
}

/** Answers preflight requests, which carry no key. A page of the site may send any header: the checks read them all. */
export function answerPreflight(call: Call): Refusal | undefined {
  const { method, resource, allowedOrigin } = call;
  if (method !== 'OPTIONS' || !resource) return undefined;
  if (resource.kind !== 'auth' && !callFor(call)) return undefined;
  const allow = 'OPTIONS,POST';
  if (!allowedOrigin) return { status: 200, body: null, headers: { allow } };
  const names = headerOf(call, 'access-control-request-headers');
  const headers = {
    allow,
    'access-control-allow-methods': 'GET, POST',
    ...(names && { 'access-control-allow-headers': names }),
    'access-control-max-age': '600',
  };
  return { status: 200, body: null, headers };
}

/** Requires an owner's access token for an owner's function. The database checks that its session has not ended. */
export async function checkToken(call: Call): Promise<Refusal | undefined> {
  if (call.allowed?.role !== 'authenticated') return undefined;
  const denied = postgrestRefusals.denied(`function ${call.resource?.name}`);
  const token = bearerToken(headerOf(call, 'authorization'));
  if (token === undefined) return denied;
  const { claims, why } = await readAccessToken(token, call.jwtSecret);
  if (!claims) return postgrestRefusals.token(why);
  // The public key is a token too, of role anon.
  if (claims.role !== 'authenticated') return denied;
  call.claims = claims;
  return undefined;
}

/** Reads `return=representation` only. PostgREST ignores unknown preferences. */
export function checkPrefer(call: Call): Refusal | undefined {
  const { resource, allowed, query } = call;
  if (resource?.kind !== 'table') return undefined;
  if (!/\breturn *= *representation\b/.test(headerOf(call, 'prefer') ?? '')) return undefined;
  const readable = allowed?.readableColumn;
  if (!readable || new URLSearchParams(query).get('select') !== readable) {
    return postgrestRefusals.denied(`table ${resource.name}`);
  }
  call.returnsRow = true;
  return undefined;
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i;

/** A form or a `fetch` of any page can send the other types without a preflight. */
export function checkContentType(call: Call): Refusal | undefined {
  if (call.allowed?.method === 'GET') return undefined;
  const type = headerOf(call, 'content-type') ?? '';
  return JSON_TYPE.test(type) ? undefined : postgrestRefusals.contentType(type);
}

/** Counted in bytes. A message of 5000 UTF-16 units takes at most 30 kB of JSON, where each is an escape of 6 bytes. */
const MAX_BODY_BYTES = 64 * 1024;

export async function checkSize(call: Call): Promise<Refusal | undefined> {
  const body = await call.receive(MAX_BODY_BYTES);
  if (!body) return refusals.tooLarge;
  call.body = body;
  return undefined;
}

export function checkSyntax(call: Call): Refusal | undefined {
  if (call.allowed?.method === 'GET') return undefined;
  try {
    call.json = JSON.parse(String(call.body));
    return undefined;
  } catch {
    return postgrestRefusals.invalidBody();
  }
}
