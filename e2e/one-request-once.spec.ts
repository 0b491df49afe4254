import type { Page } from '@playwright/test';
import { FORMS, type Form, goBackTo, openFilled, sendAndGoHome } from './support/forms';
import { waitForHydration } from './support/hydration';
import { readInbox } from './support/inbox';
import { notice } from './support/page-parts';
import { LOST_CALL, loseAnswer } from './support/sending';
import { expect, test } from './support/test';
import { LONG, longUnless } from './support/tier';

/** The console's message about a request that is already stored, which the form treats as a success. */
const STORED_ALREADY = /status of 409/;

const emailField = (page: Page) => page.getByRole('textbox', { name: 'E-mail' });

async function expectStoredOnce({ entry }: Form, email: string) {
  expect(await readInbox(email)).toEqual([expect.objectContaining(entry)]);
}

for (const [name, form] of Object.entries(FORMS)) {
  const presses: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    'a double click': (page) => page.getByRole('button', { name: form.button, exact: true }).dblclick(),
    'Enter pressed twice': async (page) => {
      await emailField(page).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    },
  };
  for (const [press, sendTwice] of Object.entries(presses)) {
    test(
      `${name}: ${press} sends one request`,
      longUnless(name === 'booking' && press === 'a double click'),
      async ({ page, email }) => {
        await openFilled(page, form, email);
        await sendTwice(page);
        await expect(notice(page, form.sent)).toHaveCount(1);
        await expectStoredOnce(form, email);
      },
    );
  }

  test(
    `${name}: the same request from two tabs at once is stored once`,
    longUnless(name === 'booking'),
    async ({ page, context, email, problems }) => {
      problems.expect(STORED_ALREADY);
      const tabs = [page, await context.newPage()];
      for (const tab of tabs) await openFilled(tab, form, email);
      await Promise.all(tabs.map((tab) => form.send(tab)));
      await Promise.all(tabs.map((tab) => expect(notice(tab, form.sent)).toBeVisible()));
      await expectStoredOnce(form, email);
    },
  );

  test(
    `${name}: a request repeated after Back and after a reload is stored once`,
    LONG,
    async ({ page, email, problems }) => {
      problems.expect(STORED_ALREADY);
      await openFilled(page, form, email);
      await sendAndGoHome(page, form);
      await goBackTo(page, form);
      await form.fill(page, email);
      await sendAndGoHome(page, form);
      await goBackTo(page, form);
      await page.reload();
      await waitForHydration(page);
      await form.fill(page, email);
      await sendAndGoHome(page, form);
      await expectStoredOnce(form, email);
    },
  );
}

const CUTS = [
  { table: 'contacts', form: FORMS.contact, noise: [STORED_ALREADY] },
  { table: 'reservations', form: FORMS.booking, noise: [STORED_ALREADY] },
  { table: 'reservation_dates', form: FORMS.booking, noise: [] },
] as const;

for (const { table, form, noise } of CUTS) {
  test(
    `${table}: a retry after a lost answer stores nothing twice`,
    longUnless(table === 'reservation_dates'),
    async ({ page, email, problems }) => {
      problems.expect(new RegExp(`request failed: .*/rest/v1/${table}`), ...noise);
      problems.tolerate(...LOST_CALL);
      await loseAnswer(page, table);
      await openFilled(page, form, email);
      await form.send(page);
      await expect(notice(page, form.failed)).toContainText('Erreur');
      expect(await readInbox(email)).toHaveLength(1);
      await expect(emailField(page)).toHaveValue(email);
      await expect(page).toHaveURL(form.path);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      await expectStoredOnce(form, email);
    },
  );

  test(
    `${table}: a repeat after a lost answer and a reload stores nothing twice`,
    longUnless(table === 'reservations'),
    async ({ page, email, problems }) => {
      problems.expect(new RegExp(`request failed: .*/rest/v1/${table}`), STORED_ALREADY);
      problems.tolerate(...LOST_CALL);
      await loseAnswer(page, table);
      await openFilled(page, form, email);
      await form.send(page);
      await expect(notice(page, form.failed)).toBeVisible();
      await openFilled(page, form, email);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      await expectStoredOnce(form, email);
    },
  );
}

test('a retry after a lost answer stores nothing twice without crypto.subtle', async ({ page, email, problems }) => {
  problems.expect(/request failed: .*\/rest\/v1\/contacts/, STORED_ALREADY);
  problems.tolerate(...LOST_CALL);
  // As on plain HTTP, except on localhost.
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined }));
  await loseAnswer(page, 'contacts');
  await openFilled(page, FORMS.contact, email);
  await FORMS.contact.send(page);
  await expect(notice(page, FORMS.contact.failed)).toBeVisible();
  await FORMS.contact.send(page);
  await expect(notice(page, FORMS.contact.sent)).toBeVisible();
  await expectStoredOnce(FORMS.contact, email);
});
