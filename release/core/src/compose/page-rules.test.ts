import { createHash } from 'node:crypto';
import { growthOf, MAX_GROWTH } from '@site/backend/tests/support/growth';
import { tinyShell } from '../../tests/support/tiny-site';
import { contentSecurityPolicy, withHost } from '../content-policy';
import { checkPage, parseRootFiles } from './page-rules';

describe('a page', () => {
  const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const ofPage = (path: string) => ({ path, owner: 'booking@1.0.0-a' });
  const page = (body: string) =>
    `<head><script>early()</script><script type="application/json" id="release-index">{}</script><style data-emotion="css a">.a{}</style></head>${body}`;

  test('accepts a page with one inline script and data', () => {
    expect(() =>
      checkPage(ofPage('/'), page('<script type="application/json">{}</script><p>Bonjour</p>')),
    ).not.toThrow();
  });

  test('neither counts structured data as a script nor pins it by hash', () => {
    const described = page('<script type="application/ld+json">{"@type":"Course"}</script>');
    expect(() => checkPage(ofPage('/'), described)).not.toThrow();
    expect(contentSecurityPolicy(described, '')).toContain(`script-src 'self' ${sha256('early()')};`);
  });

  test.each([
    ['a script of React', '<script>$RC("B:0","S:0")</script>', '2 inline scripts'],
    ['a hidden segment', '<div hidden id="S:0">x</div>', 'a streamed segment that only a script reveals'],
    ['a pending boundary', '<!--$?--><template></template>', 'a pending Suspense boundary'],
    ['a failed boundary', '<!--$!--><template></template>', 'a Suspense boundary that failed to render'],
    ['a style attribute', '<p style="color:red">x</p>', 'style attribute'],
    ['more styles than fit in a header', '<style>.a{}</style>'.repeat(40), '41 style elements'],
    ['a second release index', '<script type="application/json" id="release-index">{}</script>', '2 release indexes'],
  ])('refuses %s', (_, body, why) => {
    expect(() => checkPage(ofPage('/booking'), page(body))).toThrow('/booking of booking@1.0.0-a holds');
    expect(() => checkPage(ofPage('/booking'), page(body))).toThrow(why);
  });

  test('pins the inline script and styles by hash and allows nothing else inline', () => {
    const policy = contentSecurityPolicy(page(''), '');
    expect(policy).toContain(`script-src 'self' ${sha256('early()')};`);
    expect(policy).toContain(`style-src 'self' ${sha256('.a{}')} ${sha256('')};`);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  test('allows the origin of a hosted backend in the policy', () => {
    expect(contentSecurityPolicy(page(''), 'https://project.example/base')).toContain(
      "connect-src 'self' https://project.example;",
    );
  });

  test('refuses a page without a release index', () => {
    expect(() => checkPage(ofPage('/'), '<head><script>early()</script></head>')).toThrow(
      '/ of booking@1.0.0-a holds 0',
    );
  });

  // A regular expression with a lazy middle scans such a page to its end from each match of its start, which takes
  // minutes.
  test.each([
    '<script>',
    '<style',
    '<style>',
    '<div hidden',
    '<!--$',
    ' style=',
    '<script type="application/json" id="release-index">',
  ])('checks a megabyte of %s in proportion to its length', (text) => {
    const check = (size: number) => {
      const html = text.repeat(size / text.length);
      expect(() => checkPage(ofPage('/'), html)).toThrow();
      contentSecurityPolicy(html, '');
    };
    expect(growthOf(check, 100_000)).toBeLessThan(MAX_GROWTH);
  });

  test('the policy of a preview names the requested host, unless the host has other characters', () => {
    const policy = "script-src 'self'; connect-src 'self'; sandbox allow-scripts";
    expect(withHost(policy, '[::1]:4173')).toBe(
      "script-src 'self'; connect-src 'self' http://[::1]:4173 https://[::1]:4173; sandbox allow-scripts",
    );
    for (const host of [undefined, 'example.fr; script-src *', 'a b']) expect(withHost(policy, host)).toBe(policy);
  });
});

describe('root files', () => {
  const shell = tinyShell('1.0.0-s1', { files: { 'favicon.ico': 'sha384-a' } }).release;
  const text = { path: '/site.webmanifest', contentType: 'application/manifest+json', text: '{}' };
  const icon = { path: '/favicon.ico', contentType: 'image/x-icon', file: 'favicon.ico' };
  const parse = (files: unknown) => parseRootFiles(JSON.stringify(files), shell);

  test('accepts texts, and files of the shell’s own release', () => {
    expect(parse([text, icon])).toEqual([text, icon]);
    expect(parse([{ ...text, contentType: 'text/plain; charset=utf-8' }])).toHaveLength(1);
  });

  test.each([
    ['a page', { path: '/booking' }],
    ['the page for unknown paths', { path: '404' }],
    ['the release index', { path: '/releases.json' }],
    ['a file that the composer writes', { path: '/robots.txt' }],
    ['a file of the owner', { path: '/fichiers/programme.pdf' }],
    ['a file of a release', { path: '/r/booking/1.0.0-a/remoteEntry.js' }],
    ['a path with a step upwards', { path: '/../secret.txt' }],
    ['a header of its own', { contentType: 'text/plain\r\nSet-Cookie: a=b' }],
    ['a file that it does not have', { file: 'other.ico' }],
    ['a name that every object has', { file: 'constructor' }],
  ])('refuses a shell that asks for %s', (_, changes) => {
    const sentence = /^the root files of shell@1\.0\.0-s1 cannot be used: .* refused\.$/;
    expect(() => parse([{ ...icon, ...changes }])).toThrow(sentence);
  });

  test.each([
    ['no list', {}],
    ['the same path twice', [text, text]],
    ['too many', Array.from({ length: 21 }, (_, at) => ({ ...text, path: `/${at}.txt` }))],
    ['a text and a file at once', [{ ...text, ...icon }]],
  ])('refuses root files with a fault: %s', (_, files) => {
    expect(() => parse(files)).toThrow('cannot be used');
  });

  test('refuses invalid JSON', () => {
    expect(() => parseRootFiles('[', shell)).toThrow('their list is refused');
  });
});
