import { sendBooking } from './support/booking';
import { CONTACT, contactField, fillContact, sendContact } from './support/contact';
import { openHydrated } from './support/hydration';
import { loadedAt, notice } from './support/page-parts';
import { expect, test } from './support/test';

const SENT = 'Formulaire envoyé !';

test('a success notice stays after the return home and closes by itself after 5 s', async ({ page, email }) => {
  await openHydrated(page, '/contact');
  const start = await loadedAt(page);
  await fillContact(page, email);
  await sendContact(page);
  await expect(notice(page, SENT)).toBeVisible();
  const shownAt = Date.now();
  await page.waitForURL('/');
  const homeAfter = Date.now() - shownAt;
  await expect(notice(page, SENT)).toBeVisible();
  await expect(notice(page, SENT)).toHaveCount(0, { timeout: 8000 });
  const closedAfter = Date.now() - shownAt;
  expect(homeAfter).toBeGreaterThan(1500);
  expect(homeAfter).toBeLessThan(4000);
  expect(closedAfter).toBeGreaterThan(4500);
  expect(closedAfter).toBeLessThan(7500);
  expect(await loadedAt(page)).toBe(start);
});

test('a success notice under the pointer stays, and closes with its button', async ({ page, email }) => {
  await openHydrated(page, '/contact');
  await fillContact(page, email);
  await sendContact(page);
  await notice(page, SENT).hover();
  await page.clock.install();
  await page.waitForURL('/');
  await notice(page, SENT).getByRole('button', { name: 'Fermer' }).click();
  await expect(notice(page, SENT)).toHaveCount(0);
});

test('after a success the form is empty again', async ({ page, email }) => {
  await openHydrated(page, '/contact');
  await fillContact(page, email);
  await sendContact(page);
  await expect(notice(page, SENT)).toBeVisible();
  for (const name of [...Object.keys(CONTACT), 'E-mail']) await expect(contactField(page, name)).toHaveValue('');
});

test('an error notice stays, on other pages too, until it is closed', async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, '/booking');
  await sendBooking(page);
  const refused = notice(page, 'Veuillez sélectionner au moins une date');
  await expect(refused.getByRole('alert')).toContainText('Erreur');
  await page.clock.runFor('02:00');
  await expect(refused).toBeVisible();
  await page.getByRole('link', { name: 'Contacter le support' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(refused).toBeVisible();
  await refused.getByRole('button', { name: 'Fermer' }).click();
  await expect(refused).toHaveCount(0);
});
