import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { brokenRules, unnamedControls } from './support/accessibility-faults';
import { smallTargets, stickingOut } from './support/layout-faults';
import { signInAs } from './support/owner';
import { storeRequests } from './support/owner-requests';
import { OWNER_STATES } from './support/owner-states';
import { pageText } from './support/page-text';
import { DESKTOP, PHONE } from './support/screens';
import { expect, test } from './support/test';
import { faultsOf } from './support/typography';

/** More than one page of the list. */
const REQUESTS = 60;
/** The minimum size of a touch target on iOS. */
const TAP_PX = 44;

test.use({ viewport: PHONE.viewport, contextOptions: { reducedMotion: 'reduce' } });

async function expectFits(page: Page, { width }: { readonly width: number }) {
  await expect.soft.poll(() => stickingOut(page)).toEqual([]);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

async function expectGoodFrench(page: Page) {
  const faults = (await pageText(page)).flatMap(({ text, where }) =>
    faultsOf(text).map((fault) => `${where}, ${fault}`),
  );
  expect.soft([...new Set(faults)]).toEqual([]);
  expect.soft(await unnamedControls(page)).toEqual([]);
}

for (const isSignedOut of [true, false]) {
  const states = OWNER_STATES.filter((state) => Boolean(state.isSignedOut) === isSignedOut);
  const who = isSignedOut ? 'before signing in' : 'signed in';

  test(`every state of the owner’s space ${who} is accessible, fits each screen and can be tapped`, async ({
    page,
    context,
    problems,
  }) => {
    // All states share one session.
    test.slow();
    const domain = `${randomUUID()}.exemple.fr`;
    if (!isSignedOut) {
      await Promise.all([signInAs(context, { email: `owner@${domain}` }), storeRequests(domain, REQUESTS)]);
    }
    for (const { name, show, logs = [] } of states) {
      problems.tolerate(...logs);
      await test.step(name, async () => {
        await show(page, { domain });
        await expectGoodFrench(page);
        expect.soft(await smallTargets(page, TAP_PX)).toEqual([]);
        await expectFits(page, PHONE.viewport);
        expect.soft(await brokenRules(page)).toEqual([]);
        await page.setViewportSize(DESKTOP.viewport);
        await expectFits(page, DESKTOP.viewport);
        await page.setViewportSize(PHONE.viewport);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });
}
