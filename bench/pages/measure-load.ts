import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { START_ELEMENT_ID } from '@site/contract/page-data';
import { openPhone } from './phone';
import { installProbe } from './probe';
import type { Variant } from './variants';

export interface LoadFigures {
  /** ms */
  readonly fcp: number;
  readonly lcp: number;
  readonly blocking: number;
  readonly layoutShift: number;
  /** Sent over the network, compressed, for what was asked for before the page was idle. */
  readonly bytesUntilIdle: number;
  readonly scriptBytesUntilIdle: number;
  /** Sent for all scripts of the live page. */
  readonly scriptBytes: number;
}

/** One cold visit: the page loads, comes alive, and is scrolled to its end. */
export async function measureLoad(browser: Browser, { name, address }: Variant, route: string): Promise<LoadFigures> {
  const { page, context } = await openPhone(browser, installProbe);
  try {
    await page.goto(address + route, { waitUntil: 'load' });
    const isAlive = name === 'ours' || name === 'one bundle';
    await page.waitForFunction(isAlive ? isTakenOver : isIdle);
    await page.waitForLoadState('networkidle');
    const { inlineScript, ...bytes } = await page.evaluate(readBytes, START_ELEMENT_ID);
    // What scrolling brings into sight is painted late, and no part of loading.
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

/** As Lighthouse counts: what of each task comes after the first paint, and beyond 50 ms. */
const blockingTime = (tasks: readonly [start: number, end: number][], fcp: number) =>
  tasks.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, fcp) - LONG_TASK_MS), 0);

const isIdle = () => window.probe.idleAt > 0;

/** React gives the nodes that it has taken over keys of its own; the title is the page's, not the shell's. */
export function isTakenOver() {
  const title = document.querySelector('main h1');
  return window.probe.idleAt > 0 && title !== null && Object.keys(title).some((key) => key.startsWith('__react'));
}

function readBytes(startElementId: string) {
  const { idleAt } = window.probe;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // What was fetched ahead is asked for again, and then comes from the browser's cache.
  const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const files = asked.filter(({ transferSize }) => transferSize > 0);
  const sum = (of: PerformanceResourceTiming[]) =>
    of.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  // What is fetched ahead of other pages is theirs.
  const own = document.getElementById(startElementId)?.textContent ?? '';
  const scripts = files.filter(
    ({ name }) => name.endsWith('.js') && (name.includes('/r/bundle/') || own.includes(new URL(name).pathname)),
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

/** A window's height at a time, each drawn before the next. */
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
