import type { Page } from '@playwright/test';
import { waitForHydration } from './hydration';
import { loadedAt, waitForPageLoad } from './page-parts';

/** Opens /booking by a link of a page loaded before an activation, once the page has received the new index. */
export async function openBookingOfNewRelease(page: Page): Promise<void> {
  const loaded = await loadedAt(page);
  const answered = page.waitForResponse('**/releases.json');
  const link = page.getByRole('link', { name: 'Réserver ma date' });
  await link.hover();
  await (await answered).finished();
  await link.click();
  await waitForPageLoad(page, loaded);
  await waitForHydration(page);
}
