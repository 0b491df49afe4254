import {
  type BuiltRelease,
  routeTo,
  tinyRemote,
  tinyShell,
  withFiles,
} from '@site/release-core/tests/support/tiny-site';
import { uploadOf } from '../../../tests/support/interface-site';
import { LIMITS } from '../limits';
import { validateUpload } from './validate-upload';

const MEGABYTE = 1024 * 1024;
const booking = (changes: object = {}) => tinyRemote('booking', '1.0.0-z', changes);
const validate = (artifact: BuiltRelease) => validateUpload(uploadOf(artifact), LIMITS);
const withClientFile = (file: string, content: string | Buffer = 'x') =>
  withFiles(booking(), { client: { [file]: content } });

/** Many files with the same content, which is sent once. */
const repeated = (count: number, content = Buffer.alloc(0)) =>
  withFiles(booking(), {
    client: Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.bin`, content])),
  });

test('a release of a part and one of the shell are accepted', () => {
  expect(validate(withClientFile('x.js'))).toMatchObject({ release: { name: 'booking', id: '1.0.0-z' } });
  expect(validate(tinyShell())).toMatchObject({ release: { name: 'shell' } });
});

test.each([
  ...['../x.js', '..', '.x', '/etc/passwd', 'a/b.js', '%2e%2e', 'a\\b.js', 'c:x', '', 'a b', 'é.js'],
  ...['a\0.js', 'a\n.js', '\u202ex.js', 'x'.repeat(201)],
])('a file outside its release, or a hidden one, as %j is malformed', (file) => {
  for (const artifact of [withClientFile(file), withFiles(booking(), { node: { [file]: 'x' } })]) {
    expect(() => validate(artifact)).toThrow(expect.objectContaining({ word: 'malformed' }));
  }
});

test.each<[why: string, artifact: BuiltRelease]>([
  ['the site writes release.json itself', withClientFile('release.json')],
  ['the site writes release.json.br itself', withClientFile('release.json.br')],
  ['the site writes build.json itself', withClientFile('build.json')],
  ['none.js.br is the encoded form of no file', withClientFile('none.js.br')],
  ['it names the file none.js and does not have it', booking({ entry: 'none.js' })],
  ['it names the file constructor and does not have it', booking({ entry: 'constructor' })],
  ['it names the file none.js and does not have it', booking({ pageFiles: { 'booking-page': ['none.js'] } })],
  ['its container must begin with booking_', booking({ container: 'landing_1' })],
  ['its version is not that of its id', booking({ version: '9.9.9' })],
  ['a path is', booking({ routes: [routeTo('/rest/v1', 'other')] })],
  [
    '/guide of booking has « [À compléter] » as its title',
    booking({ routes: [{ ...routeTo('/guide'), title: '[À compléter]' }] }),
  ],
  ['only a shell offers something', booking({ offers: tinyShell().release.offers })],
  ['a shell has neither a container nor routes', tinyShell('1.0.0-s1', { container: 'shell_1' })],
])('a release is refused because « %s »', (why, artifact) => {
  const refusal = expect.objectContaining({ word: 'refused', message: expect.stringContaining(why) });
  expect(() => validate(artifact)).toThrow(refusal);
});

test.each<[what: string, artifact: BuiltRelease]>([
  ['a file of 9 MB', withClientFile('large.bin', Buffer.alloc(9 * MEGABYTE))],
  ['files of 36 MB with the same content', repeated(12, Buffer.alloc(3 * MEGABYTE))],
  ['2,001 files', repeated(2001)],
])('a release with %s is too large', (_, artifact) => {
  expect(() => validate(artifact)).toThrow(expect.objectContaining({ word: 'too-large' }));
});
