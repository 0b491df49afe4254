import type { Page } from '@playwright/test';
import { brokenRules } from './support/accessibility-faults';
import { expectGoodFrench } from './support/expect-good-french';
import { expectFits, expectHeaderFits, smallTargets, withoutEdge } from './support/layout-faults';
import { DESKTOP, PHONE } from './support/screens';
import { STATES } from './support/states';
import { expect, test } from './support/test';
import { isLongTier, longUnless } from './support/tier';

// axe skips elements that are not revealed yet.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const NARROWEST_PX = 320;
/** The widest and the narrowest layout, axe in the narrowest; the long tier also tests those in between. */
const EACH_RUN = ['on a desktop', 'at 320 px'];
const SCREENS = Object.entries({
  'on a desktop': DESKTOP.viewport,
  'at 200 % zoom': { width: 640, height: 400 },
  'on a phone': PHONE.viewport,
  'at 320 px': { width: NARROWEST_PX, height: 640 },
}).filter(([screen]) => isLongTier || EACH_RUN.includes(screen));

/** Notices close and calls time out after some seconds: without these timers, a state lasts until it is checked. */
function dropLongTimers() {
  const setAnyTimer = window.setTimeout.bind(window);
  const setShortTimer = (run: TimerHandler, ms = 0, ...args: unknown[]) =>
    ms < 1500 ? setAnyTimer(run, ms, ...args) : 0;
  Object.assign(window, { setTimeout: setShortTimer });
}

async function expectEdges(page: Page) {
  expect.soft(await withoutEdge(page)).toEqual([]);
  // The calendar is a dialog only in a narrow window: what a change of width replaces takes the focus with it.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).not.toHaveCSS('outline-style', 'none', { timeout: 1000 });
  }).toPass();
}

for (const state of STATES) {
  test.describe(state.name, () => {
    if (state.isFirstVisit) test.use({ consent: 'unset' });

    test(
      'has correct typography, fits every screen and is accessible',
      longUnless(!state.isRepeated),
      async ({ page, problems }) => {
        // The state is opened once for all checks.
        problems.tolerate(...(state.logs ?? []));
        await page.addInitScript(dropLongTimers);
        await page.setViewportSize(DESKTOP.viewport);
        await state.show(page);
        await test.step('is good French', () => expectGoodFrench(page));
        for (const [screen, size] of SCREENS) {
          await test.step(`fits ${screen}`, async () => {
            await page.setViewportSize(size);
            await expectFits(page, size);
            await expectHeaderFits(page);
            expect.soft(await smallTargets(page)).toEqual([]);
            if (isLongTier || size.width === NARROWEST_PX) expect.soft(await brokenRules(page)).toEqual([]);
          });
        }
        await test.step('keeps its edges in forced colours', async () => {
          await page.setViewportSize(DESKTOP.viewport);
          await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
          await expectEdges(page);
        });
      },
    );
  });
}

test('the accessibility check reports the same faults at each call', async ({ page }) => {
  await page.setContent(
    '<html lang="fr"><title>Fautes</title><main><h1>Fautes</h1><img src="data:,"><p style="color: #bbb">Pâle</p></main>',
  );
  const faults = await brokenRules(page);
  expect(faults.map(({ id }) => id).sort()).toEqual(['color-contrast', 'image-alt']);
  expect(await brokenRules(page)).toEqual(faults);
});
