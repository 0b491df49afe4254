import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '@site/release-cli/check/chromium';
import { signInAs, storeRequests } from './support/owner';
import { openTab } from './support/owner-views';
import { runQuery } from './support/received';
import { copyReleases, REPOSITORY, startSite } from './support/site';
import { rememberConsent } from './support/test';

// Makes the pictures of the README from the working copy.

const FOLDER = join(REPOSITORY, 'docs/pictures');
const DOMAIN = 'agence.exemple.fr';
const QUALITY = 82;

interface Picture {
  readonly name: string;
  readonly context: BrowserContextOptions;
  readonly show: (page: Page) => Promise<unknown>;
}

const showLanding = (page: Page) => page.goto('/');

const PICTURES: readonly Picture[] = [
  {
    name: 'phone',
    context: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    show: showLanding,
  },
  { name: 'desktop', context: { viewport: { width: 1280, height: 800 } }, show: showLanding },
  {
    name: 'owner',
    context: { viewport: { width: 1280, height: 720 } },
    show: (page) => openTab(page, '?filtre=todo', 'Demandes'),
  },
];

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  // Playwright's own screenshots have no WebP.
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
}

async function takeAll(browser: Browser, baseURL: string, dataDir: string) {
  for (const { name, context: options, show } of PICTURES) {
    const shared = { baseURL, locale: 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' as const };
    const context = await browser.newContext({ ...shared, ...options });
    await rememberConsent(context, 'rejected');
    if (name === 'owner') await signInAs(context, { email: 'camille@exemple.fr', dataDir });
    const page = await context.newPage();
    await show(page);
    await page.waitForLoadState('networkidle');
    await take(page, name);
    await context.close();
  }
}

const { BASE_URL, E2E_DATA_DIR } = process.env;
const dataDir = BASE_URL ? (E2E_DATA_DIR ?? '') : copyReleases();
const site = BASE_URL ? { address: BASE_URL, end: async () => undefined } : await startSite(dataDir);
const browser = await chromium.launch(chromiumOptions());
try {
  await mkdir(FOLDER, { recursive: true });
  await storeRequests(DOMAIN, 12, dataDir);
  // Its long name tests layouts.
  await runQuery("delete from public.reservations where email like 'long@%'", [], dataDir);
  await takeAll(browser, site.address, dataDir);
  console.log(`The pictures are in ${FOLDER}.`);
} finally {
  await browser.close();
  await site.end();
}
