import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { runQuery } from './support/database';
import { FORMS, openFilled } from './support/forms';
import { readCode } from './support/mails';
import { addOwner, askForCode, enterCode } from './support/owner';
import { freeDays } from './support/owner-requests';
import { notice } from './support/page-parts';
import { PHONE } from './support/screens';
import { expect, test } from './support/test';

test.use({ viewport: PHONE.viewport });

/** Signs in as a new owner, with the code of the mail. */
async function signIn(page: Page, owner: string) {
  await addOwner({ email: owner });
  await page.goto('/espace');
  await askForCode(page, owner);
  await expect.poll(() => readCode(owner)).not.toBeNull();
  await enterCode(page, (await readCode(owner)) ?? '');
  await expect(page.getByRole('heading', { name: 'Aujourd’hui', level: 2 })).toBeVisible();
}

test('an owner signs in by mail and confirms a booking, which a second device can then no longer change', async ({
  page,
  context,
  email,
  problems,
}) => {
  // The second device is refused.
  problems.tolerate(/409/);
  await openFilled(page, FORMS.booking, email);
  await FORMS.booking.send(page);
  await expect(notice(page, FORMS.booking.sent)).toBeVisible();
  await freeDays(email);

  await signIn(page, `owner-${email}`);
  await page.getByRole('link', { name: 'Voir les demandes' }).click();
  const search = page.getByRole('searchbox');
  await search.fill(email);
  await expect(page).toHaveURL(/recherche=/);
  await expect(page.getByText('Camille Martin')).toHaveCount(1);
  // A pause while typing must not move the focus.
  await expect(search).toBeFocused();
  await page.getByText('Camille Martin').first().click();
  await expect(page.getByRole('button', { name: 'Confirmer ces 2 jours' })).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  const cancel = other.getByRole('button', { name: 'Annuler la réservation' });
  await expect(cancel).toBeVisible();
  await page.getByRole('button', { name: 'Confirmer ces 2 jours' }).click();
  await expect(page.getByText('La réservation est confirmée.')).toBeVisible();
  await cancel.click();
  const sure = other.getByRole('dialog').getByRole('button', { name: /Annuler la réservation/ });
  if (await sure.isVisible()) await sure.click();
  await expect(other.getByText('Un autre appareil l’a modifiée avant vous.')).toBeVisible();

  const stored = await runQuery<{ id: string; status: string }>(
    'select id, status from public.reservations where email = $1',
    [email],
  );
  expect(stored).toEqual([{ id: expect.any(String), status: 'confirmee' }]);

  await page.getByRole('link', { name: 'Agenda' }).click();
  await page.getByRole('button', { name: 'Créer l’adresse' }).click();
  const address = await page.getByLabel('Adresse de l’agenda').inputValue();
  const calendar = await page.request.get(address);
  expect(calendar.headers()['content-type']).toMatch(/^text\/calendar/);
  const events = (await calendar.text()).split('BEGIN:VEVENT');
  // The mails and the visitor's own file have the same identifier.
  const calendarId = createHash('sha256')
    .update(stored[0]?.id ?? '')
    .digest('hex')
    .slice(0, 32);
  const theirs = events.filter((event) => event.includes(`UID:${calendarId}-`));
  expect(theirs.map((event) => /^SUMMARY:.*Camille Martin/m.test(event))).toEqual([true, true]);
  expect((await page.request.get(address.replace(/.\.ics$/, '_.ics'))).status()).toBe(404);
});
