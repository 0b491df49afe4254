import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parisDay } from './support/days';
import { FORMS, goBackTo, openFilled } from './support/forms';
import { notice, scrollY, stopClock } from './support/page-parts';
import { PHONE } from './support/screens';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';

test.use(PHONE);

const recap = (page: Page) => page.getByRole('group', { name: 'Ce que vous avez envoyé' });

for (const [name, form] of Object.entries(FORMS)) {
  test(
    `${name}: a touch of the recap keeps the visitor on the page`,
    longUnless(name === 'booking'),
    async ({ page, email }) => {
      await openFilled(page, form, email);
      await page.clock.install();
      await form.send(page);
      await recap(page).getByText('Ce que vous avez envoyé').tap();
      await expect(recap(page).getByText('Vous restez sur cette page.')).toBeVisible();
      await page.clock.runFor('01:00');
      await expect(page).toHaveURL(form.path);
      await expect(recap(page).getByText(email)).toBeVisible();
    },
  );

  test(
    `${name}: a visitor who touches nothing is taken home, and Back opens the top of the form`,
    longUnless(name === 'booking'),
    async ({ page, email }) => {
      await openFilled(page, form, email);
      await form.send(page);
      await expect(recap(page).getByRole('status')).toBeInViewport();
      await expect(page).toHaveURL('/');
      await goBackTo(page, form);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      expect(await scrollY(page)).toBe(0);
    },
  );
}

test('the touch that removes a button does not press the button that takes its place', async ({ page, email }) => {
  await openFilled(page, FORMS.booking, email);
  await page.clock.install();
  await FORMS.booking.send(page);
  await recap(page).getByRole('button', { name: 'Rester ici' }).tap();
  await expect(recap(page).getByRole('button', { name: 'Rester ici' })).toHaveCount(0);
  await page.clock.runFor('01:00');
  await expect(page).toHaveURL('/booking');
});

test('the notice of a booking offers a calendar file on the home page until it is closed', async ({ page, email }) => {
  await openFilled(page, FORMS.booking, email);
  await stopClock(page);
  await FORMS.booking.send(page);
  const sent = notice(page, FORMS.booking.sent);
  await expect(sent).toBeVisible();
  await page.clock.runFor(1900);
  await expect(page).toHaveURL('/booking');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/');
  await page.clock.runFor('01:00');
  const link = sent.getByRole('link', { name: 'Ajouter les 2 dates à mon agenda' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.tap()]);
  expect(download.suggestedFilename()).toBe('demande-de-dates.ics');
  const file = await readFile(await download.path(), 'utf8');
  for (const day of [parisDay(4), parisDay(9)]) {
    expect(file).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`);
  }
  await expect(page).toHaveURL('/');
  await sent.getByRole('button', { name: 'Fermer' }).tap();
  await expect(sent).toHaveCount(0);
});
