import type { Page } from '@playwright/test';
import { pickDay, sendBooking, VISITOR } from './support/booking';
import { CONTACT, contactField, sendContact } from './support/contact';
import { parisDay } from './support/days';
import { CHANGES } from './support/foreign-changes';
import { holdRequests } from './support/hold-requests';
import { waitForHydration } from './support/hydration';
import { readInbox } from './support/inbox';
import { footerLink, notice } from './support/page-parts';
import { PHONE } from './support/screens';
import { expect, test } from './support/test';
import { LONG, longUnless } from './support/tier';

const AGEFICE = 'Je souhaite bénéficier du financement AGEFICE';
const MESSAGE = 'Bonjour,\nje suis pressée.';

/** Opens a page whose scripts load when the returned function is called. */
async function openHeldBack(page: Page, path: string) {
  const release = await holdRequests(page, '**/r/**/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return release;
}

function countRequests(page: Page) {
  const requests: string[] = [];
  page.on('request', (request) => {
    // The shell reports that the page is live.
    const isReport = request.url().endsWith('/rest/v1/live_pages');
    if ((request.method() !== 'GET' && !isReport) || request.url().includes('?')) requests.push(request.url());
  });
  return requests;
}

test('values typed in the booking form before hydration are sent', async ({ page, email }) => {
  const release = await openHeldBack(page, '/booking');
  await page.getByRole('textbox', { name: 'Nom complet' }).fill(VISITOR);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('checkbox', { name: AGEFICE }).check();
  await expect(page.getByRole('button', { name: 'Envoyer ma réservation' })).toBeDisabled();
  release();
  await waitForHydration(page);
  const day = parisDay(30);
  await pickDay(page, day);
  await page.keyboard.press('Escape');
  await sendBooking(page);
  await expect(notice(page, 'Réservation envoyée !')).toContainText('avec financement AGEFICE');
  expect(await readInbox(email)).toMatchObject([{ name: VISITOR, isAgefice: true, dates: [day] }]);
});

test('values typed in the contact form before hydration are sent', LONG, async ({ page, email }) => {
  const release = await openHeldBack(page, '/contact');
  for (const [name, value] of Object.entries({ ...CONTACT, 'E-mail': email, 'Votre message': MESSAGE })) {
    await contactField(page, name).fill(value);
  }
  await page.getByRole('checkbox', { name: AGEFICE }).check();
  release();
  await waitForHydration(page);
  await sendContact(page);
  await expect(notice(page, 'Formulaire envoyé !')).toContainText('avec financement AGEFICE');
  expect(await readInbox(email)).toMatchObject([{ name: 'Camille Martin', message: MESSAGE, isAgefice: true }]);
});

for (const { path, field } of [
  { path: '/booking', field: 'Nom complet' },
  { path: '/contact', field: 'Prénom' },
]) {
  test(
    `Enter in the form of ${path} before hydration sends nothing and leaves the address unchanged`,
    longUnless(path === '/booking'),
    async ({ page }) => {
      const requests = countRequests(page);
      const release = await openHeldBack(page, path);
      await contactField(page, field).fill('Camille');
      await contactField(page, field).press('Enter');
      release();
      await waitForHydration(page);
      await expect(contactField(page, field)).toHaveValue('Camille');
      await expect(page).toHaveURL(path);
      expect(requests).toEqual([]);
    },
  );
}

test('a value typed during hydration is kept', async ({ page }) => {
  const release = await openHeldBack(page, '/contact');
  const field = contactField(page, 'Prénom');
  await field.focus();
  release();
  await field.pressSequentially('Anne-Sophie de la Tour', { delay: 20 });
  await waitForHydration(page);
  await expect(field).toHaveValue('Anne-Sophie de la Tour');
  await expect(field).toBeFocused();
});

test('links work before any script has loaded', async ({ page }) => {
  await openHeldBack(page, '/');
  await page.getByRole('link', { name: 'Réserver ma date' }).click();
  await expect(page).toHaveURL('/booking');
  await page.getByRole('link', { name: 'Contacter le support' }).click();
  await expect(page).toHaveURL('/contact');
  await footerLink(page, '/mentions-legales').click();
  await expect(page).toHaveURL('/mentions-legales');
  await page.getByRole('banner').getByRole('link', { name: 'Réserver ma session' }).click();
  await expect(page).toHaveURL('/#cta');
  await expect(page.locator('#cta').getByRole('heading')).toBeVisible();
});

test.describe('on a phone, before any script has loaded', () => {
  test.use(PHONE);
  const opener = (page: Page) => page.getByRole('button', { name: 'Choisir des dates' });
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Choisissez vos dates' });

  test('« Choisir des dates » opens the sheet, which the calendar then fills', async ({ page }) => {
    const release = await openHeldBack(page, '/booking');
    await opener(page).tap();
    await expect(sheet(page).getByText('Ouverture du calendrier…')).toBeVisible();
    release();
    await expect(sheet(page).getByRole('gridcell').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
  });

  test('a sheet that was closed again stays closed', async ({ page }) => {
    const release = await openHeldBack(page, '/booking');
    for (const close of ['Escape', 'Fermer']) {
      await opener(page).tap();
      if (close === 'Escape') await page.keyboard.press(close);
      else await sheet(page).getByRole('button', { name: close, exact: true }).tap();
      await expect(sheet(page)).toBeHidden();
    }
    release();
    await waitForHydration(page);
    await expect(sheet(page)).toBeHidden();
    await opener(page).tap();
    await expect(sheet(page).getByRole('gridcell').first()).toBeVisible();
  });

  test('a page that a translator changed keeps the sheet open', async ({ page, problems }) => {
    problems.tolerate(/could not be hydrated/);
    const release = await openHeldBack(page, '/booking');
    await opener(page).tap();
    await expect(sheet(page)).toBeVisible();
    await page.evaluate(CHANGES['a translator wraps every text']);
    release();
    await expect(page.getByRole('dialog').getByRole('gridcell').first()).toBeVisible();
  });

  test('the message of a shell that does not load is not covered by the sheet', async ({ page, problems }) => {
    problems.tolerate(/\/r\/shell\//);
    await page.route('**/r/shell/**/main.js', (route) => route.abort());
    const release = await holdRequests(page, '**/r/shell/**/main.js');
    await page.goto('/booking', { waitUntil: 'commit' });
    await opener(page).tap();
    await expect(sheet(page)).toBeVisible();
    release();
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: 'Aucun formulaire ne peut partir' })).toBeVisible();
  });
});
