import type { BrowserContext, Page } from '@playwright/test';
import { publishHostile } from './support/hostile-release';
import { openHydrated } from './support/hydration';
import { readInbox } from './support/inbox';
import { signInAs } from './support/owner';
import { readIndex } from './support/routes';
import { expect, test } from './support/test';

// The rows of docs/decisions/014. What these tests evaluate in a preview's page has the rights of the previewed code.

const SESSION = 'espace-session';
const BLOCKED = 'refused';

test.beforeEach(({ problems }) => {
  problems.tolerate(
    /CORS|ERR_FAILED|ERR_BLOCKED|violates|refused|Blocked|sandboxed|Unsafe attempt|uncaught: undefined|Failed to fetch/,
  );
});

/** Opens a preview from an approved page, whose storage has a secret. */
async function openPreview(page: Page, context: BrowserContext) {
  await page.goto('/mentions-legales');
  await page.evaluate((key) => localStorage.setItem(key, 'secret'), SESSION);
  const { remotes } = await readIndex(page.request);
  const opened = context.waitForEvent('page');
  await page.evaluate(
    (to) => Object.assign(window, { popup: window.open(to) }),
    `/contact?release=contact@${remotes.contact?.id}`,
  );
  const preview = await opened;
  await preview.waitForLoadState();
  expect(await preview.evaluate(() => [self.origin, window.opener])).toEqual(['null', null]);
  return preview;
}

test('code of a preview reads what visitors see, but reaches no storage, worker, message, form or session of the site', async ({
  page,
  context,
}) => {
  const preview = await openPreview(page, context);
  const script = (await readIndex(page.request)).remotes.contact?.entry ?? '';
  const reached = await preview.evaluate(
    async ([file, refused]) => {
      const attempts: Record<string, () => unknown> = {
        localStorage: () => localStorage,
        sessionStorage: () => sessionStorage,
        cookie: () => document.cookie,
        cookieStore: () => (window as unknown as { cookieStore: { getAll(): unknown } }).cookieStore.getAll(),
        indexedDB: () => indexedDB.databases(),
        caches: () => caches.keys(),
        locks: () => navigator.locks.query(),
        files: () => navigator.storage.getDirectory(),
        serviceWorker: () => navigator.serviceWorker.register(file),
        sharedWorker: () => new SharedWorker(file),
      };
      const outcomes = Object.entries(attempts).map(async ([name, attempt]) => {
        try {
          return [name, String(await attempt())];
        } catch {
          return [name, refused];
        }
      });
      return Object.fromEntries(await Promise.all(outcomes));
    },
    [script, BLOCKED] as const,
  );
  expect([...new Set(Object.values(reached))], JSON.stringify(reached)).toEqual([BLOCKED]);

  const heard = await page.evaluateHandle(() => {
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('site');
    channel.onmessage = ({ data }) => heard.push(data);
    return { heard, channel };
  });
  await preview.evaluate(() => new BroadcastChannel('site').postMessage('from a preview'));
  const last = await heard.evaluate(async ({ heard: all, channel }) => {
    const own = new BroadcastChannel('site');
    own.postMessage('from the site');
    await new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
    return all;
  });
  expect(last).toEqual(['from the site']);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION)).toBe('secret');
  // Nor does an approved page register a file of a release.
  const register = (file: string) =>
    navigator.serviceWorker.register(file).then(
      () => 'registered',
      () => 'refused',
    );
  expect(await page.evaluate(register, script)).toBe(BLOCKED);

  const outcomes = await preview.evaluate(async (refused) => {
    const data = document.getElementById('site-data')?.textContent ?? '';
    const { backend } = JSON.parse(data) as { readonly backend: { readonly anonKey: string } };
    const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
    const send = (row: object) => ({ method: 'POST', headers, body: JSON.stringify(row) });
    const failure = { remote: 'contact', release: '1', phase: 'page', code: 'exception', route: '/contact' };
    const calls = [
      fetch('/rest/v1/rpc/closed_days?first=2030-01-01&last=2030-01-31', { headers }),
      fetch('/rest/v1/incidents', send({ ...failure, preview: true })),
      fetch('/rest/v1/contacts', send({ nom: 'Martin' })),
      fetch('/rest/v1/rpc/owner_requests', send({})),
      fetch('/auth/v1/otp', send({})),
      fetch('/release/v1'),
    ];
    const answered = calls.map((call) =>
      call.then(
        ({ status }) => status,
        () => refused,
      ),
    );
    return Promise.all(answered);
  }, BLOCKED);
  expect(outcomes).toEqual([200, 201, ...Array(4).fill(BLOCKED)]);
  await expect(preview.getByRole('region', { name: 'Aperçu d’une version' })).toContainText(
    'N’y envoyez pas de vraie demande',
  );
});

