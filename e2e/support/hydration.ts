import type { Page } from '@playwright/test';

const LOOK_AGAIN_AFTER_MS = 50;
const LIVE_WITHIN_MS = 5000;

export async function waitForHydration(page: Page) {
  await page.waitForFunction(isHydrated, undefined, { polling: LOOK_AGAIN_AFTER_MS, timeout: LIVE_WITHIN_MS });
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
