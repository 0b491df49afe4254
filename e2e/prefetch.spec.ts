import { brotliCompressSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { openHydrated, waitForHydration } from './support/forms';
import { MOVING } from './support/screens';
import { expect, test } from './support/test';

test.use(MOVING);

/** Compressed bytes of all scripts of a page, 1 % above those of today: a hash or another Node changes some. */
const LIVE_SCRIPT_BYTES = { '/': 128_900, '/booking': 147_400 };

async function startFiles(request: APIRequestContext, path: string): Promise<readonly string[]> {
  const html = await (await request.get(path)).text();
  const data = /id="start-files"[^>]*>([^<]+)/.exec(html)?.[1] ?? '';
  const { script, ahead } = JSON.parse(data) as { script: { src: string }; ahead: string[] };
  return [script.src, ...ahead];
}

async function scriptBytes(request: APIRequestContext, path: string) {
  const sizes = (await startFiles(request, path)).map(async (url) => {
    const answer = await request.get(url, { headers: { 'Accept-Encoding': 'br' } });
    return Number(answer.headers()['content-length']);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

interface Trace {
  readonly traceEvents: readonly { readonly name: string; readonly args: { readonly elementCount: number } }[];
}

for (const [path, budget] of Object.entries(LIVE_SCRIPT_BYTES)) {
  test(`the scripts of ${path} stay within their budget`, async ({ request }) => {
    const bytes = await scriptBytes(request, path);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(budget);
  });
}

test('a page loads no script before it is idle, stays within its bytes, and the browser accepts its speculation rules', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  const ruleSetReported = new Promise<{ errorType?: string; sourceText?: string }>((resolve) => {
    devtools.on('Preload.ruleSetUpdated', ({ ruleSet }) => resolve(ruleSet));
  });
  await devtools.send('Preload.enable');
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
  expect(brotliCompressSync(inline.join('')).length).toBeLessThan(1750);
  const rules = await ruleSetReported;
  expect(rules).toMatchObject({ sourceText: expect.stringContaining('"/booking"') });
  expect(rules.errorType).toBeUndefined();
});

test('neither a style that is inserted later nor room for a notice makes the browser compute all styles anew', async ({
  page,
  browser,
}) => {
  await openHydrated(page, '/');
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(() => {
    document.styleSheets[0]?.insertRule('@layer recipes { .inserted { color: red } }');
    document.body.dataset.notices = '';
    document.body.getBoundingClientRect();
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as Trace;
  const computed = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree').map(({ args }) => args.elementCount);
  expect(computed.length).toBeGreaterThan(0);
  expect(Math.max(...computed)).toBeLessThan(50);
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
  // The keyboard is used, as a pointer could rest on the button that loads the calendar.
  await page.locator('#cta').getByRole('link', { name: 'Réserver ma date' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réserver vos sessions');
  await waitForHydration(page);
  expect(asked.filter((path) => path.startsWith('/r/booking/'))).toEqual([]);
});
