import type { Page } from '@playwright/test';
import { prepareBooking, removeButtons, sendBooking, VISITOR } from './support/booking';
import { parisDay } from './support/days';
import { readInbox } from './support/inbox';
import { openLive } from './support/live';
import { notice } from './support/page-parts';
import { expect, test } from './support/test';

const DAYS = [parisDay(4), parisDay(9)];
const NETWORK_NOISE = [/console: .*ERR_FAILED/, /console: .*Failed to fetch/];

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

test('when the dates are lost on their way, the next press adds them to the same reservation', async ({
  page,
  email,
  problems,
}) => {
  problems.expect(/request failed: .*\/rest\/v1\/reservation_dates/);
  problems.tolerate(...NETWORK_NOISE);
  await page.route('**/rest/v1/reservation_dates*', (route) => route.abort(), { times: 1 });
  await openLive(page, '/booking');
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expectRefusedAndKept(page, email);
  expect(await readInbox(email)).toMatchObject([{ dates: [] }]);
  await sendBooking(page);
  await expectBookedOnce(page, email);
});

test('when only the answer is lost, the next press makes no second reservation', async ({ page, email, problems }) => {
  problems.expect(/request failed: .*\/rest\/v1\/reservations/, /status of 409/);
  problems.tolerate(...NETWORK_NOISE);
  await page.route(
    '**/rest/v1/reservations*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await openLive(page, '/booking');
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expectRefusedAndKept(page, email);
  await sendBooking(page);
  await expectBookedOnce(page, email);
});

test('when the answer to the dates is lost, the next press stores none of them twice', async ({
  page,
  email,
  problems,
}) => {
  problems.expect(/request failed: .*\/rest\/v1\/reservation_dates/);
  problems.tolerate(...NETWORK_NOISE);
  await page.route(
    '**/rest/v1/reservation_dates*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await openLive(page, '/booking');
  await prepareBooking(page, email, DAYS);
  await sendBooking(page);
  await expectRefusedAndKept(page, email);
  await sendBooking(page);
  await expectBookedOnce(page, email);
});
