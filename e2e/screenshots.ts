import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '@site/release/check/chromium';
import type { State } from './support/form-states';
import { signInAs, storeRequests } from './support/owner';
import { OWNER_STATES, SIGNING_IN } from './support/owner-states';
import { copyReleases, startSite } from './support/site';
import { STATES } from './support/states';
import { rememberConsent } from './support/test';

interface Size {
  readonly width: number;
  readonly height: number;
}

const SIZES: readonly Size[] = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const REQUESTS = 120;
const BANNER: State = { name: 'consent-banner', windowOnly: true, show: (page) => page.goto('/') };
const FOLDER = join(import.meta.dirname, 'screenshots');

/** Lazy pictures below the viewport load only after scrolling. */
async function loadAll() {
  await document.fonts.ready;
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.all(pictures.map((picture) => picture.decode()));
}

interface Shot {
  readonly name: string;
  readonly windowOnly?: boolean;
}

const contextOptions = (baseURL: string, viewport: Size) => ({
  baseURL,
  viewport,
  ...(viewport.width < 768 ? { isMobile: true, hasTouch: true } : {}),
  locale: 'fr-FR',
  timezoneId: 'Europe/Paris',
  // Reveals all sections at once.
  reducedMotion: 'reduce' as const,
});

async function shoot(page: Page, { name, windowOnly = false }: Shot) {
  await page.evaluate(loadAll);
  // Fixed elements would appear in the middle of a full-page screenshot.
  if (!windowOnly) await page.evaluate(() => window.scrollTo(0, 0));
  const path = join(FOLDER, `${name}-${page.viewportSize()?.width}.png`);
  await page.screenshot({ path, fullPage: !windowOnly, animations: 'disabled' });
}

async function takeAll(browser: Browser, baseURL: string) {
  for (const viewport of SIZES) {
    for (const { show, ...shot } of [...STATES, BANNER]) {
      const context = await browser.newContext(contextOptions(baseURL, viewport));
      if (shot.name !== BANNER.name) await rememberConsent(context, 'rejected');
      const page = await context.newPage();
      await show(page);
      await shoot(page, shot);
      await context.close();
    }
  }
}

/** The owner's space, with one sign-in for each width and visit. */
async function takeSpace(browser: Browser, baseURL: string, dataDir: string) {
  const domain = 'agence.exemple.fr';
  await storeRequests(domain, REQUESTS, dataDir);
  for (const viewport of SIZES) {
    for (const [visit, states] of Object.entries(OWNER_STATES)) {
      const context = await browser.newContext(contextOptions(baseURL, viewport));
      const email = `${visit.replaceAll(' ', '-')}${viewport.width}@exemple.fr`;
      if (visit !== SIGNING_IN) await signInAs(context, { email, dataDir });
      const page = await context.newPage();
      for (const state of states) {
        await state.show(page, { domain, dataDir });
        await shoot(page, { name: `space-${state.name}`, windowOnly: state.hasDialog === true });
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      await context.close();
    }
  }
}

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
// Signing in to the owner's space needs the site's data folder.
const dataDir = process.env.BASE_URL ? process.env.E2E_DATA_DIR : copyReleases();
const site = process.env.BASE_URL
  ? { address: process.env.BASE_URL, stop: async () => undefined }
  : await startSite(dataDir);
const browser = await chromium.launch(chromiumOptions());
try {
  await takeAll(browser, site.address);
  if (dataDir) await takeSpace(browser, site.address, dataDir);
  console.log(`The screenshots are in ${FOLDER}.`);
} finally {
  await browser.close();
  await site.stop();
}
