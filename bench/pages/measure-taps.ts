import type { Browser, Page } from '@playwright/test';
import { isHydrated } from './measure-load';
import { openPhone } from './phone';
import { installProbe } from './probe';

interface Control {
  readonly name: string;
  readonly route: string;
  readonly tap: (page: Page) => Promise<void>;
  /** Whether the tap has had its effect. Runs in the page; must not refer to anything outside itself. */
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
    // The sheet opens first; the calendar follows in it.
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
 * Resolves with the time of the first frame after a tap in which `isShown` holds, on the page's clock. Does not poll,
 * which would slow the page down.
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

/** Time from a tap right after the first paint to its effect, in ms. */
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

const READING_TIME_MS = 2000;

/** Time from a tap two seconds after load to the next paint, in ms: the longest of its events. */
export async function measureLateTap(browser: Browser, address: string, { route, tap, isAnswered }: Control) {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address + route, { waitUntil: 'load' });
    await page.waitForFunction((ms) => performance.now() > ms, READING_TIME_MS + (await loadedAt(page)));
    await tap(page);
    await page.waitForFunction(isAnswered);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))));
    // The browser reports no interaction below 16 ms.
    return Math.max(0, ...(await page.evaluate(() => window.probe.interactions)));
  } finally {
    await context.close();
  }
}

const now = (page: Page) => page.evaluate(() => performance.now());
const loadedAt = (page: Page) =>
  page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventEnd);

/** Time from a tap on a link of a hydrated page to the title of the next page, in ms. */
export async function measureNavigation(browser: Browser, address: string) {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForFunction(isHydrated);
    const link = page.locator('#cta').getByRole('link', { name: 'Réserver ma date' });
    await link.scrollIntoViewIfNeeded();
    // A visitor reads the link first, which leaves time to prefetch its page.
    await page.waitForFunction((until) => performance.now() > until, READING_TIME_MS + (await now(page)));
    const shown = whenShown(page, () => document.querySelector('main h1')?.textContent === 'Réserver vos sessions');
    await link.tap();
    return (await shown) - (await tappedAt(page));
  } finally {
    await context.close();
  }
}
