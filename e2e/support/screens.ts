import type { Page } from '@playwright/test';

export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const NARROWEST = { width: 320, height: 640 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };
/** Sets it as a visitor does: in the settings of the browser, or of the device. */
export const setTextSize = (page: Page, size: '200%' | '') =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);

/** Has the animations that the other tests do without. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;
