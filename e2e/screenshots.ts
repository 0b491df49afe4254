import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumOptions } from '@site/tooling/chromium';
import { rememberConsent } from './support/consent';
import { startSite } from './support/start-site';
import { STATES } from './support/states';

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const FOLDER = join(import.meta.dirname, 'screenshots');

/** Lazy pictures below the viewport load only after scrolling. */
async function loadAll() {
  await document.fonts.ready;
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.all(pictures.map((picture) => picture.decode()));
}

async function takeAll(browser: Browser, baseURL: string) {
  for (const viewport of SIZES) {
    for (const { name, show, windowOnly = false, isFirstVisit = false } of STATES) {
      const context = await browser.newContext({
        baseURL,
        viewport,
        ...(viewport.width < 768 ? { isMobile: true, hasTouch: true } : {}),
        locale: 'fr-FR',
        timezoneId: 'Europe/Paris',
        // Reveals everything at once.
        reducedMotion: 'reduce',
      });
      if (!isFirstVisit) await rememberConsent(context, 'rejected');
      const page = await context.newPage();
      await show(page);
      await page.evaluate(loadAll);
      // Fixed elements would appear in the middle of a full-page screenshot.
      if (!windowOnly) await page.evaluate(() => window.scrollTo(0, 0));
      const path = join(FOLDER, `${name}-${viewport.width}.png`);
      await page.screenshot({ path, fullPage: !windowOnly, animations: 'disabled' });
      await context.close();
    }
  }
}

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const site = process.env.BASE_URL ? { address: process.env.BASE_URL, stop: async () => undefined } : await startSite();
const browser = await chromium.launch(chromiumOptions());
try {
  await takeAll(browser, site.address);
  console.log(`${SIZES.length * STATES.length} screenshots are in ${FOLDER}.`);
} finally {
  await browser.close();
  await site.stop();
}
