import type { Page } from '@playwright/test';

/** A notice of the shell, by its title: a status, or an alert for an error. */
export const notice = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: title });

/** A link at the foot of every page, by where it leads. */
export const footerLink = (page: Page, path: string) => page.getByRole('contentinfo').locator(`a[href="${path}"]`);

export const consentBanner = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Personnaliser' }) });

export const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** Tells one page load from the next: a navigation in place keeps it. */
export const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin);
