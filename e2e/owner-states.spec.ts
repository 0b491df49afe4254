import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { brokenRules } from './support/accessibility-faults';
import { expectGoodFrench } from './support/expect-good-french';
import { expectFits, smallTargets } from './support/layout-faults';
import { signInAs } from './support/owner';
import { storeRequests } from './support/owner-requests';
import { OWNER_STATES } from './support/owner-states';
import { DESKTOP, PHONE } from './support/screens';
import { expect, test } from './support/test';
import { isLongTier } from './support/tier';

/** More than one page of the list. */
const REQUESTS = 60;
/** The minimum size of a touch target on iOS. */
const TAP_PX = 44;

test.use({ viewport: PHONE.viewport, contextOptions: { reducedMotion: 'reduce' } });

const setTextSize = (page: Page, size: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);

/** States that share one session and one test. */
const STATES_PER_TEST = 6;

const signedIn = OWNER_STATES.filter(({ isSignedOut }) => !isSignedOut);
const groups = Array.from({ length: Math.ceil(signedIn.length / STATES_PER_TEST) }, (_, at) =>
  signedIn.slice(at * STATES_PER_TEST, (at + 1) * STATES_PER_TEST),
);

for (const states of [OWNER_STATES.filter(({ isSignedOut }) => isSignedOut), ...groups]) {
  const [first] = states;
  const isSignedOut = first?.isSignedOut;

  test(`the owner’s space in the states from ${first?.name} on is accessible, fits each screen and can be tapped`, async ({
    page,
    context,
    problems,
  }) => {
    const domain = `${randomUUID()}.exemple.fr`;
    if (!isSignedOut) {
      await Promise.all([signInAs(context, { email: `owner@${domain}` }), storeRequests(domain, REQUESTS)]);
    }
    for (const { name, show, fitsLargeText = false, logs = [] } of states) {
      problems.tolerate(...logs);
      await test.step(name, async () => {
        await show(page, { domain });
        // The tabs stay in place: they may cover a part of a button that is scrolled under them.
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        await expectGoodFrench(page);
        expect.soft(await smallTargets(page, TAP_PX)).toEqual([]);
        await expectFits(page, PHONE.viewport);
        if (isLongTier) expect.soft(await brokenRules(page)).toEqual([]);
        if (fitsLargeText || isLongTier) {
          await setTextSize(page, '200%');
          await expectFits(page, PHONE.viewport);
          await setTextSize(page, '');
        }
        await page.setViewportSize(DESKTOP.viewport);
        await expectFits(page, DESKTOP.viewport);
        await page.setViewportSize(PHONE.viewport);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });
}
