import { TABLES_PATH } from '@site/contract/addresses';
import type { Page } from 'playwright-core';
import type { IdleClock } from './idle-clock';

/** Playwright would look at each frame, and a page draws each frame that somebody looks at. */
export const LOOK_EVERY_MS = 50;
/** A busy browser may never be idle. */
const MAX_BUSY_MS = 1000;

/** Waits until React has the page, also when another document is loaded meanwhile. */
export async function isHydrated(page: Page, tooLate: Promise<false>): Promise<boolean> {
  const becomesHydrated = (idleMs: number) => {
    const title = document.querySelector('main h1');
    if (!title || !Object.keys(title).some((key) => key.startsWith('__react'))) return false;
    // React marks the nodes while it is still hydrating; it has finished once the browser is idle.
    return new Promise<true>((resolve) => requestIdleCallback(() => resolve(true), { timeout: idleMs }));
  };
  const options = { timeout: 0, polling: LOOK_EVERY_MS };
  const hydrated = page.waitForFunction(becomesHydrated, MAX_BUSY_MS, options).then(
    () => true,
    // The page was closed meanwhile.
    () => false,
  );
  return Promise.race([hydrated, tooLate]);
}

/** Chromium does not open an error response without a body, but rejects the navigation. */
export async function statusOf(page: Page, address: string): Promise<number | null> {
  let seen: number | null = null;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) seen = response.status();
  });
  const response = await page.goto(address).catch((cause: unknown) => {
    if (seen === null) throw cause;
    return null;
  });
  return response?.status() ?? seen;
}

/** A navigation aborts requests, which is no problem. */
const ABORTED = 'net::ERR_ABORTED';
const LONGEST = 300;
const STACK = /\n\s+at .*/g;

/** After a first problem, whatever the check waits for may never happen. */
const GRACE_MS = 2000;

export function collectProblems(page: Page, clock: IdleClock) {
  const problems = new Set<string>();
  let onFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    onFirst = resolve;
  });
  const add = (problem: string) => {
    problems.add(problem.replace(STACK, '').replace(/\s+/g, ' ').slice(0, LONGEST));
    onFirst();
  };
  page.on('console', (message) => {
    if (message.type() === 'error') add(`console error: ${message.text()}`);
  });
  page.on('pageerror', (error) => add(`uncaught error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== ABORTED) add(`${new URL(request.url()).pathname} failed (${reason})`);
  });
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith(`${TABLES_PATH}incidents`)) return;
    const { remote, phase, code } = (request.postDataJSON() ?? {}) as Record<string, string>;
    add(`the page reported that ${remote} failed (${phase}, ${code})`);
  });
  return { list: () => [...problems], broken: first.then(() => clock.after(GRACE_MS)) };
}
