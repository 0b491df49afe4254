import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { integrityOf } from '@site/release-core/integrity';
import { folderBlobs } from '@site/release-core/store/folder-blobs';
import { openStore } from '@site/release-core/store/store';
import {
  type AnsweringServer,
  listenOnLoopback,
  startAnswering,
} from '@site/release-core/tests/support/answering-server';
import { exampleRelease } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { type RawRequest, sendRaw } from '../../tests/support/raw-request';
import { createHttpServer, type PreviewAt } from './answer-requests';
import type { PageAt, ServedPage } from './composed-pages';
import { releaseFiles } from './release-files';

const RELEASE_SCRIPT = '/r/booking/1.0.0-a/remoteEntry.js';

const home: ServedPage = {
  status: 200,
  contentType: 'text/html; charset=utf-8',
  contentSecurityPolicy: "default-src 'none'",
  tag: 'abc',
  body: { identity: Buffer.from('<h1>Accueil</h1>'), br: brotliCompressSync('<h1>Accueil</h1>') },
};
const bookingReleases = [
  { name: 'shell', id: 's' },
  { name: 'booking', id: '1.0.0-a' },
];
const booking: ServedPage = { ...home, releases: bookingReleases };
const ownPage: ServedPage = { ...home, noindex: true, private: true };
const icon: ServedPage = { ...home, contentType: 'image/x-icon', body: { identity: Buffer.from([0, 0, 1, 0]) } };
const notFound: ServedPage = { ...home, status: 404, tag: '404', body: { identity: Buffer.from('404') } };

let folder: string;
let site: ReturnType<typeof createHttpServer>;
let origin: string;
let backend: AnsweringServer;

beforeEach(async () => {
  folder = temporaryFolder();
  const client = new Map([
    ['remoteEntry.js', Buffer.from('entry()')],
    ['remoteEntry.js.br', brotliCompressSync('entry()')],
  ]);
  const files = Object.fromEntries([...client].map(([file, content]) => [file, integrityOf(content)]));
  await openStore(folderBlobs(folder)).addRelease(exampleRelease({ files }), client, new Map());
  // It answers with the body that it was sent.
  backend = await startAnswering(async (request, response) => void response.writeHead(201).end(await text(request)));
  site = createHttpServer();
  origin = await listenOnLoopback(site.server);
});

afterEach(() => {
  site.server.close().closeAllConnections();
  backend.end();
});

const pageAt: PageAt = async (path) => {
  if (path === '/retired') return { status: 308, location: '/booking' };
  return (
    { '/': home, '/booking': booking, '/espace': ownPage, '/espace/sw.js': ownPage, '/favicon.ico': icon }[path] ??
    notFound
  );
};

const open = (parts: Partial<Parameters<typeof site.open>[0]> = {}) =>
  site.open({
    ...parts,
    readReleaseFile: releaseFiles(folderBlobs(folder)),
    pageAt,
    backend: { url: backend.origin, anonKey: 'public' },
  });

/** Raw, because fetch neither shows encodings nor sends dots in a path. */
const ask = (path: string, asked: Partial<RawRequest> = {}) => sendRaw(origin, { method: 'GET', path, ...asked });

test('every answer has all security headers, also while the site starts', async () => {
  const { status, headers } = await ask('/');
  expect(status).toBe(503);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('the page of a private part is sent with no-store, no-referrer and noindex', async () => {
  open();
  const { status, headers } = await ask('/espace', { headers: { 'if-none-match': '"abc"' } });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  });
  expect(headers).not.toHaveProperty('etag');
  expect(headers).not.toHaveProperty('speculation-rules');
});

test('requests for private calendars are forwarded to the backend, whatever follows in their path', async () => {
  open();
  const paths = ['secret.ics', 'secret.ics?release=x', 'secret.ics/', '', 'a/b'].map((one) => `/espace/agenda/${one}`);
  for (const path of paths) expect((await ask(path)).status).toBe(201);
  expect(backend.asked.map(({ path }) => path)).toEqual(paths);
  expect((await ask('/espace/agenda/secret.ics', { method: 'POST' })).status).toBe(405);
  expect(backend.asked).toHaveLength(paths.length);
});

test('a network that requests calendars too often gets 429 for calendars, but not for pages', async () => {
  open();
  const path = '/espace/agenda/secret.ics';
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await ask(path)).status));
  expect(statuses.filter((status) => status === 201)).toHaveLength(60);
  const refused = await ask(path);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('/')).status).toBe(200);
});

test('the log names no private calendar when the backend does not answer', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation();
  open();
  backend.end();
  expect((await ask('/espace/agenda/secret.ics?secret')).status).toBe(503);
  expect(log.mock.calls).toEqual([[expect.stringContaining('did not answer GET /espace/agenda/…: ')]]);
  log.mockRestore();
});

