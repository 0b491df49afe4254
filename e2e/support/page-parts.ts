import type { Page } from '@playwright/test';

/** @param words part of the notice's text */
export const notice = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Fermer' }), hasText: words });

export const footerLink = (page: Page, path: string) => page.getByRole('contentinfo').locator(`a[href="${path}"]`);

export const consentBanner = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Personnaliser' }) });

export const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** A time that changes with each page load, but not with a client-side navigation. */
export const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** Waits for a page load. @param since an earlier result of `loadedAt` */
export const waitForPageLoad = (page: Page, since: number) =>
  page.waitForFunction((before) => performance.timeOrigin !== before, since);
