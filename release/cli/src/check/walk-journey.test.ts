import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { readJourneys } from '@site/contract/journeys';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import type { Browser } from 'playwright-core';
import { launchBrowser, type VisitSite, visitsOf } from './browser';
import { openPage, type Walk, walkJourney } from './walk-journey';

const HYDRATED = `<script>document.querySelector('h1').__reactFiber$example = {};</script>`;

const PAGES: Record<string, string> = {
  '/': `
    <label>Nom <input></label> <label><input type="checkbox"> Financement</label>
    <label>Taille <select><option>S</option><option>M</option></select></label>
    <button onclick="said.textContent = 'Merci ' + document.querySelector('input').value">Envoyer</button>
    <p role="status" id="said"></p>
    <button style="display: none">Annuler</button> <button disabled>Attendre</button>
    <a href="/other">Réserver</a> <a href="/other">Réserver</a> <a href="/other">Partir</a> <a href="/foreign">Sortir</a>
    <button onclick="console.error('Something is wrong')">Se plaindre</button>
    <div style="position: relative"><button>Dessous</button><div id="banner"></div></div>
    <style>@media (max-width: 370px) { #banner { position: absolute; inset: 0 } }</style>`,
  '/other': '<p>Ailleurs</p>',
  '/busy': `<button>Demander</button> <p id="said"></p> <script>
    const keepBusy = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); };
    document.querySelector('button').onclick = async () => {
      setTimeout(() => console.error('It gave up.'), 2000);
      await fetch('/slow');
      for (let at = 0; at < 6; at += 1) await new Promise((resolve) => setTimeout(() => resolve(keepBusy(500))));
      said.textContent = 'Fait';
    };
  </script>`,
  '/late': `<p></p><script>setTimeout(() => { document.querySelector('p').textContent = 'Enfin'; }, 2000)</script>`,
  '/memory': `<p></p><script type="module">
    const worker = await navigator.serviceWorker.getRegistration();
    const kept = [localStorage, sessionStorage, document.cookie, await caches.keys(), await indexedDB.databases()];
    const isNew = !worker && history.length <= 2 && kept.every(({ length }) => length === 0);
    localStorage.name = sessionStorage.name = document.cookie = 'name=Camille';
    await caches.open('name');
    await new Promise((resolve) => Object.assign(indexedDB.open('name'), { onsuccess: resolve }));
    await navigator.serviceWorker.register('/worker.js');
    addEventListener('pagehide', () => { localStorage.left = 'late'; });
    document.querySelector('p').textContent = isNew ? 'Bienvenue' : JSON.stringify(kept);
  </script>`,
  '/hang': '<button onclick="while (true) {}">Ouvrir</button>',
  '/dead': '',
  '/asset': '<img src="http://127.0.0.1:9/missing.png">',
  '/incident': `<script>
    fetch('/rest/v1/incidents', { method: 'POST', body: JSON.stringify({ remote: 'booking', phase: 'render', code: 'Error' }) });
  </script>`,
  '/broken': `<script>throw new TypeError('no handler')</script>`,
  '/ahead':
    '<p></p><script>document.querySelector("p").textContent = "Économe : " + navigator.connection.saveData</script>',
};

