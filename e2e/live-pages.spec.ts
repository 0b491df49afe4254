import { test } from './support/counting-site';
import { consentBanner, footerLink } from './support/form-states';
import { openHydrated } from './support/forms';
import { readIndex } from './support/specification';
import { expect } from './support/test';

// All tests share one site, and count what is on it.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ countingSite }) => countingSite.reset());

const LIVE_PAGES = '/rest/v1/live_pages';

test('each page that becomes live is counted once, with its route, and none before', async ({
  page,
  countingSite,
  request,
}) => {
  const { shell, remotes } = await readIndex(request);
  const reports: unknown[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === LIVE_PAGES) reports.push(sent.postDataJSON());
  });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/contact?email=camille@exemple.fr', { waitUntil: 'networkidle' });
  expect(reports).toEqual([]);

  const stored = page.waitForResponse(`**${LIVE_PAGES}`);
  await page.keyboard.press('Tab');
  expect((await stored).status()).toBe(201);
  const contact = { shell: shell.id, remote: 'contact', release: remotes.contact?.id, route: '/contact' };
  expect(reports).toEqual([contact]);

  const next = page.waitForResponse(`**${LIVE_PAGES}`);
  await footerLink(page, '/booking').click();
  await next;
  const booking = { ...contact, remote: 'booking', release: remotes.booking?.id, route: '/booking' };
  expect(reports).toEqual([contact, booking]);
  for (const part of ['contact', 'booking'])
    expect(await countingSite.countsOf(part)).toEqual({ live: 1, failed: 0, recovered: 0 });
  expect(await page.context().cookies()).toEqual([]);
});

test.describe('a visitor who accepts in the banner', () => {
  test.use({ consent: 'unset' });

  test('loads what measures speeds only then, and is counted once when leaving the page', async ({
    page,
    countingSite,
  }) => {
    const chunks: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/r\/shell\/[^/]+\/(?!main\.)[^/]+\.js$/.test(pathname)) chunks.push(pathname);
    });
    await openHydrated(page, '/contact?email=camille@exemple.fr');
    expect(chunks).toEqual([]);
    await consentBanner(page).getByRole('button', { name: 'Accepter' }).click();
    await expect.poll(() => chunks.length, { message: 'what measures is loaded' }).toBe(1);
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Nom', { exact: true }).fill('Durand');
    expect(await countingSite.speedsOf('contact', '/contact')).toEqual({});

    await page.goto('about:blank');
    const once = { ttfb: 1, fcp: 1, lcp: 1, cls: 1 };
    await expect.poll(() => countingSite.speedsOf('contact', '/contact')).toMatchObject(once);
    expect(await countingSite.speedsOf('shell', '/contact')).toMatchObject(once);
    expect(await page.context().cookies()).toEqual([]);
  });
});