test('a grant that may only publish reaches nothing with its release, as a preview or as a file', async ({
  page,
  context,
  baseURL,
  email,
}) => {
  const hostile = await publishHostile({ origin: baseURL ?? '', email });
  await signInAs(context, { email: `owner-${email}` });
  await page.goto('/espace');
  await expect(page.getByRole('heading', { name: 'Aujourd’hui', level: 2 })).toBeVisible();
  const session = await page.evaluate((key) => localStorage.getItem(key), SESSION);

  await page.goto(hostile.preview);
  const outcomes = page.locator('html[data-outcomes]');
  await expect(outcomes).toHaveCount(1);
  const reached = JSON.parse((await outcomes.getAttribute('data-outcomes')) ?? '');
  expect(reached).toEqual(Object.fromEntries(Object.keys(reached).map((attempt) => [attempt, BLOCKED])));

  const tab = await context.newPage();
  const sent: string[] = [];
  tab.on('request', (request) => sent.push(new URL(request.url()).pathname));
  for (const file of hostile.files) {
    const response = await tab.goto(file);
    expect(response?.status()).toBe(200);
    const found = () => [self.origin, document.documentElement.dataset.outcomes, document.baseURI.includes('evil')];
    expect(await tab.evaluate(found)).toEqual(['null', undefined, false]);
    expect(await tab.title()).toMatch(/^(file)?$/);
    const send = tab.getByRole('button', { name: 'Envoyer' });
    if ((await send.count()) > 0) await send.click();
    await expect(tab).toHaveURL(file);
  }
  expect(sent.filter((path) => !hostile.files.includes(path) && path !== '/favicon.ico')).toEqual([]);

  expect(await readInbox(email)).toEqual([]);
  await page.goto('/espace');
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION)).toBe(session);
  await expect(page.getByRole('heading', { name: 'Aujourd’hui', level: 2 })).toBeVisible();
});

test('code of a preview cannot read an approved page in a popup, in a frame or by a request', async ({
  page,
  context,
}) => {
  const preview = await openPreview(page, context);
  const opened = context.waitForEvent('page');
  await preview.evaluate(() => Object.assign(window, { popup: window.open('/mentions-legales') }));
  const popup = await opened;
  await popup.waitForLoadState();
  expect(await popup.evaluate((key) => [localStorage.getItem(key), window.opener], SESSION)).toEqual(['secret', null]);

  const outcomes = await preview.evaluate(
    async ([key, refused]) => {
      const read = async (attempt: () => unknown) => {
        try {
          return await attempt();
        } catch {
          return refused;
        }
      };
      const { popup: other } = window as unknown as { readonly popup: Window };
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.src = '/espace';
      document.body.append(frame);
      await loaded;
      const blank = window.open('about:blank');
      return Promise.all([
        read(() => other.localStorage.getItem(key)),
        read(() => frame.contentWindow?.localStorage.getItem(key)),
        read(() => blank?.localStorage.getItem(key)),
        read(async () => (await fetch('/espace')).text()),
        read(async () => (await fetch('/contact')).text()),
      ]);
    },
    [SESSION, BLOCKED] as const,
  );
  expect(outcomes).toEqual(Array(5).fill(BLOCKED));
  const isClosed = await preview.evaluate(() => {
    const { popup: other } = window as unknown as { readonly popup: Window };
    other.location.href = '/contact';
    return other.closed;
  });
  expect(isClosed).toBe(true);
  await expect(popup).toHaveURL('/mentions-legales');
});

test('the owner’s space in a preview sees no session, says so, and signs nobody in', async ({
  page,
  context,
  email,
}) => {
  await signInAs(context, { email });
  await page.goto('/espace');
  await expect(page.getByRole('heading', { name: 'Aujourd’hui', level: 2 })).toBeVisible();
  const { remotes } = await readIndex(page.request, '/espace');
  const preview = await context.newPage();
  await openHydrated(preview, `/espace?release=owner@${remotes.owner?.id}`);
  await expect(preview.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await expect(preview.getByRole('region', { name: 'Aperçu d’une version' })).toContainText('n’y saisissez aucun code');
  await preview.getByLabel('Votre e-mail').fill(email);
  const failed = preview.waitForEvent('requestfailed', (request) => request.url().includes('/auth/v1/'));
  await preview.getByRole('button', { name: 'Recevoir un code' }).click();
  await failed;
});
