import { notice } from './support/form-states';
import {
  FORMS,
  LOST_CALL,
  loseAnswer,
  openFilled,
  removeButtons,
  STORED_ALREADY,
  sendBooking,
  waitForHydration,
} from './support/forms';
import { readInbox } from './support/received';
import { expect, test } from './support/test';

const { entry, failed, sent } = FORMS.booking;
const LOST_DATES = /request failed: .*\/rest\/v1\/reservation_dates/;

test('a booking whose answer is lost is stored once when it is sent again after a reload', async ({
  page,
  email,
  problems,
}) => {
  problems.expect(/request failed: .*\/rest\/v1\/reservations/, STORED_ALREADY);
  problems.tolerate(...LOST_CALL);
  await loseAnswer(page);
  await openFilled(page, FORMS.booking, email);
  await sendBooking(page);
  await expect(notice(page, failed)).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await sendBooking(page);
  await expect(notice(page, 'Demande déjà envoyée')).toBeVisible();
  expect(await readInbox(email)).toEqual([expect.objectContaining(entry)]);
});

test('a booking whose dates are lost adds other dates to the same reservation when it is sent again', async ({
  page,
  email,
  problems,
}) => {
  problems.expect(LOST_DATES);
  problems.tolerate(...LOST_CALL);
  await page.route('**/rest/v1/reservation_dates*', (route) => route.abort(), { times: 1 });
  await openFilled(page, FORMS.booking, email);
  await sendBooking(page);
  await expect(notice(page, failed)).toBeVisible();
  await expect(page).toHaveURL('/booking');
  await expect(removeButtons(page)).toHaveCount(entry.dates.length);
  expect(await readInbox(email)).toMatchObject([{ dates: [] }]);
  await removeButtons(page).first().click();
  await sendBooking(page);
  await expect(notice(page, sent)).toBeVisible();
  expect(await readInbox(email)).toMatchObject([{ dates: entry.dates.slice(1) }]);
});
