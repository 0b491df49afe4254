import type { Page } from '@playwright/test';
import { publishHostile } from './support/hostile-release';
import { openHydrated } from './support/hydration';
import { readInbox } from './support/inbox';
import { signInAs } from './support/owner';
import { PATHS, readIndex } from './support/routes';
import { expect, test } from './support/test';

// The rows of docs/decisions/014. What these tests evaluate in a preview's page has the rights of the previewed code.

const SESSION = 'espace-session';
const BLOCKED = 'refused';

test.beforeEach(({ problems }) => {
  problems.tolerate(
    /CORS|ERR_FAILED|ERR_BLOCKED|violates|refused|Blocked|sandboxed|Unsafe attempt|uncaught: undefined|Failed to fetch/,
  );
});

async function openPreview(page: Page, path: string, part: string) {
  const { remotes } = await readIndex(page.request, path);
  await openHydrated(page, `${path}?release=${part}@${remotes[part]?.id}`);
}

async function storeSecret(page: Page) {
  await page.goto('/mentions-legales');
  await page.evaluate((key) => localStorage.setItem(key, 'secret'), SESSION);
}

test('code of a preview reaches no storage of the site and registers no worker', async ({ page, context }) => {
  await storeSecret(page);
  await openPreview(page, '/contact', 'contact');
  const script = (await readIndex(page.request)).remotes.contact?.entry ?? '';
  const reached = await page.evaluate(
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
      return [self.origin, Object.fromEntries(await Promise.all(outcomes))] as const;
    },
    [script, BLOCKED] as const,
  );
  expect(reached[0]).toBe('null');
  expect([...new Set(Object.values(reached[1]))], JSON.stringify(reached[1])).toEqual([BLOCKED]);

  const other = await context.newPage();
  await other.goto('/mentions-legales');
  const heard = other.evaluateHandle(() => {
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('site');
    channel.onmessage = ({ data }) => heard.push(data);
    return { heard, channel };
  });
  await heard;
  await page.evaluate(() => new BroadcastChannel('site').postMessage('from a preview'));
  const last = await (await heard).evaluate(async ({ heard: all, channel }) => {
    const own = new BroadcastChannel('site');
    own.postMessage('from the site');
    await new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
    return all;
  });
  expect(last).toEqual(['from the site']);
  expect(await other.evaluate((key) => localStorage.getItem(key), SESSION)).toBe('secret');
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
    expect(await tab.evaluate(() => [self.origin, document.documentElement.dataset.outcomes])).toEqual([
      'null',
      undefined,
    ]);
    expect(await tab.title()).toMatch(/^(file)?$/);
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
  await storeSecret(page);
  await openPreview(page, '/contact', 'contact');
  const opened = context.waitForEvent('page');
  await page.evaluate(() => Object.assign(window, { popup: window.open('/mentions-legales') }));
  const popup = await opened;
  await popup.waitForLoadState();
  expect(await popup.evaluate((key) => [localStorage.getItem(key), window.opener], SESSION)).toEqual(['secret', null]);

  const outcomes = await page.evaluate(
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
  const isClosed = await page.evaluate(() => {
    const { popup: other } = window as unknown as { readonly popup: Window };
    other.location.href = '/contact';
    return other.closed;
  });
  expect(isClosed).toBe(true);
  await expect(popup).toHaveURL('/mentions-legales');
});

test('a preview that an approved page opens does not know its opener', async ({ page, context }) => {
  await page.goto('/mentions-legales');
  const { remotes } = await readIndex(page.request);
  const opened = context.waitForEvent('page');
  await page.evaluate(
    (to) => Object.assign(window, { popup: window.open(to) }),
    `/contact?release=contact@${remotes.contact?.id}`,
  );
  const preview = await opened;
  await preview.waitForLoadState();
  expect(await preview.evaluate(() => [self.origin, window.opener])).toEqual(['null', null]);
});

test('a preview reads what visitors see and reports its failures, but sends no form and opens no session', async ({
  page,
}) => {
  await openPreview(page, '/contact', 'contact');
  const outcomes = await page.evaluate(async (refused) => {
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
  await expect(page.getByRole('region', { name: 'Aperçu d’une version' })).toContainText(
    'N’y envoyez pas de vraie demande',
  );
});

test('the owner’s space in a preview sees no session, says so, and signs nobody in', async ({
  page,
  context,
  email,
}) => {
  await signInAs(context, { email });
  await page.goto('/espace');
  await expect(page.getByRole('heading', { name: 'Aujourd’hui', level: 2 })).toBeVisible();
  const preview = await context.newPage();
  await openPreview(preview, '/espace', 'owner');
  await expect(preview.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await expect(preview.getByRole('region', { name: 'Aperçu d’une version' })).toContainText('n’y saisissez aucun code');
  await preview.getByLabel('Votre e-mail').fill(email);
  const failed = preview.waitForEvent('requestfailed', (request) => request.url().includes('/auth/v1/'));
  await preview.getByRole('button', { name: 'Recevoir un code' }).click();
  await failed;
});

test('a file of a release that is opened by itself runs nothing and has no origin', async ({ page }) => {
  await storeSecret(page);
  const { entry = '' } = (await readIndex(page.request)).remotes.contact ?? {};
  // A page in a release, with the headers of each of its files.
  const body = `<!doctype html><base href="https://evil.example/"><form action="/rest/v1/contacts"><button>Envoyer</button></form>
    <script>document.title = 'ran'</script><script src="${entry}"></script><a href="x">lien</a>`;
  await page.route(`**${entry}`, async (route) => {
    const response = await route.fetch();
    const { 'content-encoding': _, ...headers } = response.headers();
    await route.fulfill({ status: 200, headers: { ...headers, 'content-type': 'text/html' }, body });
  });
  await page.goto(entry);
  expect(await page.title()).toBe('');
  expect(await page.getByRole('link').evaluate((link: HTMLAnchorElement) => link.href)).not.toContain('evil');
  expect(await page.evaluate(() => self.origin)).toBe('null');
  await page.getByRole('button').click();
  await expect(page).toHaveURL(entry);
});

test('visitors’ pages have no service worker, whichever file should be one', async ({ page, request }) => {
  await page.goto('/contact');
  const { entry = '' } = (await readIndex(request)).remotes.contact ?? {};
  const register = (file: string) =>
    navigator.serviceWorker.register(file).then(
      () => 'registered',
      () => 'refused',
    );
  expect(await page.evaluate(register, entry)).toBe(BLOCKED);
  for (const path of [entry, ...PATHS.slice(0, 1), '/rest/v1/contacts']) {
    expect((await request.get(path, { headers: { 'service-worker': 'script' } })).status()).toBe(403);
  }
});
