import type { Page } from '@playwright/test';
import { LONG_NAME, openHydrated } from './support/forms';
import { signInAs, storeRequests } from './support/owner';
import { PHONE } from './support/screens';
import { PATHS, readIndex } from './support/specification';
import { expect, test } from './support/test';

// A shared tab would stay without network, and keep what the service worker has stored.
test.use({ ...PHONE, reuseContext: false });

const ROOT_FILES = ['/releases.json', '/robots.txt', '/site.webmanifest', '/speculation-rules.json'];
const LIST = '/espace?filtre=all';
const MARK = /^Données du .+ à \d+\sh(\s\d\d)?, sans connexion\./;

/** Whether the browser has kept the page, the whole list and the agenda. */
const hasKept = (page: Page) =>
  page.evaluate(async () => {
    const data = localStorage.getItem('espace-kept') ?? '';
    return (
      (await caches.match('/espace')) !== undefined &&
      ['owner_agenda', '"filter":"all","search":""'].every((one) => data.includes(one))
    );
  });

test('nothing that the site serves to visitors names the owner’s space', async ({ request }) => {
  const { shell, remotes } = await readIndex(request);
  expect(Object.keys(remotes)).not.toContain('owner');
  const scripts = [
    `/r/shell/${shell.id}/main.js`,
    ...Object.values(remotes).flatMap(({ entry }) => [entry, entry.replace(/[^/]+$/, 'release.json')]),
  ];
  for (const path of [...PATHS, '/page-inconnue', ...ROOT_FILES, ...scripts]) {
    const text = await (await request.get(path)).text();
    expect(text, path).not.toMatch(/\/espace|ownerSpace|remote-owner/i);
  }
});

test('the space requests its list once, before supabase-js is loaded, and opens without network with what it has kept', async ({
  page,
  context,
  email,
  problems,
}) => {
  problems.tolerate(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await Promise.all([signInAs(context, { email }), storeRequests('sans-reseau.exemple.fr', 20)]);
  // supabase-js names itself in a header.
  const callers: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/owner_requests'))
      callers.push(request.headers()['x-client-info'] ?? 'the page itself');
  });
  await page.goto(`${LIST}&recherche=sans-reseau.exemple.fr`);
  await expect(page.getByRole('link', { name: LONG_NAME }).first()).toBeVisible();
  expect(callers).toEqual(['the page itself']);

  await page.goto('/espace');
  await expect.poll(() => hasKept(page)).toBe(true);
  // Without network, a page that is still loading would report it.
  await openHydrated(page, '/');
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)),
  ).toEqual([new URL('/espace', page.url()).href]);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();

  await context.setOffline(true);
  await page.goto(LIST);
  await expect(page.getByText(MARK)).toBeVisible();
  await page.getByRole('link', { name: LONG_NAME }).first().click();
  await expect(page.getByRole('link', { name: /^Appeler/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Confirmer/ })).toBeDisabled();
  await page.goto('/espace?vue=agenda');
  await expect(page.getByText(MARK).first()).toBeVisible();
});
