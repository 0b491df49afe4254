import { expect, type Page } from '@playwright/test';

/** Waits until React has taken over the page in `main`: from then on its controls react. */
export async function waitForHydration(page: Page) {
  await expect.poll(() => page.evaluate(isTakenOver), { message: 'the page comes alive' }).toBe(true);
}

/** Opens a page and waits until it is live. */
export async function openHydrated(page: Page, path: string) {
  const response = await page.goto(path);
  await waitForHydration(page);
  return response;
}

async function isTakenOver() {
  const title = document.querySelector('main h1');
  const isKnown = title !== null && Object.keys(title).some((key) => key.startsWith('__react'));
  // Its keys come while React still works on the page; once the browser is idle it has finished.
  if (isKnown) await new Promise((resolve) => requestIdleCallback(resolve));
  return isKnown;
}
