import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { INDEX_PATH, RELEASE_FILE, RELEASES_PATH, releaseBase } from '@site/contract/addresses';
import {
  INDEX_ELEMENT_ID,
  jsonForHtml,
  jsonTextOf,
  ROOT_ELEMENT_ID,
  SITE_ELEMENT_ID,
  START_ELEMENT_ID,
} from '@site/contract/page-data';
import type { ActiveRelease, ReleaseIndex } from '@site/contract/release-index';
import { unseal } from '@site/release-core/integrity';
import type { Release } from '@site/release-core/store/release';
import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';

const route = v.looseObject({
  name: v.string(),
  path: v.string(),
  module: v.string(),
  title: v.string(),
  description: v.string(),
});
const index = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    seq: v.number(),
    shell: v.looseObject({ id: v.string() }),
    remotes: v.record(v.string(), v.looseObject({ id: v.string(), entry: v.string(), routes: v.array(route) })),
  }),
);

export interface PublicSite {
  readonly origin: string;
  readonly shell: Release;
  readonly index: ReleaseIndex;
}

export async function readPublicSite(origin: string): Promise<PublicSite> {
  const found = v.safeParse(index, await readText(origin, INDEX_PATH));
  if (!found.success) {
    throw new UserError(
      `${origin}${INDEX_PATH} is no release index that this working copy understands: it is another site, or of another version of the contract.`,
    );
  }
  const description = `${releaseBase('shell', found.output.shell.id)}${RELEASE_FILE}`;
  const shell = unseal(Buffer.from(await readText(origin, description))) as Release;
  return { origin, shell, index: found.output as unknown as ReleaseIndex };
}

export async function readPublicBackend(origin: string): Promise<string> {
  return backendOf(await readText(origin, '/')).replace(/\/$/, '') || origin;
}

async function readText(origin: string, path: string): Promise<string> {
  const signal = AbortSignal.timeout(UNREACHABLE_WITHIN_MS);
  const answer = await fetch(origin + path, { redirect: 'manual', signal }).catch((cause: Error) => {
    throw new UserError(
      `${origin} does not answer (${fetchFailureOf(cause)}): correct the address, or try again later.`,
      {
        cause,
      },
    );
  });
  if (answer.ok) return answer.text();
  await answer.body?.cancel();
  throw new UserError(`${origin}${path} answers ${answer.status}: it is down, or no site of ours.`);
}

/** A file, because the page's policy allows no other inline script. */
export const RELOAD_SCRIPT = `${RELEASES_PATH}-/reload.js`;

const RENDERED = new RegExp(
  `(<div id="${ROOT_ELEMENT_ID}">).*(</div>\\s*<script type="application/json" id="${START_ELEMENT_ID}">)`,
  's',
);

interface HotReleases {
  readonly releases: Readonly<Record<string, ActiveRelease>>;
  readonly isOwnPage: boolean;
}

export const withHot = (index: ReleaseIndex, hot: HotReleases['releases']): ReleaseIndex => ({
  ...index,
  remotes: { ...index.remotes, ...hot },
});

/** A hot remote's own page loses its prerendered content, which belongs to another release. */
export function pageWithHot(html: string, { releases, isOwnPage }: HotReleases): string {
  const page = html
    .replace(jsonTextOf(INDEX_ELEMENT_ID), (text) => jsonForHtml(withHot(JSON.parse(text), releases)))
    // Browsers would call a hosted backend directly.
    .replace(jsonTextOf(SITE_ELEMENT_ID), (text) => jsonForHtml(withOwnBackend(JSON.parse(text))))
    .replace('</head>', `<script src="${RELOAD_SCRIPT}" defer></script>\n</head>`);
  if (!isOwnPage) return page;
  return page
    .replace(RENDERED, '$1$2')
    .replace(jsonTextOf(START_ELEMENT_ID), (text) => jsonForHtml({ ...JSON.parse(text), ahead: [] }));
}

function backendOf(html: string): string {
  const text = jsonTextOf(SITE_ELEMENT_ID).exec(html)?.[0];
  return text ? (JSON.parse(text) as SiteElement).backend.url : '';
}

interface SiteElement {
  readonly backend: { readonly url: string };
}

const withOwnBackend = ({ backend, ...site }: SiteElement) => ({ ...site, backend: { ...backend, url: '' } });

const UNREACHABLE_WITHIN_MS = 20_000;

/** Cookies and headers that describe the browser are left out: the site must not count these visits. */
const SENT = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'];
const SENT_TO_BACKEND = [
  ...['accept', 'accept-language', 'accept-profile', 'apikey', 'authorization', 'content-profile', 'content-type'],
  ...['prefer', 'range', 'range-unit', 'x-client-info'],
];
/** Headers that concern the connection or the public address are left out: HSTS, cookies, encodings. */
const RECEIVED = [
  ...['cache-control', 'content-range', 'content-security-policy', 'content-type', 'etag', 'last-modified'],
  ...['cross-origin-opener-policy', 'cross-origin-resource-policy', 'permissions-policy'],
  ...['preference-applied', 'referrer-policy', 'retry-after', 'speculation-rules', 'vary', 'x-content-type-options'],
  ...['x-frame-options', 'x-robots-tag'],
];
/** Directives that would upgrade requests to this server to https. */
const ONLY_FOR_HTTPS = /\s*\b(upgrade-insecure-requests|block-all-mixed-content)\b\s*(;|$)/gi;

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Always with GET; the answer to HEAD is made from it. @throws Error when the site does not answer */
export const askSite = (request: IncomingMessage, origin: string, path: string): Promise<SiteAnswer> =>
  receive(origin, path, { headers: pick(request, SENT) });

export async function askBackend(request: IncomingMessage, backend: string, path: string): Promise<SiteAnswer> {
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return receive(backend, path, {
    method,
    headers: pick(request, SENT_TO_BACKEND),
    ...(hasBody && { body: await buffer(request) }),
  });
}

async function receive(origin: string, path: string, init: RequestInit): Promise<SiteAnswer> {
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
