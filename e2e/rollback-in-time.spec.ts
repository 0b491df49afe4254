import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { MINUTE_MS } from '@site/contract/today';
import { activateBroken } from './support/broken-booking';
import { addQuietNetworks } from './support/counting-site';
import { openHydrated } from './support/forms';
import { copyReleases, startSite } from './support/site';
import { readIndex } from './support/specification';
import { expect, rememberConsent, test } from './support/test';
import { LONG } from './support/tier';

/** The promise. A page is reported within a minute, and the automatic rollback looks each minute. */
const MOST_MS = 120_000;
const AFTER_LOOK_MS = 5000;

async function visit(browser: Browser, { baseURL, network }: Visit, look: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': network } });
  await rememberConsent(context, 'rejected');
  await look(await context.newPage());
  await context.close();
}

interface Visit {
  readonly baseURL: string;
  readonly network: string;
}

async function seeItFail(page: Page) {
  const reported = page.waitForResponse('**/rest/v1/incidents');
  await page.goto('/booking');
  await reported;
}

test(
  'a part that throws for every visitor goes back within two minutes of the third',
  LONG,
  async ({ browser, request }) => {
    test.setTimeout(2 * MOST_MS + 180_000);
    const dataDir = copyReleases();
    const { address, stop } = await startSite(dataDir, { env: { TRUST_PROXY: '1' } });
    const lookedAt = Date.now();
    try {
      const previous = await activateBroken({ address, dataDir }, 'Page');
      await addQuietNetworks(dataDir, 'booking', previous);
      const active = async () => (await readIndex(request, `${address}/booking`)).remotes.booking?.id;
      await expect.poll(active).not.toBe(previous);
      const [first, next, third, fourth] = ['192.0.2.7', '198.51.100.7', '203.0.113.7', '10.0.0.7'] as const;
      for (const network of [first, next]) await visit(browser, { baseURL: address, network }, seeItFail);
      // The clock is what is tested: the site keeps the shipped timers. The next look is then almost a minute away.
      await delay((MINUTE_MS + AFTER_LOOK_MS - ((Date.now() - lookedAt) % MINUTE_MS)) % MINUTE_MS);
      const visitedAt = Date.now();
      await visit(browser, { baseURL: address, network: third }, seeItFail);
      await expect.poll(active, { timeout: 2 * MOST_MS, intervals: [250] }).toBe(previous);
      const took = Date.now() - visitedAt;
      test.info().annotations.push({ type: 'milliseconds', description: String(took) });
      expect(took).toBeLessThanOrEqual(MOST_MS);
      await visit(browser, { baseURL: address, network: fourth }, (page) => openHydrated(page, '/booking'));
    } finally {
      await stop();
    }
  },
);
