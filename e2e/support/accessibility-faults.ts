import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function brokenRules(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html.slice(0, 200)) }));
}

/** A control or picture without a name in the accessibility tree. */
const UNNAMED =
  /^\s*- '?(link|button|textbox|searchbox|checkbox|radio|combobox|spinbutton|slider|img|dialog|gridcell|progressbar|heading)(?=$|:| \[)/;

export async function unnamedControls(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.split('\n').filter((line) => UNNAMED.test(line));
}
