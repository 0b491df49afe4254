import { test } from './support/counting-site';
import { failRemote, logsOfFailedLoad } from './support/faults';
import { openHydrated, waitForHydration } from './support/hydration';
import { footerLink } from './support/page-parts';
import { readIndex } from './support/routes';
import { expect } from './support/test';

// All tests share one site, and count what is on it.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ countingSite }) => countingSite.reset());

const ADDRESS = '**/rest/v1/live_pages';

test('each page that becomes live is counted once, with its route, and none before', async ({
  page,
  countingSite,
  request,
}) => {
  const { shell, remotes } = await readIndex(request);
  const reports: unknown[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === '/rest/v1/live_pages') reports.push(sent.postDataJSON());
  });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/contact?email=camille@exemple.fr', { waitUntil: 'networkidle' });
  expect(reports).toEqual([]);

  const stored = page.waitForResponse(ADDRESS);
  await page.keyboard.press('Tab');
  expect((await stored).status()).toBe(201);
  const contact = { shell: shell.id, remote: 'contact', release: remotes.contact?.id, route: '/contact' };
  expect(reports).toEqual([contact]);
  expect(await countingSite.countsOf('contact')).toEqual({ live: 1, failed: 0, recovered: 0 });
  expect((await countingSite.countsOf('shell')).live).toBe(1);

  const next = page.waitForResponse(ADDRESS);
  await footerLink(page, '/booking').click();
  await next;
  expect(reports).toEqual([
    contact,
    { ...contact, remote: 'booking', release: remotes.booking?.id, route: '/booking' },
  ]);
  expect((await countingSite.countsOf('booking')).live).toBe(1);
  expect(await page.context().cookies()).toEqual([]);
});

test('a page whose part does not load is counted as failed, and not as live', async ({
  page,
  problems,
  countingSite,
}) => {
  problems.tolerate(...logsOfFailedLoad('booking'));
  await failRemote(page, { remote: 'booking' }, (route) => route.abort());
  await openHydrated(page, '/contact');
  const reported = page.waitForResponse('**/rest/v1/incidents');
  await footerLink(page, '/booking').click();
  await reported;
  await expect(page.getByRole('main').getByRole('button', { name: 'Réessayer' })).toBeVisible();
  expect(await countingSite.countsOf('booking')).toEqual({ live: 0, failed: 1, recovered: 0 });
});

test('a page that a retry mends is counted as recovered and as live', async ({ page, problems, countingSite }) => {
  problems.tolerate(/\/r\/booking\//);
  // The retry has a query. The bootstrap fetches the file too.
  await page.route('**/r/booking/*/remoteEntry.js', (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  );
  const answers = [page.waitForResponse('**/rest/v1/incidents'), page.waitForResponse(ADDRESS)];
  await openHydrated(page, '/booking');
  await Promise.all(answers);
  await waitForHydration(page);
  expect(await countingSite.countsOf('booking')).toEqual({ live: 1, failed: 0, recovered: 1 });
});

test('a preview is not counted as live', async ({ page, request, countingSite }) => {
  const { remotes } = await readIndex(request);
  await openHydrated(page, `/contact?release=contact@${remotes.contact?.id}`);
  expect((await countingSite.countsOf('contact')).live).toBe(0);
});
