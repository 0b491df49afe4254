import { notice } from './support/form-states';
import { FORMS, openFilled } from './support/forms';
import { expectFocusShown, tabTo } from './support/keyboard';
import { addOwner, codeField, freeDays } from './support/owner';
import { readCode, readMails, runQuery } from './support/received';
import { expect, test } from './support/test';

test('a booking is mailed to the owner, who signs in with a code by mail and confirms it by keyboard alone', async ({
  page,
  email,
}) => {
  await openFilled(page, FORMS.booking, email);
  await page.getByRole('radio', { name: /^Une journée à chacune de ces dates/ }).check();
  await FORMS.booking.send(page);
  await expect(notice(page, FORMS.booking.sent)).toBeVisible();
  await expect.poll(() => readMails(email), { message: 'the owner has one mail' }).toHaveLength(1);

  const owner = `owner-${email}`;
  await addOwner({ email: owner });
  await page.goto(`/espace?recherche=${email}`);
  await tabTo(page, page.getByLabel('Votre e-mail'));
  await page.keyboard.type(owner);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await expect.poll(() => readCode(owner)).not.toBeNull();
  await page.keyboard.type((await readCode(owner)) ?? '');
  await page.keyboard.press('Enter');

  const request = page.getByRole('link', { name: /^Camille Martin/ });
  await expect(request).toBeVisible();
  await tabTo(page, request);
  await page.keyboard.press('Enter');
  const region = page.getByRole('region', { name: 'Demandes' });
  await expect(region).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Confirmer ces 2 jours' }));
  // Just before, as tests that run at the same time confirm days too.
  await freeDays(email);
  await page.keyboard.press('Enter');
  await expect(notice(page, 'La réservation est confirmée.')).toBeVisible();
  const stored = 'select status from public.reservations where email = $1';
  expect(await runQuery(stored, [email])).toEqual([{ status: 'confirmee' }]);
  // The button is gone: the focus moves to the region around it.
  await expect(region).toBeFocused();

  const cancel = page.getByRole('button', { name: 'Annuler la réservation' }).first();
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Tab');
  await expectFocusShown(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(cancel).toBeFocused();
});
