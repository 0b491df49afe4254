import type { Page } from '@playwright/test';
import axe from 'axe-core';

const OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** Loads axe into the page once, and returns the rules that the page breaks. */
export async function brokenRules(page: Page) {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    // During a transition, the contrast of colours is not final.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await checker.run(document, options);
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html.slice(0, 200)) }));
  }, OPTIONS);
}

/** A control or picture without a name in the accessibility tree. */
const UNNAMED =
  /^\s*- '?(link|button|textbox|searchbox|checkbox|radio|combobox|spinbutton|slider|img|dialog|gridcell|progressbar|heading)(?=$|:| \[)/;

export async function unnamedControls(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.split('\n').filter((line) => UNNAMED.test(line));
}
