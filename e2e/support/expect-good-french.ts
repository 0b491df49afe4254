import { expect, type Page } from '@playwright/test';
import { unnamedControls } from './accessibility-faults';
import { pageText } from './page-text';
import { faultsOf } from './typography';

/** Checks the typography of all texts, the names of controls and the language of the page. */
export async function expectGoodFrench(page: Page) {
  const faults = (await pageText(page)).flatMap(({ text, where }) =>
    faultsOf(text).map((fault) => `${where}, ${fault}`),
  );
  expect.soft([...new Set(faults)]).toEqual([]);
  expect.soft(await unnamedControls(page)).toEqual([]);
  await expect.soft(page.locator('html')).toHaveAttribute('lang', 'fr');
}
