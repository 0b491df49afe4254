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
  // The keys appear while React is still hydrating, in tasks that come before those in the background. An idle callback
  // would wait for a frame, which a page that does not change never draws.
  if (isKnown) await scheduler.postTask(() => undefined, { priority: 'background' });
  return isKnown;
}
