import type { Browser, Page } from '@playwright/test';
import { isTakenOver } from './measure-load';
import { openPhone } from './phone';
import { installProbe } from './probe';

/** A control, and what a visitor sees when it has answered. */
interface Control {
  readonly name: string;
  readonly route: string;
  readonly tap: (page: Page) => Promise<void>;
  /** Runs in the page; must not refer to anything outside itself. */
  readonly isAnswered: () => boolean;
}

export const CONTROLS: readonly Control[] = [
  {
    name: 'consent',
    route: '/',
    tap: (page) => page.getByRole('button', { name: 'Refuser' }).tap(),
    isAnswered: () => !document.querySelector('[data-consent-choice="rejected"]')?.checkVisibility(),
  },
  {
    name: 'Choisir des dates',
    route: '/booking',
    tap: (page) => page.getByRole('button', { name: 'Choisir des dates' }).tap({ force: true }),
    // The sheet, in which the calendar follows.
    isAnswered: () => document.querySelector('dialog[open]')?.textContent?.includes('Choisissez vos dates') ?? false,
  },
  {
    name: 'a field',
    route: '/contact',
    tap: async (page) => {
      await page.getByLabel('Prénom').tap();
      await page.keyboard.press('A');
    },
    isAnswered: () => document.querySelector<HTMLInputElement>('#field-prenom')?.value === 'A',
  },
];

/**
 * Time of the first frame after a tap that shows something, on the page's clock. Without polling, which would slow the
 * page down.
 * @param isShown runs in the page; must not refer to anything outside itself
 */
const whenShown = (page: Page, isShown: () => boolean) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const isShown = ${isShown};
    const look = () => probe.tappedAt && isShown() && requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
    addEventListener('input', look);
  })`);

const tappedAt = (page: Page) => page.evaluate(() => window.probe.tappedAt);

/** From the tap as soon as something can be tapped to its answer, in ms. */
export async function measureColdTap(browser: Browser, address: string, { route, tap, isAnswered }: Control) {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address + route, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.probe?.fcp > 0);
    const answered = whenShown(page, isAnswered);
    await tap(page);
    return (await answered) - (await tappedAt(page));
  } finally {
    await context.close();
  }
}

const LOOKED_AT_FOR_MS = 2000;

/** From a tap two seconds after loading to the next paint, in ms: the longest of its events. */
export async function measureLateTap(browser: Browser, address: string, { route, tap, isAnswered }: Control) {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address + route, { waitUntil: 'load' });
    await page.waitForFunction((ms) => performance.now() > ms, LOOKED_AT_FOR_MS + (await loadedAt(page)));
    await tap(page);
    await page.waitForFunction(isAnswered);
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
    // Reading the link leaves time to prefetch its page.
    await page.waitForFunction((until) => performance.now() > until, LOOKED_AT_FOR_MS + (await now(page)));
    const shown = whenShown(page, () => document.querySelector('main h1')?.textContent === 'Réserver vos sessions');
    await link.tap();
    return (await shown) - (await tappedAt(page));
  } finally {
    await context.close();
  }
}
