import { TABLES_PATH } from '@site/contract/addresses';
import type { BrowserContext, Page } from 'playwright-core';
import type { VisitSite } from './browser';
import { type IdleClock, startIdleClock } from './idle-clock';
import { sendForm, type Timeouts, type WaitLimits } from './send-form';

const TIMEOUTS: Timeouts = { liveMs: 10_000, buttonMs: 5000, answerMs: 10_000 };
/** Playwright would look at each frame, and a page draws each frame that somebody looks at. */
export const LOOK_EVERY_MS = 50;
/** A busy browser may never be idle. */
const MAX_BUSY_MS = 1000;

interface CheckedRoute {
  readonly problems: readonly string[];
  readonly formsSent: number;
}

interface RouteOptions extends Partial<Timeouts> {
  /** False for a private part, whose first form is the sign-in form. */
  readonly sendsForms?: boolean;
  readonly blocked?: RegExp | undefined;
}

export const openRoute = (visitSite: VisitSite, address: string, options?: RouteOptions): Promise<CheckedRoute> =>
  visitSite({
    act: (context) => checkRoute(context, address, options),
    hasFailed: ({ problems }) => problems.length > 0,
  });

export async function checkRoute(
  context: BrowserContext,
  address: string,
  { sendsForms = true, blocked, ...timeouts }: RouteOptions = {},
): Promise<CheckedRoute> {
  const place = { address, blocked, timeouts: { ...TIMEOUTS, ...timeouts } };
  const first = await inNewPage(context, place, async (page, limits) => {
    const forms = sendsForms ? await formsOf(page).count() : 0;
    return { forms, problem: forms > 0 ? await sendForm(page, formsOf(page).nth(0), limits) : null };
  });
  const problems = [...first.problems];
  const formsSent = first.result?.forms ?? 0;
  for (let at = 1; at < formsSent; at += 1) {
    const next = await inNewPage(context, place, async (page, limits) => ({
      problem: await sendForm(page, formsOf(page).nth(at), limits),
    }));
    problems.push(...next.problems);
  }
  return { problems, formsSent };
}

const formsOf = (page: Page) => page.locator('main form').filter({ visible: true });

interface Visit<Result> {
  readonly problems: readonly string[];
  readonly result: Result | null;
}

interface OpenedRoute extends Pick<RouteOptions, 'blocked'> {
  readonly address: string;
  readonly timeouts: Timeouts;
}

async function inNewPage<Result extends { readonly problem: string | null }>(
  context: BrowserContext,
  { address, blocked, timeouts }: OpenedRoute,
  act: (page: Page, limits: WaitLimits) => Promise<Result>,
): Promise<Visit<Result>> {
  const page = await context.newPage();
  const clock = await startIdleClock(page);
  const { list, broken } = collectProblems(page, clock);
  const limits = { ...timeouts, broken, after: clock.after };
  try {
    if (blocked) await page.route(blocked, (route) => route.abort('aborted'));
    const status = await statusOf(page, address);
    if (status === null || status >= 400) return { problems: [`it answers ${status ?? 'nothing'}`], result: null };
    const isLive = await Promise.race([isHydrated(page, clock.after(limits.liveMs)), broken]);
    if (!isLive) return { problems: ['it is not hydrated', ...list()], result: null };
    const result = await act(page, limits);
    return { problems: [...(result.problem ? [result.problem] : []), ...list()], result };
  } finally {
    await page.close();
  }
}

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
