import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

/** A phone on a slow network: what Lighthouse calls "mobile". */
const SCREEN = { width: 412, height: 823 };
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const CPU_SLOWDOWN = 4;

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || INSTALLED.find((path) => existsSync(path));
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    // Chromium refuses its sandbox to root, which containers often run as.
    args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  });
}

/** A page of a phone that has never seen the site. @param script runs in each page before its own scripts */
export async function openPhone(
  browser: Browser,
  script?: () => void,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: SCREEN,
    screen: SCREEN,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  // tsx names functions by a helper of its own, which a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  if (script) await page.addInitScript(script);
  return { page, context };
}
