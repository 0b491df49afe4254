import { randomUUID } from 'node:crypto';
import { signInAs, storeRequests } from './support/owner';
import { OWNER_STATES, SIGNING_IN } from './support/owner-states';
import { brokenRules, brokenWords, expectFits, smallTargets } from './support/page-faults';
import { expectGoodFrench } from './support/page-text';
import { DESKTOP, NARROWEST, PHONE, setTextSize, TABLET } from './support/screens';
import { expect, test } from './support/test';
import { isLongTier } from './support/tier';

/** More than one page of the list. */
const REQUESTS = 60;
/** The minimum size of a touch target on iOS. */
const TAP_PX = 44;

test.use({ viewport: PHONE.viewport });

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
        for (const size of [NARROWEST, PHONE.viewport, TABLET]) {
          await page.setViewportSize(size);
          await expectFits(page, size);
          expect.soft(await brokenWords(page, 'h1, nav, [role="grid"]')).toEqual([]);
        }
        await setTextSize(page, '');
        await page.setViewportSize(DESKTOP.viewport);
        await expectFits(page, DESKTOP.viewport);
        await page.setViewportSize(PHONE.viewport);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });
}
