import { NOT_FOUND } from '../compose/templates';
import type { ComposedPages } from '../store/release';
import { ASK_AGAIN, CLOSED_POLICY, IMMUTABLE, SECURITY_HEADERS } from './security-headers';

export interface HeaderRule {
  /** A path, or a prefix that ends with `/*`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers of our own server, path by path, for a host that only serves files. */
export function headerRules(pages: ComposedPages): readonly HeaderRule[] {
  const ofPages = Object.entries(pages).map(([path, { contentType, contentSecurityPolicy }]) => ({
    path: path === NOT_FOUND ? '/404.html' : path,
    headers: {
      ...SECURITY_HEADERS,
      'Content-Security-Policy': contentSecurityPolicy,
      'Cache-Control': ASK_AGAIN,
      'Content-Type': contentType,
    },
  }));
  const ofReleases = { ...SECURITY_HEADERS, 'Content-Security-Policy': CLOSED_POLICY, 'Cache-Control': IMMUTABLE };
  return [...ofPages, { path: '/r/*', headers: ofReleases }];
}

/** The `_headers` file that Netlify, Cloudflare Pages and others read. */
export const headersFile = (rules: readonly HeaderRule[]) =>
  rules
    .map(({ path, headers }) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n');

/** The same for nginx, to be included in a `server` block whose `root` is the exported folder. */
export const nginxHeaders = (rules: readonly HeaderRule[]) =>
  [...rules.map(location), 'error_page 404 /404.html;', ''].join('\n');

function location({ path, headers }: HeaderRule) {
  const { 'Content-Type': type, ...others } = headers;
  const lines = Object.entries(others).map(([name, value]) => `  add_header ${name} "${value}" always;`);
  const isPage = type?.startsWith('text/html') ?? false;
  const file = path === '/' ? '/index.html' : `${path}.html`;
  if (path.endsWith('/*')) return [`location ^~ ${path.slice(0, -1)} {`, ...lines, '}'].join('\n');
  const served = isPage && !path.endsWith('.html') ? [`  try_files ${file} =404;`] : [];
  const media = type ? [`  default_type "${type}";`, '  types { }'] : [];
  return [`location = ${path} {`, ...served, ...media, ...lines, '}'].join('\n');
}
