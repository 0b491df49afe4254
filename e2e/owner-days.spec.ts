import type { Page } from '@playwright/test';
import { dateButton, dayCell, pickDay, removeButtons, sendBooking, VISITOR } from './support/booking';
import { rememberConsent } from './support/consent';
import { inFrench, parisDay } from './support/days';
import { FORMS } from './support/forms';
import { openHydrated } from './support/hydration';
import { readInbox } from './support/inbox';
import { signInAs } from './support/owner';
import { notice } from './support/page-parts';
import { PHONE } from './support/screens';
import { expect, test } from './support/test';

test.use(PHONE);

/** No other test books on this day. */
const CLOSED = parisDay(45);
const OPEN = parisDay(46);

/** Closes or reopens a day in the owner's space. */
async function pressDay(page: Page, day: string, action: 'Fermer ce jour' | 'Rouvrir ce jour') {
  await page.goto('/espace?vue=agenda');
  const cell = page.getByRole('button', { name: inFrench(day) });
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(async () => {
    if (!(await cell.isVisible())) await page.getByRole('button', { name: 'Mois suivant' }).click();
    await expect(cell).toBeVisible({ timeout: 500 });
  }).toPass();
  await cell.click();
  await page.getByRole('button', { name: action }).click();
  // Asked because other tests, or this one, have requested the day.
  const anyway = page.getByRole('button', { name: 'Fermer quand même' });
  await expect(page.getByText('Enregistré').or(anyway)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(page.getByText('Enregistré')).toBeVisible();
}

async function goToMonthOf(page: Page, day: string) {
  await dateButton(page).click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  while ((await dayCell(page, day).count()) === 0) await page.getByRole('button', { name: 'Mois suivant' }).click();
}

test('a day that the owner closes is refused to a visitor who has chosen it, and disabled for the next one', async ({
  page,
  browser,
  email,
  problems,
}) => {
  problems.expect(/status of 400/);
  problems.tolerate(/DATE_CLOSED/);
  await openHydrated(page, '/booking');
  await goToMonthOf(page, CLOSED);
  for (const day of [CLOSED, OPEN]) await pickDay(page, day);
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Nom complet' }).fill(VISITOR);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);

  const desk = await browser.newContext({ ...PHONE, baseURL: new URL(page.url()).origin, locale: 'fr-FR' });
  await rememberConsent(desk, 'rejected');
  await signInAs(desk, { email: `owner-${email}` });
  const space = await desk.newPage();
  await pressDay(space, CLOSED, 'Fermer ce jour');
  try {
    await sendBooking(page);
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: inFrench(CLOSED) })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Nom complet' })).toHaveValue(VISITOR);
    const remove = page.getByRole('button', { name: `Retirer le ${inFrench(CLOSED)}` });
    if ((await remove.count()) > 0) await remove.click();
    await expect(removeButtons(page)).toHaveCount(1);
    await sendBooking(page);
    await expect(notice(page, FORMS.booking.sent)).toBeVisible();
    expect(await readInbox(email)).toMatchObject([{ name: VISITOR, dates: [OPEN] }]);

    // The first visitor's browser caches the days for a minute.
    const next = await desk.newPage();
    await openHydrated(next, '/booking');
    await goToMonthOf(next, CLOSED);
    await expect(dayCell(next, CLOSED)).toBeDisabled();
    await expect(dayCell(next, OPEN)).toBeEnabled();
  } finally {
    await pressDay(space, CLOSED, 'Rouvrir ce jour');
    await desk.close();
  }
});
