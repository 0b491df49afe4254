import { randomUUID } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import { rememberConsent } from './consent';
import { Problems, watch } from './problems';

export { expect };

interface Options {
  /** What the visitor chose on an earlier visit. */
  readonly consent: 'unset' | 'accepted' | 'rejected';
}

interface Fixtures {
  /** Fails the test on any problem that it does not expect or tolerate. */
  readonly problems: Problems;
  /** A unique address, which identifies the visitor's requests. */
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
      expect(problems.unexpected(), 'no unexpected problem occurs').toEqual([]);
      expect(problems.missing(), 'every expected problem occurs').toEqual([]);
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here; an empty one means that the fixture uses no other
  email: async ({}, use) => {
    await use(`visite-${randomUUID()}@exemple.fr`);
  },
});
