import type { Page } from '@playwright/test';

/** A notice, by part of its text. */
export const notice = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Fermer' }), hasText: words });

export const footerLink = (page: Page, path: string) => page.getByRole('contentinfo').locator(`a[href="${path}"]`);

export const consentBanner = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Personnaliser' }) });

export const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** A time that changes with each page load and stays the same after a navigation in place. */
export const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** Expects a page load, not a navigation in place. @param since an earlier result of `loadedAt` */
export const loadedAnew = (page: Page, since: number) =>
  page.waitForFunction((before) => performance.timeOrigin !== before, since);

/** From now on, only `page.clock.runFor` lets the page's timers run, however busy the machine is. */
export async function stopClock(page: Page) {
  await page.clock.install();
  // It cannot stop in the past, and some time passes before it hears of this.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}
