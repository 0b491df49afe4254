import type { Page } from '@playwright/test';
import type { State } from './state';
import { STATES } from './states';
import { test } from './test';

/** One test for each state, of what holds in all of them. */
export function testEveryState(title: string, check: (page: Page, state: State) => Promise<void>) {
  for (const state of STATES) {
    test.describe(state.name, () => {
      if (state.isFirstVisit) test.use({ consent: 'unset' });

      test(title, async ({ page, problems }) => {
        problems.tolerate(...(state.logs ?? []));
        await state.show(page);
        await check(page, state);
      });
    });
  }
}
