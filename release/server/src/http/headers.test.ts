import { type ComposedPages, NOT_FOUND } from '@site/release-core/store/revision';
import { headerRules, headersFile, nginxHeaders, redirectsFile, SECURITY_HEADERS } from './headers';

const html = { body: 'a', contentType: 'text/html; charset=utf-8', contentSecurityPolicy: "script-src 'sha256-a='" };
const pages: ComposedPages = {
  '/': html,
  '/booking': { ...html, contentSecurityPolicy: "script-src 'sha256-b='" },
  [NOT_FOUND]: { ...html, contentSecurityPolicy: "script-src 'sha256-c='" },
  '/favicon.ico': { body: 'b', contentType: 'image/x-icon', contentSecurityPolicy: "default-src 'none'" },
};
const rules = headerRules(pages);

type Headers = Record<string, string>;
type Read = Record<string, Headers>;

const written: Read = Object.fromEntries(rules.map(({ path, headers }) => [path, headers]));

const joined = (read: Read, path: string): Headers =>
  Object.assign({}, ...Object.keys(read).flatMap((rule) => (fits(rule, path) ? [read[rule]] : [])));
const fits = (rule: string, path: string) => (rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : rule === path);

/** Reads `_headers` as a static host does: a path, followed by its indented headers. */
function readHeadersFile(text: string): Read {
  const read: Read = {};
  let path = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, name, value] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? [];
    if (name && value) read[path] = { ...read[path], [name]: value };
    else path = line;
  }
  return read;
}

/** The headers that nginx would send, by location. */
function readNginx(text: string): Read {
  const locations = [...text.matchAll(/^location (=|\^~) (\S+) \{\n([\s\S]*?)^\}/gm)];
  return Object.fromEntries(
    locations.map(([, kind, path, inside = '']) => {
      const headers = [...inside.matchAll(/^ {2}add_header (\S+) "((?:[^"\\]|\\.)*)" always;$/gm)].map(
        ([, name, value = '']) => [name, value.replaceAll('\\"', '"')],
      );
      const type = /^ {2}types \{ \}\n {2}default_type "([^"]*)";$/m.exec(inside)?.[1];
      const rule = Object.fromEntries([...headers, ...(type ? [['Content-Type', type]] : [])]);
      return [kind === '^~' ? `${path}*` : path, rule];
    }),
  );
}

test('each page has its own policy and is revalidated on each visit', () => {
  expect(Object.keys(written).sort()).toEqual(['/', '/*', '/404.html', '/booking', '/favicon.ico', '/r/*']);
  expect(joined(written, '/booking')).toEqual({
    ...SECURITY_HEADERS,
    'Content-Security-Policy': "script-src 'sha256-b='",
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
    'Speculation-Rules': '"/speculation-rules.json"',
  });
  expect(joined(written, '/404.html')['Content-Security-Policy']).toBe("script-src 'sha256-c='");
});

test('release files are immutable, with a policy that lets nothing run', () => {
  expect(joined(written, '/r/booking/1.0.0-a/remoteEntry.js')).toEqual({
    ...SECURITY_HEADERS,
    'Content-Security-Policy':
      "sandbox; form-action 'none'; base-uri 'none'; default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
});

test('no two rules that match one path set the same header, because hosts would send both values', () => {
  for (const { path } of rules) {
    const names = rules.filter((rule) => fits(rule.path, path)).flatMap(({ headers }) => Object.keys(headers));
    expect(names).toHaveLength(new Set(names).size);
  }
});

test('the `_headers` file contains all rules', () => {
  expect(readHeadersFile(headersFile(rules))).toEqual(written);
});

test('each nginx block contains the headers of all matching rules, because it inherits none', () => {
  const named = Object.keys(written).filter((path) => path !== '/*');
  const expected = named.map((path) => [path, joined(written, path)]);
  expect(readNginx(nginxHeaders(rules))).toEqual(Object.fromEntries(expected));
});

test('retired paths redirect on static hosts, too', () => {
  const redirects = { '/tarifs': '/agefice', '/aide': '/contact' };
  expect(redirectsFile(redirects)).toBe('/tarifs /agefice 308\n/aide /contact 308\n');
  expect(redirectsFile({})).toBe('');
  const text = nginxHeaders(rules, redirects);
  expect(text).toContain('location = /tarifs {\n  return 308 /agefice$is_args$args;\n}');
  expect(text.split('{')).toHaveLength(text.split('}').length);
});

test('nginx finds a page by its file and answers unknown paths with the 404 page; its blocks are balanced', () => {
  const text = nginxHeaders(rules);
  const fileAt = (path: string) =>
    new RegExp(`^location = ${path} \\{\\n {2}try_files (\\S+) =404;$`, 'm').exec(text)?.[1];
  expect(fileAt('/')).toBe('/index.html');
  expect(fileAt('/booking')).toBe('/booking.html');
  expect(fileAt('/404.html')).toBeUndefined();
  expect(fileAt('/favicon.ico')).toBeUndefined();
  expect(text).toContain('error_page 404 /404.html;');
  expect(text).toContain('location / {\n  return 404;\n}');
  expect(text.split('{')).toHaveLength(text.split('}').length);
});

test('every page of a draft has noindex on a static host', () => {
  const draft: ComposedPages = Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [path, { ...page, noindex: true }]),
  );
  for (const { path, headers } of headerRules(draft)) {
    expect(headers['X-Robots-Tag']).toBe(path.endsWith('*') ? undefined : 'noindex');
  }
  expect(nginxHeaders(rules)).not.toContain('X-Robots-Tag');
});
