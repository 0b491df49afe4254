import { type Call, headerOf } from '../call';
import { type Refusal, refusals } from '../refusals';
import { callFor } from './resource';

/** What browsers send for a page with an opaque origin. */
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
  const shown = origin.slice(0, LONGEST_ORIGIN).replace(/[^\x20-\x7e]/g, '?');
  return {
    ...refusals.foreignOrigin,
    advice: `a page of ${shown} was refused. If this is the site's own address, set "origin" in site.json, or let the proxy pass the Host header on.`,
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
  const asked = `${page.protocol}//${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(asked)) return false;
  // nginx forwards $host, which has no port.
  const hasPort = /:\d+$/.test(host);
  const { hostname, host: withPort } = new URL(asked);
  return hasPort ? withPort === page.host : hostname === page.hostname;
}

const HEADER_NAMES = /^[\w-]+(?: *, *[\w-]+)*$/;
const LONGEST_NAMES = 1000;

/** Answers preflight requests, which carry no key. A page of the site may send any header: the checks read them all. */
export function answerPreflight(call: Call): Refusal | undefined {
  const { method, resource, allowedOrigin } = call;
  if (method !== 'OPTIONS' || !resource) return undefined;
  if (resource.kind !== 'auth' && !callFor(call)) return undefined;
  const allow = 'OPTIONS,POST';
  if (!allowedOrigin) return { status: 200, body: null, headers: { allow } };
  const names = headerOf(call, 'access-control-request-headers') ?? '';
  const isList = names.length <= LONGEST_NAMES && HEADER_NAMES.test(names);
  const headers = {
    allow,
    'access-control-allow-methods': 'GET, POST',
    ...(isList && { 'access-control-allow-headers': names }),
    'access-control-max-age': '600',
  };
  return { status: 200, body: null, headers };
}
