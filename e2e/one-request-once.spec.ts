import { notice } from './support/form-states';
import { FORMS, LOST_CALL, openFilled, STORED_ALREADY, sendBooking, waitForHydration } from './support/forms';
import { readInbox } from './support/received';
import { expect, test } from './support/test';

const { entry, failed } = FORMS.booking;

test('a booking whose answer is lost is stored once when it is sent again after a reload', async ({
  page,
  email,
  problems,
}) => {
  problems.expect(/request failed: .*\/rest\/v1\/reservations/, STORED_ALREADY);
  problems.tolerate(...LOST_CALL);
  await page.route(
    '**/rest/v1/reservations*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await openFilled(page, FORMS.booking, email);
  await sendBooking(page);
  await expect(notice(page, failed)).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await sendBooking(page);
  await expect(notice(page, 'Demande déjà envoyée')).toBeVisible();
  expect(await readInbox(email)).toEqual([expect.objectContaining(entry)]);
});
