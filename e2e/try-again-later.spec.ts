import type { Page } from '@playwright/test';
import { SITE_ELEMENT_ID } from '@site/contract/page-data';
import { notice } from './support/form-states';
import { FORMS, openFilled, SEND, sendBooking, TOO_MANY_CALLS } from './support/forms';
import { LIMITS, test } from './support/limited-site';
import { readInbox } from './support/received';
import { PHONE } from './support/screens';
import { expect } from './support/test';

test.use(PHONE);

/** Sends requests from the browser's address, without pages and forms. */
async function post(page: Page, requests: number) {
  const { backend } = JSON.parse((await page.locator(`#${SITE_ELEMENT_ID}`).textContent()) ?? '') as {
    backend: { anonKey: string };
  };
  const statuses = await page.evaluate(
    ([apikey, count]) => {
      const headers = { apikey, 'content-type': 'application/json' };
      const visitor = { prenom: 'Camille', nom: 'Martin', telephone: '06 39 98 00 00', is_agefice: false };
      const send = async (_: unknown, at: number) => {
        const body = JSON.stringify({ ...visitor, email: `${at}@exemple.fr` });
        return (await fetch('/rest/v1/contacts', { method: 'POST', headers, body })).status;
      };
      return Promise.all(Array.from({ length: count }, send));
    },
    [backend.anonKey, requests] as const,
  );
  expect(statuses).toEqual(Array.from({ length: requests }, () => 201));
}

test('a booking above the refused number shows when to try again, above the notice, and keeps its values', async ({
  page,
  email,
  problems,
  limitedSite,
}) => {
  problems.expect(...TOO_MANY_CALLS);
  const { failed, sent, entry } = FORMS.booking;
  await openFilled(page, FORMS.booking, email);
  await post(page, LIMITS.refused);
  await limitedSite.sentAgo('130 seconds');
  // Scrolls the button to the lower edge of the screen, where the notice appears.
  await page.getByRole('button', { name: SEND }).evaluate((button) => {
    window.scrollBy({ top: button.getBoundingClientRect().bottom - window.innerHeight, behavior: 'instant' });
  });
  await sendBooking(page);
  const message = page.getByRole('main').getByText('Réessayez dans 8 minutes');
  await expect(notice(page, failed)).toContainText('Erreur');
  await expect
    .poll(async () => {
      const [own, shown] = [await message.boundingBox(), await notice(page, failed).boundingBox()];
      return (own?.y ?? Number.NaN) + (own?.height ?? 0) - (shown?.y ?? 0);
    })
    .toBeLessThan(0);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expect(page).toHaveURL('/booking');
  expect(await readInbox(email, limitedSite.dataDir)).toEqual([]);

  await limitedSite.sentAgo('10 minutes');
  await sendBooking(page);
  await expect(notice(page, sent)).toBeVisible();
  expect(await readInbox(email, limitedSite.dataDir)).toEqual([expect.objectContaining(entry)]);
});
