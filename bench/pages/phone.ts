import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { lightChromiumOptions } from '@site/release-cli/check/chromium';

/** A phone on a slow network: what Lighthouse calls "mobile". */
const SCREEN = { width: 412, height: 823 };
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const CPU_SLOWDOWN = 4;

export const launchBrowser = (): Promise<Browser> => chromium.launch(lightChromiumOptions());

/** Opens a page on a phone with an empty cache. @param script runs in each page before its own scripts */
export async function openPhone(
  browser: Browser,
  script?: () => void,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: SCREEN,
    screen: SCREEN,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  // tsx wraps functions in a `__name` helper, which the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  if (script) await page.addInitScript(script);
  return { page, context };
}

interface Probe {
  fcp: number;
  lcp: number;
  layoutShift: number;
  /** Start and end of each task of more than 50 ms. */
  longTasks: [start: number, end: number][];
  /** The time of the last touch of the screen; 0 before. */
  tappedAt: number;
  /** The time at which the browser was first idle after loading; 0 before. */
  idleAt: number;
  /** Duration of each interaction from input to the next paint, in ms. */
  interactions: number[];
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Runs in the page before its own scripts; it must not refer to anything outside itself. */
export function installProbe(): void {
  const probe: Probe = { fcp: 0, lcp: 0, layoutShift: 0, longTasks: [], tappedAt: 0, idleAt: 0, interactions: [] };
  window.probe = probe;
  const observe = (options: PerformanceObserverInit, look: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ buffered: true, ...options });
  observe({ type: 'paint' }, ({ name, startTime }) => {
    if (name === 'first-contentful-paint') probe.fcp = startTime;
  });
  observe({ type: 'largest-contentful-paint' }, ({ startTime }) => {
    probe.lcp = startTime;
  });
  observe({ type: 'layout-shift' }, (entry) => {
    probe.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  });
  observe({ type: 'longtask' }, ({ startTime, duration }) => {
    probe.longTasks.push([startTime, startTime + duration]);
  });
  observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, (entry) => {
    const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
    if (interactionId) probe.interactions.push(duration);
  });
  window.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      probe.tappedAt = timeStamp;
    },
    { capture: true, passive: true },
  );
  window.addEventListener('load', () =>
    requestIdleCallback(() => {
      probe.idleAt = performance.now();
    }),
  );
}
