import type { Browser, Page } from '@playwright/test';
import { giveSession } from '@site/e2e/support/owner';
import { openPhone } from '../pages/phone';

declare global {
  interface Window {
    /** Resolves once the first request is on screen, with the ms since the navigation began. */
    firstRequest: Promise<number>;
  }
}

export interface ListFigures {
  readonly cold: number;
  readonly warm: number;
}

/** Opens the owner's space twice on a signed-in phone: with an empty cache, then with a warm one. */
export async function measureList(browser: Browser, address: string, session: string): Promise<ListFigures> {
  const { page, context } = await openPhone(browser, installWatch);
  try {
    await giveSession(context, session);
    const cold = await openList(page, address);
    // As on a real visit, the code of the other tabs is loaded before the second opening.
    await page.waitForLoadState('networkidle');
    await page.goto('about:blank');
    return { cold, warm: await openList(page, address) };
  } finally {
    await context.close();
  }
}

async function openList(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/espace?vue=demandes`, { waitUntil: 'commit' });
  return page.evaluate(() => window.firstRequest);
}

/** Runs in the page before its own scripts; it must not refer to anything outside itself. */
function installWatch(): void {
  window.firstRequest = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('li a[href*="demande="]')) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}
