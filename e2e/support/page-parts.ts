import type { Page } from '@playwright/test';

/** A message of the shell, by words that it holds. */
export const notice = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Fermer' }), hasText: words });

/** A link at the foot of every page, by where it leads. */
export const footerLink = (page: Page, path: string) => page.getByRole('contentinfo').locator(`a[href="${path}"]`);

export const consentBanner = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Personnaliser' }) });

export const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** Tells one page load from the next: a navigation in place keeps it. */
export const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** The page has been loaded, not gone to in place. @param since what `loadedAt` gave before */
export const loadedAnew = (page: Page, since: number) =>
  page.waitForFunction((before) => performance.timeOrigin !== before, since);
