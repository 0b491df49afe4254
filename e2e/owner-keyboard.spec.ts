import { expectFocusShown, tabTo } from './support/keyboard';
import { addOwner, codeField, codeFor } from './support/owner';
import { freeDays, storeRequests } from './support/owner-requests';
import { notice } from './support/page-parts';
import { expect, test } from './support/test';

test('an owner can sign in, open a request, confirm it and close a dialog by keyboard alone', async ({
  page,
  email,
  problems,
}) => {
  problems.expect(/status of 403/);
  const owner = `owner-${email}`;
  const domain = email.replace('visite-', 'd').replace('@', '.');
  await Promise.all([addOwner({ email: owner }), storeRequests(domain, 4)]);
  await page.goto(`/espace?recherche=${domain}`);
  await tabTo(page, page.getByLabel('Votre e-mail'));
  await page.keyboard.type(owner);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Ce code est faux');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await codeFor({ email: owner }));
  await page.keyboard.press('Enter');

  const request = page.getByRole('link', { name: /^Marie-Antoinette/ });
  await expect(request).toBeVisible();
  await tabTo(page, request);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Demandes' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: /^Confirmer c/ }));
  // Just before, as tests that run at the same time confirm days too.
  await freeDays(`long@${domain}`);
  await page.keyboard.press('Enter');
  await expect(notice(page, 'La réservation est confirmée.')).toBeVisible();
  // The button is gone: the focus moves to the region around it.
  await expect(page.getByRole('region', { name: 'Demandes' })).toBeFocused();

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
