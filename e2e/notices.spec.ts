import type { Page } from '@playwright/test';
import { dateButton, fillBooking, pickDay, sendBooking } from './support/booking';
import { CONTACT, contactField, fillContact, sendContact } from './support/contact';
import { parisDay } from './support/days';
import { FORMS, goBackTo, openFilled } from './support/forms';
import { openHydrated } from './support/hydration';
import { footerLink, notice, stopClock } from './support/page-parts';
import { MOVING, PHONE } from './support/screens';
import { LOST_CALL, loseCalls, refuseTooMany, TOO_MANY_CALLS } from './support/sending';
import { expect, test } from './support/test';
import { LONG, longUnless } from './support/tier';

test.use(MOVING);

const SENT = 'Formulaire envoyé !';

test('a success notice stays after the return home and closes by itself after 5 s', async ({ page, email }) => {
  await openHydrated(page, '/contact');
  await page.evaluate(() => Object.assign(window, { isSameLoad: true }));
  await fillContact(page, email);
  await stopClock(page);
  await sendContact(page);
  await expect(notice(page, SENT)).toBeVisible();
  await page.clock.runFor(1900);
  await expect(page).toHaveURL('/contact');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/');
  await page.clock.runFor(2800);
  await expect(notice(page, SENT)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(notice(page, SENT)).toHaveCount(0);
  expect(await page.evaluate('window.isSameLoad')).toBe(true);
});

test('a success notice under the pointer stays, and closes with its button', LONG, async ({ page, email }) => {
  await openHydrated(page, '/contact');
  await fillContact(page, email);
  await sendContact(page);
  await notice(page, SENT).hover();
  await page.clock.install();
  await page.waitForURL('/');
  await notice(page, SENT).getByRole('button', { name: 'Fermer' }).click();
  await expect(notice(page, SENT)).toHaveCount(0);
});

test('the contact form is empty again after a success', LONG, async ({ page, email }) => {
  await openHydrated(page, '/contact');
  await fillContact(page, email);
  await sendContact(page);
  await expect(notice(page, SENT)).toBeVisible();
  for (const name of [...Object.keys(CONTACT), 'E-mail']) await expect(contactField(page, name)).toHaveValue('');
});

test('the notice of a failure stays, on other pages too, until it is closed', async ({ page, email, problems }) => {
  problems.tolerate(...LOST_CALL);
  await loseCalls(page);
  await page.clock.install();
  await openHydrated(page, '/contact');
  await fillContact(page, email);
  await sendContact(page);
  const failed = notice(page, FORMS.contact.failed);
  await expect(failed).toContainText('Erreur');
  await page.clock.runFor('02:00');
  await expect(failed).toBeVisible();
  await footerLink(page, '/booking').click();
  await expect(page).toHaveURL('/booking');
  await expect(failed).toBeVisible();
  await failed.getByRole('button', { name: 'Fermer' }).click();
  await expect(failed).toHaveCount(0);
});

test('the notice of a failure disappears with the next attempt, also after the form was left', async ({
  page,
  email,
  problems,
}) => {
  problems.tolerate(...LOST_CALL);
  await loseCalls(page);
  await openFilled(page, FORMS.booking, email);
  await FORMS.booking.send(page);
  await expect(notice(page, FORMS.booking.failed)).toBeVisible();
  await page.getByRole('link', { name: 'Contacter le support' }).click();
  await expect(page).toHaveURL('/contact');
  await goBackTo(page, FORMS.booking);
  await page.unrouteAll();
  await FORMS.booking.send(page);
  await expect(notice(page, FORMS.booking.sent)).toBeVisible();
  await expect(notice(page, 'Erreur')).toHaveCount(0);
});

test('the notice of a refused booking disappears when the form is corrected and when it is left', async ({ page }) => {
  const refused = notice(page, 'Veuillez sélectionner au moins une date');
  await openHydrated(page, '/booking');
  await sendBooking(page);
  await expect(refused).toContainText('Erreur');
  await pickDay(page, parisDay(3));
  await expect(refused).toHaveCount(0);
  await page.getByRole('button', { name: /^Retirer le / }).click();
  await sendBooking(page);
  await expect(refused).toBeVisible();
  await page.getByRole('link', { name: 'Contacter le support' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(refused).toHaveCount(0);
});

/** How often a screen reader announces a sentence: in live regions, and with the focused element. */
const timesSpoken = (page: Page, sentence: string) =>
  page.evaluate((text) => {
    const live = [...document.querySelectorAll('[role=alert], [role=status], [aria-live]')];
    const focus = document.activeElement;
    const ids = ['aria-labelledby', 'aria-describedby'].flatMap((name) => focus?.getAttribute(name)?.split(' ') ?? []);
    const read = [...live, ...ids.map((id) => document.getElementById(id))];
    return read.filter((element) => element?.textContent?.includes(text)).length;
  }, sentence);

test('a screen reader announces each error once', async ({ page, email, problems }) => {
  problems.tolerate(...LOST_CALL);
  await openHydrated(page, '/booking');
  await sendBooking(page);
  await expect(dateButton(page)).toBeFocused();
  expect(await timesSpoken(page, 'Veuillez sélectionner au moins une date')).toBe(1);
  await pickDay(page, parisDay(3));
  await page.keyboard.press('Escape');
  await sendBooking(page);
  await expect(contactField(page, 'Nom complet')).toBeFocused();
  expect(await timesSpoken(page, 'Veuillez remplir tous les champs obligatoires')).toBe(1);
  await fillBooking(page, 'camille@');
  await sendBooking(page);
  await expect(contactField(page, 'E-mail')).toBeFocused();
  expect(await timesSpoken(page, "L'email doit être valide")).toBe(1);
  await fillBooking(page, email);
  await loseCalls(page);
  await sendBooking(page);
  const failure = 'Votre demande n’est pas partie';
  await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  expect(await timesSpoken(page, failure)).toBe(1);
  expect(await timesSpoken(page, FORMS.booking.failed)).toBe(0);

  await openHydrated(page, '/contact');
  await sendContact(page);
  await expect(page.getByRole('group', { name: /À corriger/ })).toBeFocused();
  expect(await timesSpoken(page, 'Le numéro doit être valide')).toBe(1);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  for (const [name, form] of Object.entries(FORMS)) {
    test(
      `${name}: the notice of a failure does not cover the form's own message`,
      longUnless(name === 'booking'),
      async ({ page, email, problems }) => {
        problems.tolerate(...TOO_MANY_CALLS);
        await refuseTooMany(page);
        await openFilled(page, form, email);
        // Scrolls the button to the lower edge of the screen, where the notice appears.
        await page.getByRole('button', { name: form.button }).evaluate((button) => {
          window.scrollBy({ top: button.getBoundingClientRect().bottom - window.innerHeight, behavior: 'instant' });
        });
        await form.send(page);
        const message = page.getByRole('main').getByText('Réessayez dans 8 minutes');
        await expect(notice(page, form.failed)).toBeVisible();
        const endOf = (box: Awaited<ReturnType<typeof message.boundingBox>>) => (box?.y ?? 0) + (box?.height ?? 0);
        await expect
          .poll(
            async () => endOf(await message.boundingBox()) - ((await notice(page, form.failed).boundingBox())?.y ?? 0),
          )
          .toBeLessThan(0);
      },
    );
  }
});
