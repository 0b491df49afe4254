import type { Browser, Page } from '@playwright/test';
import { giveSession } from '@site/e2e/support/owner';
import { openPhone } from '../pages/phone';

declare global {
  interface Window {
    /** When the first request was on screen, in ms since the navigation began. */
    firstRequest: Promise<number>;
  }
}

export interface ListFigures {
  readonly cold: number;
  readonly warm: number;
}

/** Opens the space twice on a phone that is signed in and has none of its files at first. */
export async function measureList(browser: Browser, address: string, session: string): Promise<ListFigures> {
  const { page, context } = await openPhone(browser, installWatch);
  try {
    await giveSession(context, session);
    const cold = await openList(page, address);
    // The other tabs' code is loaded meanwhile, as on a visit.
    await page.waitForLoadState('networkidle');
    await page.goto('about:blank');
    return { cold, warm: await openList(page, address) };
  } finally {
    await context.close();
  }
}

async function openList(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/espace`, { waitUntil: 'commit' });
  return page.evaluate(() => window.firstRequest);
}

/** Runs in the page before its own scripts; it must not refer to anything outside itself. */
function installWatch(): void {
  window.firstRequest = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('li a[href*="demande="]')) return;
      watch.disconnect();
      // After the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}
