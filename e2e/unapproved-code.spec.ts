import type { BrowserContext, Page } from '@playwright/test';
import { openHydrated } from './support/forms';
import { publishHostile } from './support/hostile-release';
import { signInAs } from './support/owner';
import { readInbox } from './support/received';
import { readIndex } from './support/specification';
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

test('code of a preview reads what visitors see, but sends no message to the pages of the site, nor does a page run a file of a release', async ({
  page,
  context,
}) => {
  const preview = await openPreview(page, context);
  const script = (await readIndex(page.request)).remotes.contact?.entry ?? '';
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

  const statuses = await preview.evaluate(async () => {
    const data = document.getElementById('site-data')?.textContent ?? '';
    const { backend } = JSON.parse(data) as { readonly backend: { readonly anonKey: string } };
    const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
    const failure = { remote: 'contact', release: '1', phase: 'page', code: 'exception', route: '/contact' };
    const body = JSON.stringify({ ...failure, preview: true });
    const answers = [
      fetch('/rest/v1/rpc/closed_days?first=2030-01-01&last=2030-01-31', { headers }),
      fetch('/rest/v1/incidents', { method: 'POST', headers, body }),
    ];
    return (await Promise.all(answers)).map(({ status }) => status);
  });
  expect(statuses).toEqual([200, 201]);
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

test('code of a preview cannot read an approved page in a popup', async ({ page, context }) => {
  const preview = await openPreview(page, context);
  const opened = context.waitForEvent('page');
  await preview.evaluate(() => Object.assign(window, { popup: window.open('/mentions-legales') }));
  const popup = await opened;
  await popup.waitForLoadState();
  expect(await popup.evaluate((key) => [localStorage.getItem(key), window.opener], SESSION)).toEqual(['secret', null]);

  const outcomes = await preview.evaluate(
    ([key, refused]) => {
      const { popup: other } = window as unknown as { readonly popup: Window };
      return [other, window.open('about:blank')].map((opened) => {
        try {
          return opened?.localStorage.getItem(key);
        } catch {
          return refused;
        }
      });
    },
    [SESSION, BLOCKED] as const,
  );
  expect(outcomes).toEqual([BLOCKED, BLOCKED]);
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
