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

/** More than one page of the list. */
const REQUESTS = 60;
/** The minimum size of a touch target on iOS. */
const TAP_PX = 44;

test.use({ viewport: PHONE.viewport, contextOptions: { reducedMotion: 'reduce' } });

const setTextSize = (page: Page, size: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);

const signedIn = OWNER_STATES.filter(({ isSignedOut }) => !isSignedOut);
const half = Math.ceil(signedIn.length / 2);
const GROUPS = {
  'before signing in': OWNER_STATES.filter(({ isSignedOut }) => isSignedOut),
  'signed in, first half': signedIn.slice(0, half),
  'signed in, second half': signedIn.slice(half),
};

for (const [who, states] of Object.entries(GROUPS)) {
  const isSignedOut = states === GROUPS['before signing in'];

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
    for (const { name, show, fitsLargeText = false, logs = [] } of states) {
      problems.tolerate(...logs);
      await test.step(name, async () => {
        await show(page, { domain });
        await expectGoodFrench(page);
        expect.soft(await smallTargets(page, TAP_PX)).toEqual([]);
        await expectFits(page, PHONE.viewport);
        expect.soft(await brokenRules(page)).toEqual([]);
        if (fitsLargeText) {
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
