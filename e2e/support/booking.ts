import { expect, type Page } from '@playwright/test';
import { inFrench } from './days';

export const VISITOR = 'Camille Martin';
export const SEND = 'Envoyer ma réservation';

export const dateButton = (page: Page) =>
  page.getByRole('button', { name: /^(Choisir des dates|\d+ date\(s\) sélectionnée\(s\))$/ });

export const removeButtons = (page: Page) => page.getByRole('button', { name: /^Retirer le / });

export const dayCell = (page: Page, day: string) =>
  page.getByRole('gridcell', { name: new RegExp(`${inFrench(day)}$`) });

/** Opens the calendar if it is closed, goes to the day's month and clicks the day, unless it is chosen already. */
export async function pickDay(page: Page, day: string) {
  const remove = page.getByRole('button', { name: `Retirer le ${inFrench(day)}` });
  if ((await remove.count()) > 0) return;
  if ((await dateButton(page).getAttribute('aria-expanded')) !== 'true') await dateButton(page).click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const cell = dayCell(page, day);
  if ((await cell.count()) === 0) await page.getByRole('button', { name: 'Mois suivant' }).click();
  await cell.click();
  await expect(remove).toHaveCount(1);
}

export async function tabToDays(page: Page) {
  const focused = page.getByRole('gridcell').and(page.locator(':focus'));
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(focused).toBeVisible({ timeout: 200 });
  }).toPass();
}

export async function fillBooking(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Nom complet' }).fill(VISITOR);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
}

export async function prepareBooking(page: Page, email: string, days: readonly string[]) {
  for (const day of days) await pickDay(page, day);
  await page.keyboard.press('Escape');
  await fillBooking(page, email);
}

export const sendBooking = (page: Page) => page.getByRole('button', { name: SEND }).click();
