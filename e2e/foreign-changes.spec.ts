import { CHANGES } from './support/foreign-changes';
import { notice } from './support/form-states';
import { dateButton, fillBooking, parisDay, pickDay, sendBooking, waitForHydration } from './support/forms';
import { readInbox } from './support/received';
import { AGEFICE, NOTICES } from './support/specification';
import { expect, openHeldBack, test } from './support/test';

test.beforeEach(({ problems }) => problems.tolerate(/could not be hydrated/));

test('a password manager that adds elements before hydration costs no value, and the address can be continued', async ({
  page,
  email,
}) => {
  const proceed = await openHeldBack(page, '/booking');
  await fillBooking(page, email);
  const field = page.getByRole('textbox', { name: 'E-mail' });
  await page.evaluate(CHANGES['a password manager adds an element after each field']);
  const composed = await field.elementHandle();
  proceed();
  await waitForHydration(page);
  expect(await composed?.evaluate((node) => node.isConnected), 'React renders anew').toBe(false);
  await expect(field).toBeFocused();
  await page.keyboard.type('-');
  await expect(field).toHaveValue(`${email}-`);
  await expect(page.getByRole('textbox', { name: 'Nom complet' })).toHaveValue('Camille Martin');
});

test('a translator that replaces every text before hydration and while the page runs breaks no form', async ({
  page,
  email,
}) => {
  const proceed = await openHeldBack(page, '/booking');
  await fillBooking(page, email);
  await page.getByRole('checkbox', { name: AGEFICE }).check();
  // A translator changes the names of fields.
  const name = page.locator('#field-name');
  await name.press('Home');
  for (let at = 0; at < 3; at += 1) await name.press('ArrowRight');
  await page.evaluate(CHANGES['a translator wraps every text']);
  proceed();
  await waitForHydration(page);
  await expect(name).toBeFocused();
  await page.keyboard.type('-');
  for (const [at, day] of [parisDay(20), parisDay(21)].entries()) {
    await page.evaluate(CHANGES['a translator wraps every text']);
    await pickDay(page, day);
    await expect(dateButton(page)).toHaveText(`${at + 1} date(s) sélectionnée(s)`);
  }
  await page.evaluate(CHANGES['a translator wraps every text']);
  await page.keyboard.press('Escape');
  await sendBooking(page);
  await expect(notice(page, NOTICES.bookingSent)).toContainText(NOTICES.withFunding);
  await expect(page).toHaveURL('/');
  expect(await readInbox(email)).toMatchObject([{ name: 'Cam-ille Martin', isAgefice: true }]);
});
