import { expect, type Page } from '@playwright/test';
import { dayCell } from './booking';

/** The page of a visitor's own request; releases of booking bring it. */
export const MANAGE_PATH = '/reservation/gerer';

/** Opens the calendar on the page of a request and chooses a day. */
export async function chooseOtherDay(page: Page, day: string) {
  await page.getByRole('button', { name: 'Choisir un autre jour' }).click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  if ((await dayCell(page, day).count()) === 0) await page.getByRole('button', { name: 'Mois suivant' }).click();
  await dayCell(page, day).click();
}
