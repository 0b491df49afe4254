import { EventEmitter, once } from 'node:events';
import { expect, type Page } from '@playwright/test';

export const ANY_SCRIPT = '**/r/**/*.js';

/** Holds matching requests until the returned function is called, then passes them to earlier routes. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  await page.route(pattern, async (route) => {
    await opened;
    await route.fallback();
  });
  return () => gate.emit('open');
}

/** Opens a page whose scripts load when the returned function is called. */
export async function openHeldBack(page: Page, path: string) {
  const release = await holdRequests(page, ANY_SCRIPT);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return release;
}
