import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const MAX_STOPS = 80;

/** Whether the focus is at the start of the page, and the reason if it cannot be seen. */
const lookAtFocus = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return { isAtStart: true, fault: null };
    const faulty = (fault: string | null) => ({ isAtStart: false, fault });
    const name = `${at.tagName.toLowerCase()} « ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)} »`;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return faulty(`${name} shows no focus`);
    // A link that breaks across lines has one box per line.
    const boxes = [...at.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const isInSight = boxes.some(({ left, top, width, height }) => {
      const shown = document.elementFromPoint(left + width / 2, top + height / 2);
      return shown !== null && (at.contains(shown) || shown.contains(at) || shown.closest('label')?.contains(at));
    });
    return faulty(isInSight ? null : `${name} is covered or out of sight`);
  });

export async function expectFocusShown(page: Page) {
  // Scrolling can be smooth.
  await expect.poll(async () => (await lookAtFocus(page)).fault).toBeNull();
}

/** Presses Tab until the target has the focus, and checks that every stop is visible. */
export async function tabTo(page: Page, target: Locator) {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    await expectFocusShown(page);
    if (await target.evaluateAll((elements) => elements.some((element) => element === document.activeElement))) return;
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** Tabs through the whole page. @returns the number of stops */
export async function tabThrough(page: Page): Promise<number> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const { isAtStart, fault } = await lookAtFocus(page);
    if (stop > 0 && isAtStart) return stop;
    if (fault) await expectFocusShown(page);
  }
  throw new Error('The page has more stops than expected, or traps the focus.');
}
