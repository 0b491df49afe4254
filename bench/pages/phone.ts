import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { lightChromiumOptions } from '@site/tooling/chromium';

/** A phone on a slow network: what Lighthouse calls "mobile". */
const SCREEN = { width: 412, height: 823 };
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const CPU_SLOWDOWN = 4;

export const launchBrowser = (): Promise<Browser> => chromium.launch(lightChromiumOptions());

/** Opens a page on a phone with an empty cache. @param script runs in each page before its own scripts */
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
  // tsx wraps functions in a `__name` helper, which the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  if (script) await page.addInitScript(script);
  return { page, context };
}
