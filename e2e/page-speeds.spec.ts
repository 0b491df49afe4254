import { test } from './support/counting-site';
import { consentBanner } from './support/form-states';
import { openHydrated } from './support/forms';
import { expect } from './support/test';

// All tests share one site, and count what is on it.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ countingSite }) => countingSite.reset());

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
