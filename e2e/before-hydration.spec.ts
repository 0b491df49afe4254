import type { Page } from '@playwright/test';
import { CHANGES } from './support/foreign-changes';
import { notice } from './support/form-states';
import {
  contactField,
  fillBooking,
  parisDay,
  pickDay,
  SEND,
  sendBooking,
  VISITOR,
  waitForHydration,
} from './support/forms';
import { readInbox } from './support/received';
import { PHONE } from './support/screens';
import { AGEFICE, NOTICES } from './support/specification';
import { expect, holdRequests, openHeldBack, test } from './support/test';

const opener = (page: Page) => page.getByRole('button', { name: 'Choisir des dates' });

test('what was typed and pressed before hydration counts: the calendar opens, and the values are sent', async ({
  page,
  email,
}) => {
  const proceed = await openHeldBack(page, '/booking');
  await fillBooking(page, email);
  await page.getByRole('checkbox', { name: AGEFICE }).check();
  await expect(page.getByRole('button', { name: SEND })).toBeDisabled();
  await opener(page).click();
  proceed();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const day = parisDay(20);
  await pickDay(page, day);
  await page.keyboard.press('Escape');
  await sendBooking(page);
  await expect(notice(page, NOTICES.bookingSent)).toContainText(NOTICES.withFunding);
  expect(await readInbox(email)).toMatchObject([{ name: VISITOR, isAgefice: true, dates: [day] }]);
});

test('Enter before hydration sends nothing, and what is typed during hydration is kept', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    // The shell reports that the page is live.
    const isReport = request.url().endsWith('/rest/v1/live_pages');
    if ((request.method() !== 'GET' && !isReport) || request.url().includes('?')) sent.push(request.url());
  });
  const proceed = await openHeldBack(page, '/contact');
  const field = contactField(page, 'Prénom');
  await field.press('Enter');
  proceed();
  await field.pressSequentially('Anne-Sophie de la Tour', { delay: 20 });
  await waitForHydration(page);
  await expect(field).toHaveValue('Anne-Sophie de la Tour');
  await expect(field).toBeFocused();
  await expect(page).toHaveURL('/contact');
  expect(sent).toEqual([]);
});

test.describe('on a phone, before any script has loaded', () => {
  test.use(PHONE);
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Choisissez vos dates' });

  test('a sheet that was closed again stays closed', async ({ page }) => {
    const proceed = await openHeldBack(page, '/booking');
    await opener(page).tap();
    await expect(sheet(page).getByText('Ouverture du calendrier…')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    proceed();
    await waitForHydration(page);
    await expect(sheet(page)).toBeHidden();
  });

  test('the calendar fills the open sheet, also on a page that a translator changed', async ({ page, problems }) => {
    problems.tolerate(/could not be hydrated/);
    const proceed = await openHeldBack(page, '/booking');
    await opener(page).tap();
    await expect(sheet(page)).toBeVisible();
    await page.evaluate(CHANGES['a translator wraps every text']);
    proceed();
    await expect(page.getByRole('dialog').getByRole('gridcell').first()).toBeVisible();
  });

  test('the message of a shell that does not load is not covered by the sheet', async ({ page, problems }) => {
    problems.tolerate(/\/r\/shell\//);
    await page.route('**/r/shell/**/main.js', (route) => route.abort());
    const proceed = await holdRequests(page, '**/r/shell/**/main.js');
    await page.goto('/booking', { waitUntil: 'commit' });
    await opener(page).tap();
    await expect(sheet(page)).toBeVisible();
    proceed();
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: 'Aucun formulaire ne peut partir' })).toBeVisible();
  });
});
