import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from './browser';
import { checkRoute } from './check-route';

const LONGER_THAN_A_TEST_MS = 900_000;

const HYDRATED = `<script>document.querySelector('h1').__reactFiber$example = {};</script>`;
const PAGES: Record<string, string> = {
  '/plain': HYDRATED,
  '/console': `${HYDRATED}<script>console.error('Something   is\\nwrong\\n    at Page (main.js:1:2)')</script>`,
  '/throws': `${HYDRATED}<script>throw new TypeError('no handler')</script>`,
  '/asset': `${HYDRATED}<img src="http://127.0.0.1:9/missing.png">`,
  '/incident': `${HYDRATED}<script>
    fetch('/rest/v1/incidents', { method: 'POST', body: JSON.stringify({ remote: 'booking', phase: 'render', code: 'Error' }) });
  </script>`,
  '/dead': '',
  '/broken': `<script>throw new TypeError('no handler')</script>`,
};

let server: Server;
let origin: string;
let browser: Browser;
let context: BrowserContext;

function answer(request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? '';
  const page = PAGES[path];
  if (page !== undefined) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(`<link rel="icon" href="data:,"><main><h1>Page</h1>${page}</main>`);
  }
  response.writeHead(path.endsWith('/incidents') ? 201 : 403).end();
}

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  origin = await listenOnLoopback(server);
  browser = await launchBrowser();
  context = await browser.newContext();
});
afterAll(async () => {
  await browser?.close();
  server.close().closeAllConnections();
});
const check = (path: string, liveMs?: number) =>
  checkRoute(context, origin + path, liveMs === undefined ? {} : { liveMs });

test('the check of a route reports no problem for a page that hydrates without errors', async () => {
  expect(await check('/plain')).toEqual([]);
});

test.each([
  ['/console', ['console error: Something is wrong']],
  ['/throws', ['uncaught error: no handler']],
  ['/incident', ['the page reported that booking failed (render, Error)']],
  ['/nowhere', ['it answers 403']],
])('the check of a route describes the problem of %s as part of a sentence', async (path, problems) => {
  expect(await check(path)).toEqual(problems);
});

test('the check of a route stops waiting for a page that nothing hydrates', async () => {
  expect(await check('/dead', 500)).toEqual(['it is not hydrated']);
});

test('the check of a route stops waiting for a page soon after its first error', async () => {
  const problems = await check('/broken', LONGER_THAN_A_TEST_MS);
  expect(problems).toEqual(['it is not hydrated', 'uncaught error: no handler']);
});

test('the check of a route names the path of a failed request', async () => {
  const problems = await check('/asset');
  expect(problems).toContainEqual(expect.stringMatching(/^\/missing\.png failed \(net::ERR_/));
});
