import type { Browser, Page } from '@playwright/test';
import { isTakenOver } from './measure-load';
import { openPhone } from './phone';
import { installProbe } from './probe';

/** A control, and what a visitor sees when it has answered. */
interface Control {
  readonly name: string;
  readonly route: string;
  readonly tap: (page: Page) => Promise<void>;
  readonly answered: (page: Page) => Promise<unknown>;
}

export const CONTROLS: readonly Control[] = [
  {
    name: 'consent',
    route: '/',
    tap: (page) => page.getByRole('button', { name: 'Refuser' }).tap(),
    answered: (page) => page.getByRole('button', { name: 'Refuser' }).waitFor({ state: 'hidden' }),
  },
  {
    name: 'Choisir des dates',
    route: '/booking',
    tap: (page) => page.getByRole('button', { name: 'Choisir des dates' }).tap({ force: true }),
    // The sheet, in which the calendar follows.
    answered: (page) => page.getByRole('dialog', { name: 'Choisissez vos dates' }).waitFor(),
  },
  {
    name: 'a field',
    route: '/contact',
    tap: async (page) => {
      await page.getByLabel('Prénom').tap();
      await page.keyboard.press('A');
    },
    answered: (page) =>
      page.waitForFunction(() => document.querySelector<HTMLInputElement>('#field-prenom')?.value === 'A'),
  },
];

/** From the tap as soon as something is on screen to its answer, in ms. */
export async function measureColdTap(browser: Browser, address: string, { route, tap, answered }: Control) {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address + route, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.probe?.fcp > 0);
    const since = performance.now();
    await tap(page);
    await answered(page);
    return performance.now() - since;
  } finally {
    await context.close();
  }
}

const LOOKED_AT_FOR_MS = 2000;

/** From a tap two seconds after loading to the next paint, in ms: the longest of its events. */
export async function measureLateTap(browser: Browser, address: string, { route, tap, answered }: Control) {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address + route, { waitUntil: 'load' });
    await page.waitForFunction((ms) => performance.now() > ms, LOOKED_AT_FOR_MS + (await loadedAt(page)));
    await tap(page);
    await answered(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))));
    // Below 16 ms the browser reports none.
    return Math.max(0, ...(await page.evaluate(() => window.probe.interactions)));
  } finally {
    await context.close();
  }
}

const now = (page: Page) => page.evaluate(() => performance.now());
const loadedAt = (page: Page) =>
  page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventEnd);

/** From the tap on a link of a live page to the title of the next, in ms. */
export async function measureNavigation(browser: Browser, address: string) {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForFunction(isTakenOver);
    const link = page.locator('#cta').getByRole('link', { name: 'Réserver ma date' });
    await link.scrollIntoViewIfNeeded();
    // Whoever reads the link gives its page the time to be fetched ahead.
    await page.waitForFunction((until) => performance.now() > until, LOOKED_AT_FOR_MS + (await now(page)));
    await page.evaluate(() => {
      addEventListener('click', () => performance.mark('tapped'), { capture: true, once: true });
      new MutationObserver(() => {
        if (document.querySelector('main h1')?.textContent === 'Réserver vos sessions')
          requestAnimationFrame(() => setTimeout(() => performance.mark('arrived')));
      }).observe(document.body, { childList: true, subtree: true });
    });
    await link.tap();
    await page.waitForFunction(() => performance.getEntriesByName('arrived').length > 0);
    return await page.evaluate(() => performance.measure('', 'tapped', 'arrived').duration);
  } finally {
    await context.close();
  }
}
