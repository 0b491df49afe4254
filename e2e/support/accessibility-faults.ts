import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const OPTIONS: Parameters<AxeBuilder['options']>[0] = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

export async function brokenRules(page: Page) {
  // Legacy: in the page itself, which has no frames, instead of in one more page for each call.
  const { violations } = await new AxeBuilder({ page }).options(OPTIONS).setLegacyMode().analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html.slice(0, 200)) }));
}

/** A control or picture without a name in the accessibility tree. */
const UNNAMED =
  /^\s*- '?(link|button|textbox|searchbox|checkbox|radio|combobox|spinbutton|slider|img|dialog|gridcell|progressbar|heading)(?=$|:| \[)/;

export async function unnamedControls(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.split('\n').filter((line) => UNNAMED.test(line));
}
