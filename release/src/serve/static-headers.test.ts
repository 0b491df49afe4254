import { NOT_FOUND } from '../compose/templates';
import type { ComposedPages } from '../store/release';
import { headerRules, headersFile, nginxHeaders } from './static-headers';

const html = { body: 'a', contentType: 'text/html; charset=utf-8', contentSecurityPolicy: "script-src 'sha256-a='" };
const pages: ComposedPages = {
  '/': html,
  '/booking': { ...html, contentSecurityPolicy: "script-src 'sha256-b='" },
  [NOT_FOUND]: { ...html, contentSecurityPolicy: "script-src 'sha256-c='" },
  '/favicon.ico': { body: 'b', contentType: 'image/x-icon', contentSecurityPolicy: "default-src 'none'" },
};
const rules = headerRules(pages);

type Read = Record<string, Record<string, string>>;

const expected: Read = Object.fromEntries(rules.map(({ path, headers }) => [path, headers]));

/** As a static host reads `_headers`: a path, and below it, set in, what to send. */
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

/** What nginx would send, location by location. */
function readNginx(text: string): Read {
  const locations = [...text.matchAll(/^location (=|\^~) (\S+) \{\n([\s\S]*?)^\}/gm)];
  return Object.fromEntries(
    locations.map(([, kind, path, inside = '']) => {
      const headers = [...inside.matchAll(/^ {2}add_header (\S+) "([^"]*)" always;$/gm)].map(([, name, value]) => [
        name,
        value,
      ]);
      const type = /^ {2}default_type "([^"]*)";\n {2}types \{ \}$/m.exec(inside)?.[1];
      const rule = Object.fromEntries([...headers, ...(type ? [['Content-Type', type]] : [])]);
      return [kind === '^~' ? `${path}*` : path, rule];
    }),
  );
}

test('each page has its own policy, and is asked for anew each time', () => {
  expect(Object.keys(expected).sort()).toEqual(['/', '/404.html', '/booking', '/favicon.ico', '/r/*']);
  expect(expected['/booking']).toMatchObject({
    'Content-Security-Policy': "script-src 'sha256-b='",
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  });
  expect(expected['/404.html']?.['Content-Security-Policy']).toBe("script-src 'sha256-c='");
});

test('files of releases are kept for ever, under a policy that lets nothing run', () => {
  expect(expected['/r/*']).toMatchObject({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
});

test('the `_headers` file says the same as the rules', () => {
  expect(readHeadersFile(headersFile(rules))).toEqual(expected);
});

test('nginx is told the same as the rules', () => {
  expect(readNginx(nginxHeaders(rules))).toEqual(expected);
});

test('nginx finds a page by its file, answers unknown paths with the 404 page, and is given whole blocks', () => {
  const text = nginxHeaders(rules);
  const fileAt = (path: string) =>
    new RegExp(`^location = ${path} \\{\\n {2}try_files (\\S+) =404;$`, 'm').exec(text)?.[1];
  expect(fileAt('/')).toBe('/index.html');
  expect(fileAt('/booking')).toBe('/booking.html');
  expect(fileAt('/404.html')).toBeUndefined();
  expect(fileAt('/favicon.ico')).toBeUndefined();
  expect(text).toContain('error_page 404 /404.html;');
  expect(text.split('{')).toHaveLength(text.split('}').length);
});
