import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseIndex } from '@site/contract/release-index';
import { launchBrowser } from '@site/release/check/browser';
import { hashesOf } from '@site/release-core/tests/stored-files';
import type { Browser, Page } from 'playwright-core';
import { copyFirstReleases } from './first-releases';
import { endAllDev, type RunningDev, startDev } from './running-dev';
import { endAll, type RunningSite, startSite } from './running-site';
import { copyWholeWorkspace, copyWorkspace } from './workspace-copy';

jest.setTimeout(300_000);

const ADDRESS = /^http:\/\/localhost:\d+$/m;
const PAGE = 'remote-booking/src/content/page.ts';
const TITLE = 'Réserver vos sessions';

const RELEASE = ['core', 'server', 'cli', 'dev'].map((name) => `release/${name}`);
/** The packages of a developer of booking, without the shell and the other remotes. */
const PACKAGES = [
  ...['contract', 'shared-ui', 'forms', 'tooling', 'supabase', 'terminal', 'backend', 'remote-booking'],
  ...RELEASE,
];

let liveWorkspace: string;
let workspace: string;
let folder: string;
let live: RunningSite;
/** A proxy to the live site that records each request. */
let front: Server;
let requests: string[];
let origin: string;
let browser: Browser;
let page: Page;
let problems: string[];
let dev: RunningDev;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'against-'));
  liveWorkspace = copyWholeWorkspace();
  workspace = copyWorkspace(PACKAGES);
  copyFirstReleases(join(folder, 'data'));
  live = await startSite(
    { DATA_DIR: join(folder, 'data'), SITE_CONFIG: join(liveWorkspace, 'site.json') },
    liveWorkspace,
  );
  front = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { url = '/', method, headers } = request;
    const passed = httpRequest(live.address + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }).listen(0);
  await once(front, 'listening');
  origin = `http://localhost:${(front.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  await browser?.close();
  endAllDev();
  endAll();
  front?.close();
  for (const folder of [liveWorkspace, workspace]) rmSync(folder, { recursive: true });
  await rm(folder, { recursive: true });
});

async function open(path: string) {
  page = await browser.newPage();
  problems = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(address + path);
}

const indexOf = (html: string): ReleaseIndex => JSON.parse(/id="release-index">([^<]*)</.exec(html)?.[1] ?? '{}');
const textAt = async (url: string) => (await fetch(url)).text();
const sendIncident = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };

describe('without --with-backend', () => {
  let before: Record<string, string>;

  beforeAll(async () => {
    before = hashesOf(join(folder, 'data/store'));
    requests = [];
    dev = startDev(workspace, {}, 'booking', '--against', origin);
    expect((await dev.printed(/^Hot: (.*)\. All else comes from (.*)\.$/m)).slice(1)).toEqual(['booking', origin]);
    [address] = await dev.printed(ADDRESS);
  });
  afterEach(async () => {
    await page?.close();
    expect(requests.filter((one) => !/^(GET|HEAD) /.test(one))).toEqual([]);
    expect(requests.filter((one) => one.includes('/rest/'))).toEqual([]);
  });

  test('a sentence that changes in the working copy appears in the page under the live header', async () => {
    await open('/booking');
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    const source = readFileSync(join(workspace, PAGE), 'utf8');
    expect(source).toContain(TITLE);
    writeFileSync(join(workspace, PAGE), source.replaceAll(TITLE, 'Choisir vos journées'));

    await page.getByRole('heading', { level: 1, name: 'Choisir vos journées' }).waitFor();
    expect(await page.getByRole('banner').textContent()).toContain('Réserver ma session');
    expect(problems).toEqual([]);
    expect(await textAt(`${live.address}/booking`)).not.toContain('Choisir vos journées');
  });

  test('pages of other remotes come from the live site, and link to the hot one', async () => {
    const [ours, theirs] = await Promise.all([textAt(address), textAt(origin)]);
    expect(ours.slice(ours.indexOf('<div id="root">'), ours.indexOf('id="site-data"'))).toBe(
      theirs.slice(theirs.indexOf('<div id="root">'), theirs.indexOf('id="site-data"')),
    );
    const { booking, ...others } = indexOf(ours).remotes;
    expect(booking).toMatchObject({ id: 'dev', integrity: expect.stringMatching(/^sha384-/) });
    expect(indexOf(theirs).remotes).toMatchObject(others);

    await open('/');
    await page.locator('html[data-shell="live"]').waitFor({ state: 'attached' });
    await page.locator('main a[href^="/booking"]').first().click();
    await page.getByRole('heading', { level: 1, name: 'Choisir vos journées' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('sending a form is refused with the flag that allows it, and incidents are dropped', async () => {
    const refused = await fetch(`${address}/rest/v1/rpc/book`, sendIncident);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      code: 'WITHOUT_BACKEND',
      message: `Nothing is sent to ${origin}: start "pnpm dev" with --with-backend to send it.`,
    });
    expect((await fetch(`${address}/rest/v1/incidents`, sendIncident)).status).toBe(204);
  });

  test('an unknown path gets 404, and a trailing slash redirects to the page on this server', async () => {
    expect((await fetch(`${address}/nulle-part`)).status).toBe(404);
    const redirect = await fetch(`${address}/contact/`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '/contact']);
  });

  test('the store of the live site does not change', () => {
    expect(Object.keys(before).length).toBeGreaterThan(50);
    expect(hashesOf(join(folder, 'data/store'))).toEqual(before);
  });

  test('Ctrl-C ends it with exit code 0, even if a page is open', async () => {
    await open('/booking');
    await page.getByRole('heading', { level: 1 }).waitFor();
    dev.process.kill('SIGINT');
    expect((await dev.ended).code).toBe(0);
  });
});

test('with --with-backend, forms reach the live backend, but incidents do not', async () => {
  dev = startDev(workspace, {}, 'booking', '--against', origin, '--with-backend');
  await dev.printed(/^What forms send is real: it goes to http:\/\/localhost:\d+\.$/m);
  [address] = await dev.printed(ADDRESS);
  const { backend } = JSON.parse(/id="site-data">([^<]*)</.exec(await textAt(address))?.[1] ?? '{}');
  requests = [];

  const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
  const [ours, theirs] = await Promise.all(
    [address, live.address].map((one) => fetch(`${one}/rest/v1/reservations`, { method: 'POST', headers, body: '{}' })),
  );
  expect(ours?.status).toBe(theirs?.status);
  expect(ours?.status).toBeGreaterThanOrEqual(400);
  expect(await ours?.json()).toEqual(await theirs?.json());
  await fetch(`${address}/rest/v1/incidents`, sendIncident);
  expect(requests).toEqual(['POST /rest/v1/reservations']);
  dev.process.kill('SIGTERM');
  expect((await dev.ended).code).toBe(0);
});

test('a host member that the live shell lacks is reported before anything is served', async () => {
  const file = join(workspace, 'remote-booking/src/booking-page.tsx');
  const source = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    `${source}\nexport const later = ({ host }: { host: { teleport: unknown } }) => host.teleport;\n`,
  );
  const { code, stderr } = await startDev(workspace, {}, 'booking', '--against', origin).ended;
  writeFileSync(file, source);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^booking@dev uses teleport of the host, which shell@\S+ lacks\. http:\/\/localhost:\d+ has another version of the contract or of shared-ui: /m,
  );
});
