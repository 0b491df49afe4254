import { EventEmitter, once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test';
import { Problems, visitorEmail, watch } from './problems';

/**
 * Stores today's choice about cookies once per tab, so that a test can change it.
 * Playwright's `storageState` would open one more page for this in each context.
 */
export const rememberConsent = (context: BrowserContext, choice: 'accepted' | 'rejected') =>
  context.addInitScript(
    ([given, at]) => {
      // A preview has no storage.
      const isSite = location.protocol.startsWith('http') && self.origin !== 'null';
      if (!isSite || sessionStorage.getItem('consent-given')) return;
      sessionStorage.setItem('consent-given', 'yes');
      localStorage.setItem('cookie-consent', given);
      localStorage.setItem('cookie-consent-at', at);
    },
    [choice, new Date().toISOString()] as const,
  );

export { expect };

interface Options {
  /** What the visitor chose on an earlier visit. */
  readonly consent: 'unset' | 'accepted' | 'rejected';
}

interface Fixtures {
  /** Fails the test on any problem that it does not expect or tolerate. */
  readonly problems: Problems;
  readonly email: string;
}

/** The budget of a run needs it (`tooling/test-run/work.ts`). */
function countDocument(request: Request) {
  const { WORK_LOG } = process.env;
  if (WORK_LOG && request.isNavigationRequest()) appendFileSync(WORK_LOG, 'document\n');
}

export const test = base.extend<Options & Fixtures>({
  consent: ['rejected', { option: true }],

  // Contexts that a test opens itself are counted too.
  browser: [
    async ({ browser }, use) => {
      // Playwright announces a context that it will reuse twice.
      browser.on('context', (context) => context.off('request', countDocument).on('request', countDocument));
      await use(browser);
    },
    { scope: 'worker' },
  ],

  context: async ({ context, consent }, use) => {
    if (consent !== 'unset') await rememberConsent(context, consent);
    await use(context);
    // A fault may still be answering a request: its error must not fail the test.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  problems: [
    async ({ context, baseURL }, use) => {
      const problems = new Problems();
      await watch(context, baseURL ?? '', problems);
      await use(problems);
      problems.verify();
    },
    { auto: true },
  ],

  email: visitorEmail,
});

/** The text of a page's `main` in its HTML. */
export async function servedText(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  return page.evaluate(
    (source) => new DOMParser().parseFromString(source, 'text/html').querySelector('main')?.textContent ?? '',
    html,
  );
}

export const ANY_SCRIPT = '**/r/**/*.js';

/** Holds matching requests until the returned function is called, then passes them to earlier routes. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  await page.route(pattern, async (route) => {
    await opened;
    await route.fallback();
  });
  return () => gate.emit('open');
}

/** Opens a page whose scripts load when the returned function is called. */
export async function openHeldBack(page: Page, path: string) {
  const proceed = await holdRequests(page, ANY_SCRIPT);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return proceed;
}
