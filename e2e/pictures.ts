import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '@site/release/check/chromium';
import { describePictured } from '@site/tooling/pictured';
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

/** The texts of the elements in the window. */
function listVisibleTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const element = walker.currentNode as HTMLElement;
    const { top, bottom, width } = element.getBoundingClientRect();
    const isLeaf = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (isLeaf && width > 1 && top >= 0 && bottom <= window.innerHeight) texts.push(element.textContent);
  }
  return texts;
}

async function take(page: Page, name: string): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  // Playwright's own screenshots have no WebP.
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
  return page.evaluate(listVisibleTexts);
}

async function takeAll(browser: Browser, baseURL: string, dataDir: string) {
  const visible: string[] = [];
  for (const { name, context: options, show } of PICTURES) {
    const shared = { baseURL, locale: 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' as const };
    const context = await browser.newContext({ ...shared, ...options });
    await rememberConsent(context, 'rejected');
    if (name === 'owner') await signInAs(context, { email: 'camille@exemple.fr', dataDir });
    const page = await context.newPage();
    await show(page);
    await page.waitForLoadState('networkidle');
    visible.push(...(await take(page, name)));
    await context.close();
  }
  return visible;
}

const { BASE_URL, E2E_DATA_DIR } = process.env;
const dataDir = BASE_URL ? (E2E_DATA_DIR ?? '') : copyReleases();
const site = BASE_URL ? { address: BASE_URL, stop: async () => undefined } : await startSite(dataDir);
const browser = await chromium.launch(chromiumOptions());
try {
  await mkdir(FOLDER, { recursive: true });
  await storeRequests(DOMAIN, 12, dataDir);
  // Its long name tests layouts.
  await runQuery("delete from public.reservations where email like 'long@%'", [], dataDir);
  const pictured = describePictured(REPOSITORY, await takeAll(browser, site.address, dataDir));
  await writeFile(join(FOLDER, 'pictured.json'), `${JSON.stringify(pictured, null, 2)}\n`);
  console.log(`The pictures are in ${FOLDER}.`);
} finally {
  await browser.close();
  await site.stop();
}
