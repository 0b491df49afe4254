import type { Page } from '@playwright/test';
import { prepareBooking, removeButtons, sendBooking, VISITOR } from './support/booking';
import { parisDay } from './support/days';
import { openHydrated, waitForHydration } from './support/hydration';
import { readInbox } from './support/inbox';
import { notice } from './support/page-parts';
import { LOST_CALL } from './support/sending';
import { expect, test } from './support/test';

const DAYS = [parisDay(4), parisDay(9)];

/** Aborts the next call that adds dates. */
const loseDates = (page: Page) => page.route('**/rest/v1/reservation_dates*', (route) => route.abort(), { times: 1 });

async function expectRefusedAndKept(page: Page, email: string) {
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

test('a retry after lost dates adds them to the same reservation', async ({ page, email, problems }) => {
  problems.expect(/request failed: .*\/rest\/v1\/reservation_dates/);
  problems.tolerate(...LOST_CALL);
  await loseDates(page);
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expectRefusedAndKept(page, email);
  expect(await readInbox(email)).toMatchObject([{ dates: [] }]);
  await sendBooking(page);
  await expectBookedOnce(page, email);
});

test('a booking repeated after a reload adds its dates to the same reservation', async ({ page, email, problems }) => {
  problems.expect(/request failed: .*\/rest\/v1\/reservation_dates/, /status of 409/);
  problems.tolerate(...LOST_CALL);
  await loseDates(page);
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expectRefusedAndKept(page, email);
  await page.reload();
  await waitForHydration(page);
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expectBookedOnce(page, email);
});

test('a retry with other dates adds them to the same reservation', async ({ page, email, problems }) => {
  problems.expect(/request failed: .*\/rest\/v1\/reservation_dates/);
  problems.tolerate(...LOST_CALL);
  await loseDates(page);
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expectRefusedAndKept(page, email);
  await removeButtons(page).first().click();
  await sendBooking(page);
  await expect(notice(page, 'Réservation envoyée !')).toBeVisible();
  expect(await readInbox(email)).toMatchObject([{ dates: DAYS.slice(1) }]);
});
