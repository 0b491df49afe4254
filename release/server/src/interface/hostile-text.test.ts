import type { IncomingMessage, ServerResponse } from 'node:http';
import { growthOf, MAX_GROWTH, slowTexts, type Text } from '@site/backend/tests/support/growth';
import { withHost } from '@site/release-core/content-policy';
import { logInput } from '@site/release-core/queries/read-log';
import { grantIdOf } from '@site/release-core/store/grants';
import { isSafeKey } from '@site/release-core/store/keys';
import type { UploadRequest } from '@site/release-core/store/release';
import { tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { bodySchema } from '@site/release-core/wire/protocol';
import { uploadOf } from '../../tests/support/interface-site';
import { sendContent } from '../http/release-files';
import { networkOf } from '../http/traffic-limits';
import { parsePreview } from '../preview/preview-pages';
import { isOfSignedIn } from './authenticate';
import { LIMITS } from './limits';
import { ProblemError, readShape } from './problem-error';
import { patternOf } from './routes';
import { validateUpload } from './uploads/validate-upload';

/** Texts on which careless patterns take quadratic time. */
const HOSTILE: Readonly<Record<string, Text>> = {
  letters: (size) => 'a'.repeat(size),
  blanks: (size) => ' '.repeat(size),
  'commas and blanks': (size) => ', '.repeat(size / 2),
  dots: (size) => `${'.'.repeat(size)}!`,
  'slashes before a letter': (size) => `${'/'.repeat(size)}x`,
  slashes: (size) => `${'a/'.repeat(size / 2)}!`,
  'signs of a release': (size) => 'a@1-'.repeat(size / 4),
  'quality values': (size) => 'br;q=0.1,'.repeat(size / 9),
  tags: (size) => 'W/"a", '.repeat(size / 7),
  digits: (size) => `bytes=${'1'.repeat(size)}-`,
  addresses: (size) => '::1, [::1]:80,'.repeat(size / 14),
  'parts of a token': (size) => `site_release_${'a.'.repeat(size / 2)}`,
};

const content = { contentType: 'text/html', tag: 'tag', body: { identity: Buffer.from('page'), br: Buffer.from('p') } };

function send(headers: IncomingMessage['headers']) {
  const response = {
    setHeader: () => response,
    getHeader: () => '"tag"',
    writeHead: () => response,
    end: () => response,
  };
  sendContent({ method: 'GET', headers } as IncomingMessage, response as unknown as ServerResponse, { content });
}

function refused(read: () => unknown) {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError);
  }
}

const { release, provenance, sizes } = uploadOf(tinyRemote('booking'));
const validate = (changed: Partial<UploadRequest['release']>) =>
  refused(() => validateUpload({ release: { ...release, ...changed }, provenance, sizes }, LIMITS));

/** No part of the server reads `Cookie` or `Forwarded`. */
const ENTRIES: Readonly<Record<string, (text: string) => unknown>> = {
  'Accept-Encoding': (text) => send({ 'accept-encoding': text }),
  'If-None-Match': (text) => send({ 'if-none-match': text }),
  Host: (text) => withHost("connect-src 'self'", text),
  'X-Forwarded-For': (text) =>
    networkOf(
      { headers: { 'x-forwarded-for': text }, socket: { remoteAddress: '::1' } } as unknown as IncomingMessage,
      2,
    ),
  Authorization: (text) => [grantIdOf(text), isOfSignedIn(text)],
  '?release=': parsePreview,
  'a branch in ?release=': (text) => parsePreview(`booking@branch:${text}`),
  'an address of the release interface': (text) => patternOf('/uploads/{upload}/{content}').test(text),
  'a key of the store': isSafeKey,
  'the id of an upload': (id) => validate({ id }),
  'a page of an upload': (path) =>
    validate({ routes: [{ name: path, path, module: path, title: path, description: path }] }),
  'a file of an upload': (file) => validate({ entry: file, files: { [file]: file } }),
  'the texts of an upload': (text) => validate({ version: text, source: text, sources: [text], publishedAt: text }),
  'a command': (text) => refused(() => readShape(bodySchema(logInput), { words: [text], why: text, since: text })),
};

test.each(Object.entries(ENTRIES))('%s takes time in proportion to its length', (_, read) => {
  expect(slowTexts(HOSTILE, read, 10_000)).toEqual([]);
});

test('the names of many files take time in proportion to their number', () => {
  const [hash = ''] = Object.values(release.files);
  const filesOf = (size: number) =>
    Object.fromEntries(Array.from({ length: size }, (_, at) => [`file-${at}.js`, hash]));
  expect(growthOf((size) => validate({ files: filesOf(size) }), 1000)).toBeLessThan(MAX_GROWTH);
});
