import type { Page } from '@playwright/test';
import {
  dateButton,
  dayCell,
  pickDay,
  prepareBooking,
  removeButtons,
  SEND,
  sendBooking,
  tabToDays,
  VISITOR,
} from './support/booking';
import { inFrench, parisDay } from './support/days';
import { openHydrated, waitForHydration } from './support/hydration';
import { readInbox } from './support/inbox';
import { notice } from './support/page-parts';
import { MOVING, PHONE } from './support/screens';
import { expect, test } from './support/test';

test.use(MOVING);

const [SOON, LATER] = [parisDay(3), parisDay(20)];

async function expectBooked(page: Page, email: string) {
  const sent = notice(page, 'Réservation envoyée !');
  await expect(sent).toContainText('sans financement particulier');
  for (const day of [SOON, LATER]) await expect(sent).toContainText(inFrench(day));
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(sent).toBeVisible();
  expect(await readInbox(email)).toMatchObject([
    { kind: 'reservation', name: VISITOR, phone: null, isAgefice: false, dates: [SOON, LATER] },
  ]);
}

test('a visitor books from the home page, with one date chosen by keyboard and one by pointer', async ({
  page,
  email,
}) => {
  await openHydrated(page, '/');
  await page.getByRole('link', { name: 'Réserver ma date' }).click();
  await expect(page).toHaveURL('/booking');
  await waitForHydration(page);

  await dateButton(page).focus();
  await page.keyboard.press('Enter');
  await tabToDays(page);
  for (let day = 0; day < 3; day += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await pickDay(page, LATER);
  await expect(dateButton(page)).toHaveText('2 date(s) sélectionnée(s)');
  await expect(removeButtons(page)).toHaveText([SOON, LATER].map(() => ''));
  await expect(removeButtons(page).first()).toHaveAccessibleName(`Retirer le ${inFrench(SOON)}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell')).toHaveCount(0);
  await expect(dateButton(page)).toBeFocused();

  await page.getByRole('textbox', { name: 'Nom complet' }).fill(VISITOR);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await sendBooking(page);
  await expectBooked(page, email);
});

test('a visitor books on a page opened by deep link', async ({ page, email }) => {
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, [SOON, LATER]);
  await sendBooking(page);
  await expectBooked(page, email);
});

test.describe('on a phone, before any choice of cookies', () => {
  test.use({ ...PHONE, consent: 'unset' });

  test('the calendar is a sheet, and closing it leads back to its button', async ({ page, email }) => {
    await openHydrated(page, '/booking');
    await dateButton(page).tap();
    const sheet = page.getByRole('dialog', { name: 'Choisissez vos dates' });
    await expect(sheet.getByRole('gridcell').first()).toBeVisible();
    // The sheet slides in: wait until it is at rest.
    const endOf = (box: Awaited<ReturnType<typeof sheet.boundingBox>>) => (box?.y ?? 0) + (box?.height ?? 0);
    await expect.poll(async () => Math.round(endOf(await sheet.boundingBox()))).toBe(PHONE.viewport.height);
    expect(await sheet.boundingBox()).toMatchObject({ x: 0, width: PHONE.viewport.width });
    await pickDay(page, SOON);
    await pickDay(page, LATER);
    await sheet.getByRole('button', { name: 'Valider (2 dates)' }).tap();
    await expect(sheet).toBeHidden();
    await expect(dateButton(page)).toBeFocused();

    await page.getByRole('textbox', { name: 'Nom complet' }).fill(VISITOR);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('button', { name: SEND }).tap();
    await expectBooked(page, email);
  });
});

test('a booking stores the wish for AGEFICE funding and the telephone', async ({ page, email }) => {
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, [SOON]);
  await page.getByRole('textbox', { name: 'Téléphone' }).fill('06 39 98 00 00');
  await page.getByRole('checkbox', { name: 'Je souhaite bénéficier du financement AGEFICE' }).check();
  await sendBooking(page);
  await expect(notice(page, 'Réservation envoyée !')).toContainText('avec financement AGEFICE');
  expect(await readInbox(email)).toMatchObject([{ phone: '06 39 98 00 00', isAgefice: true, dates: [SOON] }]);
});

test('a day before today cannot be picked', async ({ page }) => {
  const removeYesterday = page.getByRole('button', { name: `Retirer le ${inFrench(parisDay(-1))}` });
  await openHydrated(page, '/booking');
  await dateButton(page).click();
  await tabToDays(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await pickDay(page, SOON);
  await expect(removeYesterday).toHaveCount(0);
  // Visible only if yesterday is in the current month.
  for (const cell of await dayCell(page, parisDay(-1)).all()) await cell.click({ force: true });
  await pickDay(page, LATER);
  await expect(removeYesterday).toHaveCount(0);
});

test('the form asks first for a date, then for the empty fields, then for a valid e-mail', async ({ page, email }) => {
  await openHydrated(page, '/booking');
  await sendBooking(page);
  await expect(notice(page, 'Veuillez sélectionner au moins une date')).toContainText('Erreur');
  await pickDay(page, SOON);
  await page.keyboard.press('Escape');
  await sendBooking(page);
  await expect(notice(page, 'Veuillez remplir tous les champs obligatoires')).toContainText('Erreur');
  await page.getByRole('textbox', { name: 'Nom complet' }).fill(VISITOR);
  const field = page.getByRole('textbox', { name: 'E-mail' });
  await field.fill('camille@');
  await sendBooking(page);
  await expect(notice(page, "L'email doit être valide")).toContainText('Erreur');
  await expect(field).toHaveAccessibleDescription(/L'email doit être valide/);
  await expect(field).toBeFocused();
  await field.fill(email);
  await expect(notice(page, 'Erreur')).toHaveCount(0);
  await expect(field).not.toHaveAccessibleDescription(/L'email doit être valide/);
});
