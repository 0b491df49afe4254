import { test as base, expect } from '@playwright/test';
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
}

export const test = base.extend<Options & Fixtures>({
  consent: ['rejected', { option: true }],

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
