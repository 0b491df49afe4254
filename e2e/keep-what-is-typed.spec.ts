import type { Page } from '@playwright/test';
import { removeButtons } from './support/booking';
import { FORMS, goBackTo, openFilled } from './support/forms';
import { waitForHydration } from './support/hydration';
import { notice } from './support/page-parts';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';

const drafts = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith('-draft')));
const emailField = (page: Page) => page.getByRole('textbox', { name: 'E-mail' });

for (const [name, form] of Object.entries(FORMS)) {
  const chosen = name === 'booking' ? 2 : 0;

  test(`${name}: typed values are restored after the header's button, Back and a reload`, async ({ page, email }) => {
    await openFilled(page, form, email);
    await page.getByRole('banner').getByRole('link', { name: 'Réserver ma session' }).click();
    await expect(page).toHaveURL('/#cta');
    await goBackTo(page, form);
    await expect(emailField(page)).toHaveValue(email);
    await expect(removeButtons(page)).toHaveCount(chosen);
    await page.reload();
    await waitForHydration(page);
    await expect(emailField(page)).toHaveValue(email);
    await expect(removeButtons(page)).toHaveCount(chosen);
    await form.send(page);
    await expect(notice(page, form.sent)).toBeVisible();
  });

  test(
    `${name}: a sent form leaves nothing in the browser`,
    longUnless(name === 'booking'),
    async ({ page, email }) => {
      await openFilled(page, form, email);
      expect(await drafts(page)).toEqual([`${name}-draft`]);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      await expect.poll(() => drafts(page)).toEqual([]);
      await expect(page).toHaveURL('/');
      await goBackTo(page, form);
      await expect(emailField(page)).toHaveValue('');
    },
  );

  test(
    `${name}: another tab starts with an empty form`,
    longUnless(name === 'booking'),
    async ({ page, context, email }) => {
      await openFilled(page, form, email);
      const other = await context.newPage();
      await other.goto(form.path);
      await waitForHydration(other);
      await expect(emailField(other)).toHaveValue('');
    },
  );

  test(
    `${name}: the form can be sent when the browser refuses to store it`,
    longUnless(name === 'booking'),
    async ({ page, email }) => {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      });
      await openFilled(page, form, email);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
    },
  );
}
