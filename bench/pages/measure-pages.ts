import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { START_ELEMENT_ID } from '@site/contract/page-data';
import { installProbe, openPhone } from './phone';
import type { Variant } from './variants';

export interface LoadFigures {
  readonly fcp: number;
  readonly lcp: number;
  readonly blocking: number;
  readonly layoutShift: number;
  /** Compressed bytes of everything that was requested before the page was idle. */
  readonly bytesUntilIdle: number;
  readonly scriptBytesUntilIdle: number;
  /** Compressed bytes of all scripts of the hydrated page. */
  readonly scriptBytes: number;
}

/** One cold visit: the page loads, hydrates and is scrolled to its end. */
export async function measureLoad(browser: Browser, { name, address }: Variant, route: string): Promise<LoadFigures> {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address + route, { waitUntil: 'load' });
    const willHydrate = name === 'ours' || name === 'one bundle';
    await page.waitForFunction(willHydrate ? isHydrated : isIdle);
    await page.waitForLoadState('networkidle');
    const { inlineScript, ...bytes } = await page.evaluate(readBytes, START_ELEMENT_ID);
    // They are read before scrolling, which causes further paints.
    const { fcp, lcp, longTasks } = await page.evaluate(() => ({ ...window.probe }));
    await scrollToTheEnd(page);
    const layoutShift = await page.evaluate(() => window.probe.layoutShift);
    const scriptBytesUntilIdle = bytes.scriptBytesUntilIdle + brotliCompressSync(inlineScript).length;
    return { fcp, lcp, blocking: blockingTime(longTasks, fcp), layoutShift, ...bytes, scriptBytesUntilIdle };
  } finally {
    await context.close();
  }
}

const LONG_TASK_MS = 50;

/** Sums, as Lighthouse does, the part of each task after FCP that exceeds 50 ms. */
const blockingTime = (tasks: readonly [start: number, end: number][], fcp: number) =>
  tasks.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, fcp) - LONG_TASK_MS), 0);

const isIdle = () => window.probe.idleAt > 0;

/** React adds keys to hydrated nodes. The title belongs to the page, not to the shell. */
function isHydrated() {
  const title = document.querySelector('main h1');
  return window.probe.idleAt > 0 && title !== null && Object.keys(title).some((key) => key.startsWith('__react'));
}

function readBytes(startElementId: string) {
  const { idleAt } = window.probe;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A prefetched file is listed again when it is read from the cache, with a transfer size of 0.
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const files = resources.filter(({ transferSize }) => transferSize > 0);
  const sum = (of: PerformanceResourceTiming[]) =>
    of.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  // Files prefetched for other pages are not counted.
  const startFiles = document.getElementById(startElementId)?.textContent ?? '';
  const scripts = files.filter(
    ({ name }) => name.endsWith('.js') && (name.includes('/r/bundle/') || startFiles.includes(new URL(name).pathname)),
  );
  const early = files.filter(({ startTime }) => startTime < idleAt);
  const inline = [...document.querySelectorAll('script:not([src]):not([type])')];
  return {
    bytesUntilIdle: (page?.encodedBodySize ?? 0) + sum(early),
    scriptBytesUntilIdle: sum(early.filter((file) => scripts.includes(file))),
    inlineScript: inline.map(({ textContent }) => textContent).join(''),
    scriptBytes: sum(scripts),
  };
}

/** Scrolls by one window height at a time and waits for each frame. */
async function scrollToTheEnd(page: Page) {
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    while (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 1) {
      const before = window.scrollY;
      window.scrollBy({ top: window.innerHeight, behavior: 'instant' });
      await drawn();
      if (window.scrollY === before) break;
    }
    await drawn();
  });
  await page.waitForLoadState('networkidle');
}

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
