import {
  PICTURE_ADDRESS,
  PRIVATE_PATH,
  PRIVATE_WORKER_PATH,
  RELEASES_PATH,
  SPECULATION_RULES_PATH,
} from '@site/contract/addresses';
import type { Redirects } from '@site/release-core/compose/redirects';
import { RELEASE_FILE_POLICY } from '@site/release-core/content-policy';
import { type ComposedPages, NOT_FOUND } from '@site/release-core/store/revision';

/** Every answer has these; pages add their own Content-Security-Policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** For public files: the pages of previews, which load them, have another origin. */
export const PUBLIC_FILE: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const YEAR_S = 31_536_000;

export const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;
/** Browsers revalidate a page each time, and mostly get a 304. */
export const REVALIDATE = 'no-cache';

export const cacheControlOf = (path: string) => (PICTURE_ADDRESS.test(path) ? IMMUTABLE : REVALIDATE);

/** For the pages of private parts: no cache stores them, and no other site learns their address. */
export const PRIVATE_PAGE: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

/** For the service worker, whose folder is below the page that it controls. */
export const WORKER: Readonly<Record<string, string>> = { 'Service-Worker-Allowed': PRIVATE_PATH };

/** A header that names the shell's root file with the rules for prefetching. */
export const SPECULATION_RULES = `"${SPECULATION_RULES_PATH}"`;

interface HeaderRule {
  /** A path, or a prefix that ends with `/*`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ANY_PATH = '/*';

export function headerRules(pages: ComposedPages): readonly HeaderRule[] {
  const ofPages = Object.entries(pages).map(
    ([path, { contentType, contentSecurityPolicy, noindex, private: isPrivate }]) => ({
      path: path === NOT_FOUND ? '/404.html' : path,
      headers: {
        'Content-Security-Policy': contentSecurityPolicy,
        'Cache-Control': cacheControlOf(path),
        'Content-Type': contentType,
        ...(contentType.startsWith('text/html') && !isPrivate && { 'Speculation-Rules': SPECULATION_RULES }),
        ...(noindex && { 'X-Robots-Tag': 'noindex' }),
        ...(isPrivate && PRIVATE_PAGE),
        ...(path === PRIVATE_WORKER_PATH && WORKER),
      },
    }),
  );
  const ofReleases = { 'Content-Security-Policy': RELEASE_FILE_POLICY, 'Cache-Control': IMMUTABLE };
  return [
    { path: ANY_PATH, headers: SECURITY_HEADERS },
    ...ofPages,
    { path: `${RELEASES_PATH}*`, headers: ofReleases },
  ];
}

/** The `_headers` file of Netlify, Cloudflare Pages and others, which merge all rules that match a path. */
export const headersFile = (rules: readonly HeaderRule[]) =>
  rules
    .map(({ path, headers }) => [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''])
    .map((lines) => lines.join('\n'))
    .join('\n');

export const redirectsFile = (redirects: Redirects) =>
  Object.entries(redirects)
    .map(([path, target]) => `${path} ${target} 308\n`)
    .join('');

/** Returns for nginx all locations, with their headers, of a `server` block whose `root` is the exported folder. */
export const nginxHeaders = (rules: readonly HeaderRule[], redirects: Redirects = {}) =>
  ['error_page 404 /404.html;', ...rules.map(location), ...Object.entries(redirects).map(redirection), ''].join('\n');

const redirection = ([path, target]: readonly [string, string]) =>
  `location = ${path} {\n  return 308 ${target}$is_args$args;\n}`;

/** An nginx block that sets headers inherits none, so each block lists all of them. */
function location({ path, headers: own }: HeaderRule) {
  if (path === ANY_PATH) return 'location / {\n  return 404;\n}';
  const { 'Content-Type': type, ...headers } = { ...SECURITY_HEADERS, ...own };
  const isPage = type?.startsWith('text/html') && !path.endsWith('.html');
  return [
    `location ${path.endsWith('/*') ? `^~ ${path.slice(0, -1)}` : `= ${path}`} {`,
    ...(isPage ? [`  try_files ${path === '/' ? '/index' : path}.html =404;`] : []),
    ...(type ? ['  types { }', `  default_type "${type}";`] : []),
    ...Object.entries(headers).map(([name, value]) => `  add_header ${name} "${value.replaceAll('"', '\\"')}" always;`),
    '}',
  ].join('\n');
}
