import type { Page } from '@playwright/test';
import { test } from './support/counting-site';
import { openHydrated } from './support/hydration';
import { consentBanner } from './support/page-parts';
import { readIndex } from './support/routes';
import { expect } from './support/test';

// All tests share one site, and count what is on it.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ countingSite }) => countingSite.reset());

const ADDRESS = '/rest/v1/page_speeds';

/** Reports of speeds, and scripts of the shell that are loaded on demand. */
function watchRequests(page: Page) {
  const reports: { readonly route: string }[] = [];
  const chunks: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === ADDRESS) reports.push(request.postDataJSON());
    if (/^\/r\/shell\/[^/]+\/(?!main\.)[^/]+\.js$/.test(pathname)) chunks.push(pathname);
  });
  return { reports, chunks };
}

/** Like a change to another tab. Playwright hides no page, and does not show the requests of one that is being left. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

test.describe('a visitor who accepts in the banner', () => {
  test.use({ consent: 'unset' });

  test('reports a page once, when it is hidden, and it is counted for part and shell', async ({
    page,
    countingSite,
    request,
  }) => {
    const { shell, remotes } = await readIndex(request);
    const { reports, chunks } = watchRequests(page);
    await openHydrated(page, '/contact?email=camille@exemple.fr');
    expect(chunks).toEqual([]);
    await consentBanner(page).getByRole('button', { name: 'Accepter' }).click();
    await expect.poll(() => chunks.length, { message: 'what measures is loaded' }).toBe(1);
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Nom', { exact: true }).fill('Durand');
    expect(reports).toEqual([]);

    const reported = page.context().waitForEvent('request', (sent) => new URL(sent.url()).pathname === ADDRESS);
    await hide(page);
    const { shell: ofShell, remote, release, route, ...buckets } = (await reported).postDataJSON();
    expect([ofShell, remote, release, route]).toEqual([shell.id, 'contact', remotes.contact?.id, '/contact']);
    expect(Object.keys(buckets)).toEqual(expect.arrayContaining(['ttfb', 'fcp', 'lcp', 'cls']));
    for (const bucket of Object.values(buckets)) expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]).toContain(bucket);
    const once = Object.fromEntries(Object.keys(buckets).map((metric) => [metric, 1]));
    await expect.poll(() => countingSite.speedsOf('contact', '/contact')).toEqual(once);
    expect(await countingSite.speedsOf('shell', '/contact')).toEqual(once);
    // Leaving the page hides it again.
    await openHydrated(page, '/booking');
    expect(reports.filter((one) => one.route === '/contact')).toHaveLength(1);
    expect(await countingSite.speedsOf('contact', '/contact')).toEqual(once);

    // The next page is measured too, and counted when the visitor leaves the site.
    await page.waitForLoadState('networkidle');
    await page.goto('about:blank');
    await expect.poll(() => countingSite.speedsOf('booking', '/booking')).toMatchObject({ ttfb: 1, fcp: 1 });
    expect(await page.context().cookies()).toEqual([]);
  });
});

for (const consent of ['rejected', 'unset'] as const) {
  test.describe(`a visitor with the choice ${consent}`, () => {
    test.use({ consent });

    test('loads nothing that measures, and reports no speed', async ({ page, countingSite }) => {
      const { reports, chunks } = watchRequests(page);
      await openHydrated(page, '/contact');
      await page.getByLabel('Nom', { exact: true }).fill('Durand');
      await openHydrated(page, '/booking');
      await page.waitForLoadState('networkidle');
      await page.goto('about:blank');
      await expect.poll(async () => (await countingSite.countsOf('booking')).live).toBe(1);
      expect({ reports, chunks }).toEqual({ reports: [], chunks: [] });
      expect(await countingSite.speedsOf('contact', '/contact')).toEqual({});
    });
  });
}
