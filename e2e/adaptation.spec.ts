import type { Page } from '@playwright/test';
import { testEveryState } from './support/every-state';
import { openLive } from './support/live';
import { PATHS } from './support/routes';
import { DESKTOP } from './support/screens';
import { expect, test } from './support/test';

/** Parts that stick out of the window to the right, by their markup. */
const stickingOut = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isScrolled = (at: Element | null): boolean =>
      at !== null && (getComputedStyle(at).overflowX === 'auto' || isScrolled(at.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > width + 1 && !isScrolled(one))
      .map((one) => one.outerHTML.slice(0, 120));
  });

const SMALLEST_TARGET_PX = 24;

/** Controls smaller than a fingertip; a link in a running sentence may be. */
const smallTargets = (page: Page) =>
  page.evaluate((smallest) => {
    const isInSentence = (one: Element) =>
      getComputedStyle(one).display === 'inline' &&
      (one.closest('p, li, dd, address')?.textContent?.trim().length ?? 0) > (one.textContent?.trim().length ?? 0);
    return [...document.querySelectorAll('a[href], button, input, textarea, select, [role="gridcell"], summary')]
      .filter((one) => one.checkVisibility() && !isInSentence(one))
      .map((one) => ({ markup: one.outerHTML.slice(0, 120), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < smallest || box.height < smallest))
      .map(({ markup, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${markup}`);
  }, SMALLEST_TARGET_PX);

const NARROW = {
  '320 px': { width: 320, height: 640 },
  '200 % zoom': { width: 640, height: 400 },
};

for (const [size, viewport] of Object.entries(NARROW)) {
  test.describe(`at ${size}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    testEveryState('nothing scrolls sideways, every target is large enough', async (page) => {
      expect(await stickingOut(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      expect(await smallTargets(page)).toEqual([]);
    });
  });
}

/** Buttons, fields and dialogs without an edge, where their ground no longer sets them off. */
const withoutEdge = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, input:not([type="checkbox"]), textarea, dialog[open], li:has([role="alert"])',
      ),
    ]
      .filter((one) => one.checkVisibility() && one.getAttribute('aria-hidden') !== 'true')
      .filter((one) => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(one);
        return borderTopWidth === '0px' || borderTopStyle === 'none' || borderTopColor === 'rgba(0, 0, 0, 0)';
      })
      .map((one) => one.outerHTML.slice(0, 160)),
  );

test.describe('on a desktop with forced colours', () => {
  test.use({ ...DESKTOP, contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

  testEveryState('controls keep an edge and are large enough, the focus is seen', async (page) => {
    expect(await withoutEdge(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).not.toHaveCSS('outline-style', 'none');
  });
});

/** Running animations but those of colours and shadows, which move nothing. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running')
      .map((one) => (one instanceof CSSTransition ? one.transitionProperty : one.id || 'animation'))
      .filter((moved) => !/color|shadow|filter/.test(moved)),
  );

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const path of PATHS) {
    test(`${path}: all is there at once, and nothing moves`, async ({ page }) => {
      await openLive(page, path);
      const hidden = await page
        .getByRole('main')
        .evaluate(
          (main) => [...main.querySelectorAll('*')].filter((one) => getComputedStyle(one).opacity === '0').length,
        );
      expect(hidden).toBe(0);
      await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
      await page.mouse.wheel(0, 2000);
      expect(await movements(page)).toEqual([]);
    });
  }
});
