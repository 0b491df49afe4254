import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { integrityOf } from '@site/release-core/integrity';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import { createReloads, createSiteProxy } from './run-against';

const ENTRY = 'self.booking_dev = {};';
const INDEX = {
  seq: 7,
  shell: { id: '1.0.0-s' },
  remotes: { booking: { id: '1.0.0-a', previous: { id: '1.0.0-0' } }, contact: { id: '1.0.0-c' } },
};

const pageOf = (content: string, backendUrl = 'https://project.example') => `<html><head><title>Page</title></head>
<body><div id="root">${content}<div>end</div></div>
<script type="application/json" id="start-files">{"script":{"src":"/r/shell/1.0.0-s/main.js"},"ahead":["/r/booking/1.0.0-a/page.js"]}</script>
<script type="application/json" id="site-data">{"site":{"product":"Prix $&"},"backend":{"url":"${backendUrl}","anonKey":"k"}}</script>
<script type="application/json" id="release-index">${JSON.stringify(INDEX)}</script>
</body></html>`;

const started: Server[] = [];
let stderr: jest.SpyInstance;
let received: IncomingMessage[];
let site: RequestListener;
let siteOrigin: string;
let address: string;

function start(server: Server): Promise<string> {
  started.push(server);
  return listenOnLoopback(server);
}

beforeEach(async () => {
  stderr = jest.spyOn(console, 'error').mockImplementation();
  received = [];
  site = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf('composed'));
  siteOrigin = await start(
    createServer((request, response) => {
      received.push(request);
      site(request, response);
    }),
  );
  const routes = [{ name: 'booking', path: '/booking', module: 'booking-page', title: '', description: '' }];
  const build = { id: 'dev', entry: 'remoteEntry.js', container: 'booking_dev', routes };
  const files: Record<string, string> = {
    '/r/booking/dev/build.json': JSON.stringify(build),
    '/r/booking/dev/remoteEntry.js': ENTRY,
  };
  const hotOrigin = await start(
    createServer(({ url = '' }, response) => void response.writeHead(files[url] ? 200 : 404).end(files[url])),
  );
  const hot = [{ name: 'booking', origin: hotOrigin, process: { exitCode: null } }];
  address = await start(createSiteProxy({ origin: siteOrigin, hot, reloads: createReloads(), backend: null }));
});
afterEach(() => {
  stderr.mockRestore();
  for (const server of started.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const element = (html: string, id: string) => JSON.parse(new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? 'null');
const get = (path: string, init: RequestInit = {}) => fetch(address + path, { redirect: 'manual', ...init });

test('the proxy serves the page of a hot remote with its build in the index and without prerendered content', async () => {
  const html = await (await get('/booking')).text();

  expect(element(html, 'release-index')).toEqual({
    ...INDEX,
    remotes: {
      contact: { id: '1.0.0-c' },
      booking: {
        id: 'dev',
        container: 'booking_dev',
        routes: [expect.objectContaining({ path: '/booking' })],
        entry: '/r/booking/dev/remoteEntry.js',
        integrity: integrityOf(Buffer.from(ENTRY)),
      },
    },
  });
  expect(html).toContain('<div id="root"></div>');
  expect(element(html, 'start-files')).toEqual({ script: { src: '/r/shell/1.0.0-s/main.js' }, ahead: [] });
});

test('the proxy keeps the prerendered content of other pages, adds the hot build to their index and removes the hosted backend', async () => {
  const html = await (await get('/contact')).text();

  expect(html).toContain('<div id="root">composed<div>end</div></div>');
  expect(element(html, 'release-index').remotes.booking.id).toBe('dev');
  expect(element(html, 'start-files').ahead).toHaveLength(1);
  expect(element(html, 'site-data')).toEqual({ site: { product: 'Prix $&' }, backend: { url: '', anonKey: 'k' } });
});

test('the proxy answers 200 for a page that only the working copy has', async () => {
  site = (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(pageOf('unknown'));

  expect((await get('/booking')).status).toBe(200);
  expect((await get('/nulle-part')).status).toBe(404);
});

test('the proxy adds the hot build to the release index', async () => {
  site = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(INDEX));

  expect((await (await get('/releases.json')).json()).remotes.booking.integrity).toMatch(/^sha384-/);
});

test('the proxy forwards headers of the page, but not those that concern the public address', async () => {
  site = (_, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'strict-transport-security': 'max-age=31536000',
        'set-cookie': 'visit=1; Secure',
        'content-security-policy': "default-src 'none'; upgrade-insecure-requests; script-src 'self'",
        'x-frame-options': 'DENY',
        etag: '"a"',
      })
      .end(pageOf(''));

  const { headers } = await get('/contact');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('etag')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'self'");
  expect(headers.get('x-frame-options')).toBe('DENY');
});

test('the proxy sends neither cookies nor headers of a visit to the public site', async () => {
  await get('/contact', { headers: { cookie: 'a=1', 'sec-fetch-dest': 'document', authorization: 'Basic x' } });

  expect(received[0]?.headers).not.toHaveProperty('cookie');
  expect(received[0]?.headers).not.toHaveProperty('authorization');
  expect(received[0]?.headers['sec-fetch-dest']).not.toBe('document');
});

test.each([
  ['absolute', () => `${siteOrigin}/contact?a=1#b`, '/contact?a=1#b'],
  ['relative', () => '/contact', '/contact'],
  ['of another site', () => 'https://example.org/', 'https://example.org/'],
])('the proxy keeps redirects within the public site on this server (%s)', async (_, location, expected) => {
  site = (_request, response) => response.writeHead(308, { location: location() }).end();

  expect((await get('/contact/')).headers.get('location')).toBe(expected);
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('the proxy forwards no %s request', async (method) => {
  expect((await get('/contact', { method })).status).toBe(405);
  expect((await get('/rest/v1/bookings', { method })).status).toBe(403);
  expect((await get('/auth/v1/otp', { method })).status).toBe(403);
  expect((await get('/release/v1/commands/activate', { method })).status).toBe(405);
  expect(received).toEqual([]);
});

test('the proxy forwards nothing for a page of another site', async () => {
  expect((await get('/contact', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  expect(received).toEqual([]);
});

test('the proxy names the public site in the answer when it does not respond', async () => {
  site = (_, response) => response.destroy();

  const answer = await get('/contact');
  expect(answer.status).toBe(502);
  expect(await answer.text()).toMatch(/^http:\/\/127\.0\.0\.1:\d+ does not answer \(.+\): try again when it does\.\n$/);
});
