import type { Page } from '@playwright/test';
import { notice, scrollY } from './support/form-states';
import { FORMS, openFilled, removeButtons, sendBooking, waitForHydration } from './support/forms';
import { expect, test } from './support/test';

const drafts = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith('-draft')));
const emailField = (page: Page) => page.getByRole('textbox', { name: 'E-mail' });

async function goBackToBooking(page: Page) {
  await page.goBack();
  await expect(page).toHaveURL('/booking');
  await waitForHydration(page);
}

test('typed values come back after the header’s button, Back and a reload, and leave nothing once sent', async ({
  page,
  email,
}) => {
  await openFilled(page, FORMS.booking, email);
  await page.getByRole('banner').getByRole('link', { name: 'Réserver ma session' }).click();
  await expect(page).toHaveURL('/#cta');
  await goBackToBooking(page);
  await expect(emailField(page)).toHaveValue(email);
  await expect(removeButtons(page)).toHaveCount(2);
  await page.reload();
  await waitForHydration(page);
  await expect(emailField(page)).toHaveValue(email);
  await expect(removeButtons(page)).toHaveCount(2);
  expect(await drafts(page)).toEqual(['booking-draft']);
  await sendBooking(page);
  await expect(notice(page, FORMS.booking.sent)).toBeVisible();
  await expect.poll(() => drafts(page)).toEqual([]);
  await expect(page).toHaveURL('/');
  await goBackToBooking(page);
  await expect(emailField(page)).toHaveValue('');
  expect(await scrollY(page)).toBe(0);
});

test('the form can be sent when the browser refuses to store it', async ({ page, email }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await openFilled(page, FORMS.booking, email);
  await sendBooking(page);
  await expect(notice(page, FORMS.booking.sent)).toBeVisible();
});
