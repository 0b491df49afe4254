import { expect, type Page } from '@playwright/test';

export async function waitForHydration(page: Page) {
  await expect.poll(() => page.evaluate(isHydrated), { message: 'the page is hydrated' }).toBe(true);
}

export async function openHydrated(page: Page, path: string) {
  const response = await page.goto(path);
  await waitForHydration(page);
  return response;
}

async function isHydrated() {
  const title = document.querySelector('main h1');
  const isKnown = title !== null && Object.keys(title).some((key) => key.startsWith('__react'));
  // The keys appear while React is still hydrating; it has finished once the browser is idle.
  if (isKnown) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
  return isKnown;
}
