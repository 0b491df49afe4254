import type { Page } from '@playwright/test';
import { prepareBooking, removeButtons, sendBooking, VISITOR } from './support/booking';
import { parisDay } from './support/days';
import { openHydrated, waitForHydration } from './support/hydration';
import { readInbox } from './support/inbox';
import { notice } from './support/page-parts';
import type { Problems } from './support/problems';
import { LOST_CALL } from './support/sending';
import { expect, test } from './support/test';
import { LONG } from './support/tier';

const DAYS = [parisDay(4), parisDay(9)];

/** Sends a booking whose call that adds dates is aborted. */
async function bookWithLostDates(page: Page, email: string, problems: Problems) {
  problems.expect(/request failed: .*\/rest\/v1\/reservation_dates/);
  problems.tolerate(...LOST_CALL);
  await page.route('**/rest/v1/reservation_dates*', (route) => route.abort(), { times: 1 });
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expect(notice(page, 'Une erreur est survenue. Veuillez réessayer.')).toContainText('Erreur');
  await expect(page.getByRole('textbox', { name: 'Nom complet' })).toHaveValue(VISITOR);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expect(removeButtons(page)).toHaveCount(DAYS.length);
  await expect(page).toHaveURL('/booking');
}

async function expectBookedOnce(page: Page, email: string) {
  await expect(notice(page, 'Réservation envoyée !')).toBeVisible();
  expect(await readInbox(email)).toMatchObject([{ kind: 'reservation', name: VISITOR, dates: DAYS }]);
}

test('a retry after lost dates adds them to the same reservation', LONG, async ({ page, email, problems }) => {
  await bookWithLostDates(page, email, problems);
  expect(await readInbox(email)).toMatchObject([{ dates: [] }]);
  await sendBooking(page);
  await expectBookedOnce(page, email);
});

test('a booking repeated after a reload adds its dates to the same reservation', async ({ page, email, problems }) => {
  problems.expect(/status of 409/);
  await bookWithLostDates(page, email, problems);
  await page.reload();
  await waitForHydration(page);
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expectBookedOnce(page, email);
});

test('a retry with other dates adds them to the same reservation', async ({ page, email, problems }) => {
  await bookWithLostDates(page, email, problems);
  await removeButtons(page).first().click();
  await sendBooking(page);
  await expect(notice(page, 'Réservation envoyée !')).toBeVisible();
  expect(await readInbox(email)).toMatchObject([{ dates: DAYS.slice(1) }]);
});
