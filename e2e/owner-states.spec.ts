import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signInAs, storeRequests } from './support/owner';
import { OWNER_STATES, SIGNING_IN } from './support/owner-states';
import { brokenRules, expectFits, smallTargets } from './support/page-faults';
import { expectGoodFrench } from './support/page-text';
import { DESKTOP, PHONE } from './support/screens';
import { expect, test } from './support/test';
import { isLongTier } from './support/tier';

/** More than one page of the list. */
const REQUESTS = 60;
/** The minimum size of a touch target on iOS. */
const TAP_PX = 44;

test.use({ viewport: PHONE.viewport });

const setTextSize = (page: Page, size: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);

for (const [visit, states] of Object.entries(OWNER_STATES)) {
  test(`${visit}: every state of the owner’s space is good French, can be tapped, and fits a phone, text of double size and a desktop`, async ({
    page,
    context,
    problems,
  }) => {
    const domain = `${randomUUID()}.exemple.fr`;
    if (visit !== SIGNING_IN) {
      await Promise.all([signInAs(context, { email: `owner@${domain}` }), storeRequests(domain, REQUESTS)]);
    }
    for (const { name, show, logs = [] } of states) {
      problems.tolerate(...logs);
      await test.step(name, async () => {
        await show(page, { domain });
        // The tabs stay in place: they may cover a part of a button that is scrolled under them.
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        await expectGoodFrench(page);
        expect.soft(await smallTargets(page, TAP_PX)).toEqual([]);
        await expectFits(page, PHONE.viewport);
        if (isLongTier) expect.soft(await brokenRules(page)).toEqual([]);
        await setTextSize(page, '200%');
        await expectFits(page, PHONE.viewport);
        await setTextSize(page, '');
        await page.setViewportSize(DESKTOP.viewport);
        await expectFits(page, DESKTOP.viewport);
        await page.setViewportSize(PHONE.viewport);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });
}
