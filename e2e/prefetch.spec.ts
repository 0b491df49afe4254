import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '@site/tooling/chromium';
import { holdRequests } from './support/hold-requests';
import { openHydrated, waitForHydration } from './support/hydration';
import { consentBanner } from './support/page-parts';
import { MOVING } from './support/screens';
import { expect, test } from './support/test';

test.use(MOVING);

const ANY_SCRIPT = '**/r/**/*.js';

test('a page loads no script before it is idle, and its bytes stay within their budget', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts).toEqual([]);
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
      (sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize,
      0,
    ),
  );
  expect(bytes).toBeLessThan(120_000);
  const inline = await page
    .locator('script:not([type])')
    .evaluateAll((scripts) => scripts.map(({ textContent }) => textContent));
  expect(brotliCompressSync(inline.join('')).length).toBeLessThan(2000);
});

/** Budgets for the compressed bytes of all scripts of a page, slightly above the current sizes. */
const LIVE_SCRIPT_BYTES = { '/': 149_000, '/booking': 173_000 };

for (const [path, budget] of Object.entries(LIVE_SCRIPT_BYTES)) {
  test(`the scripts of ${path} stay within their budget`, async ({ page, request }) => {
    await openHydrated(page, path);
    const { script, ahead } = JSON.parse((await page.locator('#start-files').textContent()) ?? '') as {
      script: { src: string };
      ahead: string[];
    };
    const sizes = [script.src, ...ahead].map(async (url) => {
      const answer = await request.get(url, { headers: { 'Accept-Encoding': 'br' } });
      return Number(answer.headers()['content-length']);
    });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(budget);
  });
}

test.describe('before any script has loaded', () => {
  test.use({ consent: 'unset' });

  test('a choice about cookies applies at once and to the next page', async ({ page }) => {
    await page.route(ANY_SCRIPT, async () => undefined);
    await page.goto('/contact', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Refuser' }).click();
    await expect(consentBanner(page)).toBeHidden();
    await page.goto('/booking', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(consentBanner(page)).toBeHidden();
  });
});

test('« Choisir des dates », clicked before hydration, opens the calendar after hydration', async ({ page }) => {
  const release = await holdRequests(page, ANY_SCRIPT);
  await page.goto('/booking', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Choisir des dates' }).click();
  release();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
});

test('the page behind a visible link is prefetched, so that a navigation to it requests none of its files', async ({
  page,
}) => {
  await openHydrated(page, '/');
  const chunkLoaded = page.waitForResponse('**/booking-page.*.js');
  await page.locator('#cta').scrollIntoViewIfNeeded();
  await chunkLoaded;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // By keyboard: a pointer could rest on the button that loads the calendar.
  await page.locator('#cta').getByRole('link', { name: 'Réserver ma date' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réserver vos sessions');
  await waitForHydration(page);
  expect(asked.filter((path) => path.startsWith('/r/booking/'))).toEqual([]);
});

test('the browser accepts the speculation rules', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  const ruleSetReported = new Promise<{ errorType?: string; sourceText?: string }>((resolve) => {
    devtools.on('Preload.ruleSetUpdated', ({ ruleSet }) => resolve(ruleSet));
  });
  await devtools.send('Preload.enable');
  await page.goto('/');
  expect(await ruleSetReported).toMatchObject({ sourceText: expect.stringContaining('"/booking"') });
  expect((await ruleSetReported).errorType).toBeUndefined();
});

test('Back restores the page from the back/forward cache', async ({ baseURL }) => {
  // Playwright disables the back/forward cache.
  const browser = await chromium.launch({
    ...chromiumOptions(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await openHydrated(page, '/contact');
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.title = persisted ? 'restored' : 'loaded';
    });
  });
  await page.goto('/healthz');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveTitle('restored');
  await browser.close();
});
