import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has between two parts. */
const MOST_STOPS = 80;

/** What is wrong with the focused element: no visible focus, or a fixed element covers it. */
const focusFault = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const name = `${at.tagName.toLowerCase()} « ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)} »`;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return `${name} shows no focus`;
    // A link that breaks across lines has one box per line.
    const boxes = [...at.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const isInSight = boxes.some(({ left, top, width, height }) => {
      const shown = document.elementFromPoint(left + width / 2, top + height / 2);
      return shown !== null && (at.contains(shown) || shown.contains(at) || shown.closest('label')?.contains(at));
    });
    return isInSight ? null : `${name} is covered or out of sight`;
  });

export async function expectFocusShown(page: Page) {
  // Scrolling can be smooth.
  await expect.poll(() => focusFault(page)).toBeNull();
}

/** Presses Tab until the target has the focus, and checks that every stop is visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusShown(page);
    if (await target.evaluateAll((found) => found.some((one) => one === document.activeElement))) return;
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** Tabs through the whole page. @returns the number of stops */
export async function tabThrough(page: Page): Promise<number> {
  const isBackAtStart = () => page.evaluate(() => !document.activeElement || document.activeElement === document.body);
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (stop > 0 && (await isBackAtStart())) return stop;
    await expectFocusShown(page);
  }
  throw new Error('The page has more stops than expected, or keeps the focus in a part of it.');
}
