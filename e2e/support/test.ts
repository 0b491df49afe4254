import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test as base, expect, type Request } from '@playwright/test';
import { logCost } from '@site/tooling/process-costs';
import { rememberConsent } from './consent';
import { Problems, watch } from './problems';
import { visitorEmail } from './visitor-email';

export { expect };

interface Options {
  /** What the visitor chose on an earlier visit. */
  readonly consent: 'unset' | 'accepted' | 'rejected';
}

interface Fixtures {
  /** Fails the test on any problem that it does not expect or tolerate. */
  readonly problems: Problems;
  readonly email: string;
  readonly cost: undefined;
}

/** For the budget of a run (`tooling/work-of-run.ts`). */
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

  cost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use, { file }) => {
      const suite = `e2e/${basename(file)}`;
      logCost(suite);
      await use(undefined);
      logCost(suite);
    },
    { auto: true },
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
