import type { Page } from '@playwright/test';
import { openHydrated } from './support/hydration';
import { PATHS } from './support/routes';
import { expect, test } from './support/test';

/** Running animations, except those of colours and shadows, which move nothing. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) =>
        animation instanceof CSSTransition ? animation.transitionProperty : animation.id || 'animation',
      )
      .filter((moved) => !/color|shadow|filter/.test(moved)),
  );

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('everything on every page is visible at once, and nothing moves', async ({ page }) => {
  for (const path of PATHS) {
    await test.step(path, async () => {
      await openHydrated(page, path);
      const hidden = await page
        .getByRole('main')
        .evaluate(
          (main) =>
            [...main.querySelectorAll('*')].filter((element) => getComputedStyle(element).opacity === '0').length,
        );
      expect(hidden).toBe(0);
      await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
      await page.mouse.wheel(0, 2000);
      expect(await movements(page)).toEqual([]);
    });
  }
});
