import type { Locator, Page } from '@playwright/test';
import { dateButton, pickDay, prepareBooking, sendBooking } from './support/booking';
import { contactField, fillContact, sendContact } from './support/contact';
import { inFrench, parisDay } from './support/days';
import { holdRequests } from './support/hold-requests';
import { openHydrated } from './support/hydration';
import { consentBanner, notice } from './support/page-parts';
import { UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/routes';
import {
  AGEFICE,
  CONTACT_RULES,
  COOKIE_BANNER,
  COOKIE_DIALOG,
  NOT_FOUND,
  NOTICES,
  PAGES,
  SENDING,
  UNEXPECTED,
} from './support/specification';
import { expect, test } from './support/test';

const CONTACTS = '**/rest/v1/contacts*';
const RESERVATIONS = '**/rest/v1/reservations*';
const DAYS = [parisDay(6), parisDay(12)];

const control = (part: Locator, name: string) =>
  part.getByRole('link', { name, exact: true }).or(part.getByRole('button', { name, exact: true }));

/** Matches with a pattern: Playwright treats all kinds of spaces in strings alike. */
async function expectLiteral(part: Locator, words: string) {
  await expect(part).toBeVisible();
  await expect(part).toHaveText(new RegExp(`^\\s*${words.replace(/[.()?*+]/g, '\\$&')}\\s*$`));
}

const titleOf = (shown: Locator, title: string) => shown.getByText(title, { exact: true });

async function expectNotice(page: Page, [title, description]: readonly [string, string]) {
  const shown = notice(page, description);
  await expectLiteral(titleOf(shown, title), title);
  await expectLiteral(shown.getByText(description, { exact: true }), description);
}

for (const [path, { title, controls, words }] of Object.entries(PAGES)) {
  test(`the page ${path} has the specified texts`, async ({ page }) => {
    await openHydrated(page, path);
    const main = page.getByRole('main');
    const header = page.getByRole('banner');
    if (title) await expectLiteral(main.getByRole('heading', { level: 1 }), title);
    for (const name of controls) await expectLiteral(control(main, name).first(), name);
    for (const text of words) expect(await main.textContent()).toContain(text);
    await expectLiteral(control(header, 'Réserver ma session'), 'Réserver ma session');
    await expect(header.locator('a[href="/"]:has(svg)')).toHaveCount(path === '/' ? 0 : 1);
  });
}

test('the contact form has the specified labels, and refuses values that are too short', async ({ page }) => {
  await openHydrated(page, '/contact');
  await test.step('it has its labels in order, its placeholder and its optional message', async () => {
    const fields = page.getByRole('main').getByRole('textbox');
    const names = ['Prénom', 'Nom', 'E-mail', 'Téléphone', 'Votre message'];
    for (const [at, name] of names.entries()) await expect(fields.nth(at)).toHaveAccessibleName(name);
    await expect(contactField(page, 'Prénom')).toHaveAttribute('placeholder', /\S/);
    await expect(contactField(page, 'E-mail')).toHaveAttribute('type', 'email');
    await expect(contactField(page, 'Téléphone')).toHaveAttribute('type', 'tel');
    await expect(contactField(page, 'Votre message')).not.toHaveAttribute('required');
    await expect(page.getByRole('checkbox', { name: AGEFICE })).not.toBeChecked();
  });
  for (const { field, tooLittle } of CONTACT_RULES) await contactField(page, field).fill(tooLittle);
  await sendContact(page);
  for (const { field, tooLittle, enough, message } of CONTACT_RULES) {
    await test.step(`« ${tooLittle} » in ${field} is too short, « ${enough} » is long enough`, async () => {
      await expectLiteral(page.getByRole('main').getByText(message, { exact: true }).last(), message);
      await expect(contactField(page, field)).toHaveAccessibleDescription(new RegExp(`${message}$`));
      await contactField(page, field).fill(enough);
      await expect(contactField(page, field)).not.toHaveAccessibleDescription(new RegExp(message));
    });
  }
});

for (const isFunded of [false, true]) {
  const funding = isFunded ? NOTICES.withFunding : NOTICES.withoutFunding;

  test(`a message ${funding} shows the specified texts`, async ({ page, email }) => {
    const answer = await holdRequests(page, CONTACTS);
    await openHydrated(page, '/contact');
    await fillContact(page, email);
    if (isFunded) await page.getByRole('checkbox', { name: AGEFICE }).check();
    await sendContact(page);
    const sending = page.getByRole('button', { name: SENDING, exact: true });
    await expectLiteral(sending, SENDING);
    await expect(sending).toBeDisabled();
    answer();
    const sent = notice(page, NOTICES.contactSent);
    await expectLiteral(titleOf(sent, NOTICES.contactSent), NOTICES.contactSent);
    await expect(sent).toContainText(funding);
    await expect(sent).toContainText(await ownerAddress(page));
  });

  test(`a booking ${funding} shows the specified texts`, async ({ page, email }) => {
    const answer = await holdRequests(page, RESERVATIONS);
    await openHydrated(page, '/booking');
    await prepareBooking(page, email, DAYS);
    await expect(dateButton(page)).toHaveText('2 date(s) sélectionnée(s)');
    if (isFunded) await page.getByRole('checkbox', { name: AGEFICE }).check();
    await sendBooking(page);
    const sending = page.getByRole('button', { name: SENDING, exact: true });
    await expectLiteral(sending, SENDING);
    await expect(sending).toBeDisabled();
    answer();
    const sent = notice(page, NOTICES.bookingSent);
    await expectLiteral(titleOf(sent, NOTICES.bookingSent), NOTICES.bookingSent);
    for (const words of [funding, await ownerAddress(page), ...DAYS.map(inFrench)]) {
      await expect(sent).toContainText(words);
    }
  });
}

const ownerAddress = async (page: Page) =>
  (await page.getByRole('contentinfo').locator('a[href^="mailto:"]').textContent()) ?? '';

test('a message that fails shows the specified texts', async ({ page, email, problems }) => {
  problems.expect(/status of 500/, /^console: (?!Failed to load resource)/);
  await page.route(CONTACTS, (route) => route.fulfill({ status: 500, json: { message: 'refused' } }));
  await openHydrated(page, '/contact');
  await fillContact(page, email);
  await sendContact(page);
  await expectNotice(page, NOTICES.contactFailed);
  await expect(page.getByRole('button', { name: 'Envoyer', exact: true })).toBeEnabled();
});

for (const table of ['reservations', 'reservation_dates']) {
  test(`a booking whose ${table} fail shows the specified texts`, async ({ page, email, problems }) => {
    problems.expect(/status of 500/, /^console: (?!Failed to load resource)/);
    await page.route(`**/rest/v1/${table}*`, (route) => route.fulfill({ status: 500, json: { message: 'refused' } }));
    await openHydrated(page, '/booking');
    await prepareBooking(page, email, DAYS);
    await sendBooking(page);
    await expectNotice(page, NOTICES.bookingFailed);
    await expect(page.getByRole('button', { name: 'Envoyer ma réservation' })).toBeEnabled();
  });
}

test('a booking without a date, then without its fields, shows the specified texts', async ({ page }) => {
  await openHydrated(page, '/booking');
  await expect(page.getByRole('textbox', { name: 'Nom complet' })).toHaveAttribute('required');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('required');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('type', 'email');
  await expect(page.getByRole('textbox', { name: 'Téléphone' })).not.toHaveAttribute('required');
  await sendBooking(page);
  await expectNotice(page, NOTICES.noDate);
  await pickDay(page, parisDay(6));
  await expect(dateButton(page)).toHaveText('1 date(s) sélectionnée(s)');
  await page.keyboard.press('Escape');
  await sendBooking(page);
  await expectNotice(page, NOTICES.fieldMissing);
});

test('the cookie policy’s status and dialog have the specified texts', async ({ page }) => {
  await openHydrated(page, '/politique-de-cookies');
  const main = page.getByRole('main');
  await expect(main).toContainText(/refusé/i);
  await main.getByRole('button', { name: /préférences/i }).click();
  const dialog = page.getByRole('dialog', { name: COOKIE_DIALOG.title, exact: true });
  await expectLiteral(dialog.getByRole('heading'), COOKIE_DIALOG.title);
  for (const name of COOKIE_DIALOG.buttons) await expectLiteral(control(dialog, name), name);
  await dialog.getByRole('button', { name: 'Accepter' }).click();
  await expect(main).toContainText(/accepté/i);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(main).toContainText(/pas encore/i);
});

test.describe('before any choice', () => {
  test.use({ consent: 'unset' });

  test('the cookie banner has the specified texts', async ({ page }) => {
    await openHydrated(page, '/');
    for (const name of COOKIE_BANNER) await expectLiteral(control(consentBanner(page), name), name);
  });
});

test('an unknown path shows the specified texts', async ({ page, problems }) => {
  problems.expect(...UNKNOWN_PATH_LOGGED);
  await openHydrated(page, UNKNOWN_PATH);
  for (const text of NOT_FOUND) await expectLiteral(page.getByRole('main').getByText(text, { exact: true }), text);
  await expect(page.getByRole('main').getByRole('link', { name: "Retour à l'accueil" })).toBeVisible();
});

test('an unexpected routing error shows the specified text', async ({ page, problems }) => {
  problems.expect(/^console: /);
  await page.addInitScript(() => {
    // The header reads the scroll offset: the only part of the shell that a test can make throw.
    Object.defineProperty(window, 'scrollY', {
      get: () => {
        throw new Error('No position.');
      },
    });
  });
  await page.goto('/contact');
  await expectLiteral(page.getByRole('heading', { level: 1 }), UNEXPECTED);
});
