import { tinyShell } from '../../tests/support/tiny-site';
import { parseRootFiles } from './root-files';

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