let server: Server;
let browser: Browser;
let visitSite: VisitSite;
let address: string;

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    if (url === '/worker.js') return response.setHeader('content-type', 'text/javascript').end();
    if (url === '/rest/v1/incidents') return response.writeHead(201).end();
    if (url === '/slow') return setTimeout(() => response.end(), 1500);
    const page = PAGES[url];
    if (url === '/foreign') response.writeHead(302, { location: `${address.replace('127.0.0.1', 'localhost')}/other` });
    else response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<link rel="icon" href="data:,"><main><h1>Titre</h1>${page}</main>${/dead|broken/.test(url) ? '' : HYDRATED}`,
    );
  });
  address = await listenOnLoopback(server);
  browser = await launchBrowser();
  visitSite = visitsOf(browser, address);
});
afterAll(async () => {
  await browser?.close();
  server.close().closeAllConnections();
});

const typed = { name: 'Camille', email: 'c@example.com', phone: '06', day: (ahead: number) => `jour ${ahead}` };
const open = { type: 'navigate', url: '/' };
const click = (name: string, more: object = {}) => ({ type: 'click', selectors: [[`aria/${name}`]], ...more });
const wait = (selector: string, more: object = {}) => ({ type: 'waitForElement', selectors: [[selector]], ...more });
const change = (name: string, value: string) => ({ type: 'change', selectors: [[`aria/${name}`]], value });
const to = (url: string) => ({ assertedEvents: [{ type: 'navigation', url }] });

async function walk(steps: readonly object[], more: Partial<Walk> = {}) {
  const [journey] = readJourneys(JSON.stringify({ example: { title: 'Un exemple', steps } }));
  if (!journey) throw new Error('There is one.');
  return walkJourney(visitSite, { address, journey, width: 1280, typed, mayVisit: () => true, ...more });
}

test('a journey passes that types, chooses, presses keys and finds what it waits for', async () => {
  const steps = [
    open,
    change('Nom[role="textbox"]', '{name}'),
    click('Financement'),
    change('Taille', 'M'),
    click('Envoyer[role="button"]'),
    wait('text/Merci Camille'),
    wait('aria/Financement[role="checkbox"]', { properties: { checked: true } }),
    wait('aria/Nom', { properties: { value: '{name}' } }),
    wait('aria/Réserver[role="link"]', { count: 2 }),
    wait('aria/Absent', { count: 0 }),
    click('Partir', to('/other')),
    { type: 'keyDown', key: 'Tab' },
    wait('text/Ailleurs'),
  ];
  expect(await walk(steps)).toBeNull();
});

test.each([
  ['is not there', [click('Envoyez[role="button"]')], 'button « Envoyez » is not on /'],
  ['is there twice', [click('Réserver')], '« Réserver » is there 2 times on /, and a visitor would not know which one'],
  ['is hidden', [click('Annuler[role="button"]')], 'button « Annuler » is not on /'],
  ['is disabled', [click('Attendre')], 'it cannot be used, because it is disabled'],
  ['is missing as a text', [wait('text/Mercy')], 'the text « Mercy » is not on /'],
  [
    'has another state',
    [wait('aria/Financement[role="checkbox"]', { properties: { checked: true } })],
    'checkbox « Financement » has checked "false", and not true',
  ],
  [
    'is there too often',
    [wait('aria/Réserver[role="link"]', { count: 1 })],
    'link « Réserver » is there 2 times, and not 1',
  ],
  ['leads elsewhere', [click('Partir', to('/booking'))], 'the page is at /other, and not at /booking'],
  ['answers an error', [{ type: 'navigate', url: '/nowhere' }], /^\/nowhere answers 404;/],
  ['logs an error', [click('Se plaindre')], 'console error: Something is wrong'],
  ['leads to another site', [click('Sortir'), wait('text/Ailleurs')], /^it left the site for http:\/\/localhost:/],
])('an element or a page that %s fails its step, and the failure says what was there', async (_, steps, problem) => {
  const failure = await walk([open, ...steps], { limits: { stepMs: 1000 } });
  expect(failure?.problem).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  expect(failure?.step?.at).toBeGreaterThan(1);
});

test('who walks later in the same window is a new visitor', async () => {
  const steps = [{ type: 'navigate', url: '/memory' }, wait('text/Bienvenue')];
  expect([await walk(steps), await walk(steps)]).toEqual([null, null]);
});

test('a next page is loaded ahead at the width of a phone, and not at that of a desktop', async () => {
  const stay = (saves: boolean) => [{ type: 'navigate', url: '/ahead' }, wait(`text/Économe : ${saves}`)];
  const goOn = (saves: boolean) => [...stay(saves), { type: 'navigate', url: '/other' }];
  expect(await walk(goOn(true), { width: 1280 })).toBeNull();
  expect(await walk(goOn(false), { width: 360 })).toBeNull();
  expect(await walk(stay(true), { width: 360 })).toBeNull();
});

test('a page that hangs fails its step, and nobody walks in its window', async () => {
  const steps = [{ type: 'navigate', url: '/hang' }, click('Ouvrir'), wait('aria/Ouvrir')];
  expect(await walk(steps, { limits: { stepMs: 500 } })).not.toBeNull();
  expect(await walk([open])).toBeNull();
});

test('a busy machine fails no step: neither the limits of the check nor those of the page count what is awaited', async () => {
  const steps = [{ type: 'navigate', url: '/busy' }, click('Demander'), wait('text/Fait')];
  expect(await walk(steps, { limits: { stepMs: 2000 } })).toBeNull();
});

test('a timer of seconds ends on a page that has nothing to do', async () => {
  const steps = [{ type: 'navigate', url: '/late' }, wait('text/Enfin')];
  expect(await walk(steps)).toBeNull();
});

test('what covers a button at the width of a phone alone is found, with a picture', async () => {
  const picture = join(temporaryFolder(), 'example.png');
  // Long enough for a busy machine to try the click: the cover is named from its first try.
  const limits = { stepMs: 4000 };
  expect(await walk([open, click('Dessous')], { limits, picture })).toBeNull();
  expect(existsSync(picture)).toBe(false);
  const problem = 'it cannot be pressed, because <div id="banner"> covers it';
  expect(await walk([open, click('Dessous')], { limits, picture, width: 360 })).toMatchObject({ problem, picture });
  expect(existsSync(picture)).toBe(true);
});

test('a journey that comes to a part whose pages it does not name fails, so that a change of this part would find it', async () => {
  const failure = await walk([open, click('Partir'), wait('text/Ailleurs')], { mayVisit: (path) => path === '/' });
  expect(failure?.problem).toMatch(/^it came to \/other of another part, which no step names/);
});

test.each([
  ['/ahead', undefined],
  ['/nowhere', /^\/nowhere answers 404/],
  ['/incident', 'the page reported that booking failed (render, Error)'],
  ['/asset', /^\/missing\.png failed \(net::ERR_/],
])('opening the page %s finds %s', async (path, problem) => {
  const failure = await openPage(visitSite, path, { address, typed, mayVisit: () => true });
  expect(failure?.problem).toEqual(problem instanceof RegExp ? expect.stringMatching(problem) : problem);
});

test('a page is not waited for long after its first error', async () => {
  const limits = { liveMs: 900_000, stepMs: 900_000, journeyMs: 900_000 };
  const failure = await openPage(visitSite, '/broken', { address, typed, mayVisit: () => true, limits });
  expect(failure?.problem).toBe('uncaught error: no handler');
});

test('a page that never comes to life fails its step', async () => {
  const failure = await walk([{ type: 'navigate', url: '/dead' }], { limits: { liveMs: 500 } });
  expect(failure?.problem).toBe('/dead is not hydrated');
});

test('however many steps wait, a journey ends', async () => {
  const gone = wait('aria/Réserver', { count: 0 });
  const since = performance.now();
  expect(await walk([open, ...Array(99).fill(gone)], { limits: { stepMs: 900_000, journeyMs: 1500 } })).not.toBeNull();
  expect(performance.now() - since).toBeLessThan(15_000);
});