test('the server reports each page of a route that was sent or revalidated, but no preview', async () => {
  const opened: unknown[] = [];
  open({ onPage: (_, page) => opened.push(page), previewAt: (_, path) => pageAt(path) });
  const { etag = '' } = (await ask('/booking')).headers;
  const page = { path: '/booking', releases: bookingReleases, linked: [] };
  expect(opened).toEqual([page]);
  expect((await ask('/booking', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect(opened).toEqual([page, page]);
  const others = ['/booking?release=booking@1.0.0-b', '/favicon.ico', '/nulle-part', '/retired', '/booking/'];
  for (const path of others) await ask(path);
  await ask('/booking', { method: 'POST' });
  expect(opened).toHaveLength(2);
});

test('a preview’s page has a sandbox, so it has no opener policy, and prefetches nothing', async () => {
  const previewAt: PreviewAt = async (_, path) => {
    const page = await pageAt(path);
    return page.status === 308 ? page : { ...page, isSandboxed: true };
  };
  open({ previewAt });
  const { headers } = await ask('/booking?release=booking@1.0.0-b');
  expect(headers).not.toHaveProperty('cross-origin-opener-policy');
  expect(headers).not.toHaveProperty('speculation-rules');
  expect((await ask('/booking')).headers).toMatchObject({ 'cross-origin-opener-policy': 'same-origin' });
});

test('the public files that a preview loads may be read from another origin, and pages may not', async () => {
  open();
  const shared = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  for (const path of ['/favicon.ico', RELEASE_SCRIPT]) expect((await ask(path)).headers).toMatchObject(shared);
  const { headers } = await ask('/booking');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
});

test('a file of a release is immutable, and has a sandbox when it is opened by itself', async () => {
  open();
  const { headers } = await ask(RELEASE_SCRIPT, { headers: { 'accept-encoding': 'br' } });
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-security-policy':
      "sandbox; form-action 'none'; base-uri 'none'; default-src 'none'; frame-ancestors 'none'",
  });
  expect(headers).not.toHaveProperty('cross-origin-opener-policy');
  expect((await ask('/r/%2e%2e/secret.txt')).status).toBe(404);
});

test('no file is served as the script of a service worker', async () => {
  open();
  for (const path of [RELEASE_SCRIPT, '/', '/rest/v1/contacts']) {
    expect((await ask(path, { headers: { 'service-worker': 'script' } })).status).toBe(403);
  }
  expect(backend.asked).toEqual([]);
});

test('only the private part has a service worker, which controls only its page', async () => {
  open();
  const worker = await ask('/espace/sw.js', { headers: { 'service-worker': 'script' } });
  expect(worker).toMatchObject({
    status: 200,
    headers: { 'service-worker-allowed': '/espace', 'cache-control': 'no-store' },
  });
  expect((await ask('/espace')).headers).not.toHaveProperty('service-worker-allowed');
});

test('the server serves a page with its policy, to be revalidated on each visit', async () => {
  open();
  const answer = await ask('/', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers).toMatchObject({
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-cache',
    'content-encoding': 'br',
  });
  expect((await ask('/', { headers: { 'if-none-match': '"abc"' } })).status).toBe(304);
});

test('the server answers unknown paths with 404, redirects trailing slashes with 308, refuses POST on pages with 405', async () => {
  open();
  expect((await ask('/nulle-part')).status).toBe(404);
  expect((await ask('/booking/?a=1')).headers.location).toBe('/booking?a=1');
  expect((await ask('//evil.example/')).headers.location).not.toMatch(/^\/\//);
  expect((await ask('//%65vil.example')).headers.location).toBe('/evil.example');
  expect((await ask('/b%6Foking?a=%41')).headers.location).toBe('/booking?a=%41');
  expect((await ask('/', { method: 'POST' })).status).toBe(405);
});

test('the server redirects a retired path with its query, uncached because a rollback may restore the page', async () => {
  open();
  const { status, headers } = await ask('/retired?utm=lettre');
  expect([status, headers.location, headers['cache-control']]).toEqual([308, '/booking?utm=lettre', 'no-store']);
  expect((await ask('/retired', { method: 'POST' })).status).toBe(405);
});

test('browsers do not cache a damaged release file', async () => {
  open();
  const file = join(folder, 'r/booking/1.0.0-a/remoteEntry.js');
  await writeFile(file, 'entrz()');
  await rm(`${file}.br`);
  const { status, headers } = await ask(RELEASE_SCRIPT);
  expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined]);
});

test("the server appends the caller's address to the X-Forwarded-For that the backend receives", async () => {
  open();
  const forged = { 'x-forwarded-for': '203.0.113.9', apikey: 'key' };
  const answer = await ask('/rest/v1/contacts?a=1', { method: 'POST', headers: forged, body: '{"nom":"Roy"}' });
  expect(answer).toMatchObject({ status: 201, text: '{"nom":"Roy"}' });
  expect(backend.asked).toMatchObject([
    { path: '/rest/v1/contacts?a=1', headers: { 'x-forwarded-for': '203.0.113.9, 127.0.0.1', apikey: 'key' } },
  ]);
});

test("the health route asks the backend's own, and answers 503 while the backend is away", async () => {
  open();
  expect(await ask('/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
  expect(backend.asked).toMatchObject([{ path: '/health' }]);
  backend.end();
  expect(await ask('/healthz')).toMatchObject({ status: 503, text: 'The backend does not answer.\n' });
});

test('the server sends noindex for previews and for pages that ask for it', async () => {
  open();
  expect((await ask('/?release=booking@1.0.0-a')).headers['x-robots-tag']).toBe('noindex');
  expect((await ask('/')).headers['x-robots-tag']).toBeUndefined();
  site.open({ readReleaseFile: async () => null, pageAt: async () => ({ ...home, noindex: true }), backend: null });
  expect((await ask('/')).headers['x-robots-tag']).toBe('noindex');
});
