import { MANAGE_PATH } from '@site/contract/addresses';
import { notice } from './support/form-states';
import {
  chooseOtherDay,
  inFrench,
  inShort,
  openHydrated,
  parisDay,
  prepareBooking,
  sendBooking,
} from './support/forms';
import { signInAs } from './support/owner';
import { readMails, runQuery } from './support/received';
import { NOTICES } from './support/specification';
import { expect, test } from './support/test';

const [BOOKED, GIVEN_UP, WISHED] = [parisDay(6), parisDay(9), parisDay(12)];

test('a visitor gives up one day and asks for another in place of the other one; the owner is told of both', async ({
  page,
  context,
  email,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(`${request.url()} ${request.headers().referer ?? ''}`));
  const subjects = async () => (await readMails(email)).map(({ subject }) => subject);
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, [BOOKED, GIVEN_UP]);
  await sendBooking(page);
  await notice(page, NOTICES.bookingSent).getByRole('link', { name: 'Gérer ma demande' }).click();
  await expect(page).toHaveURL(MANAGE_PATH);
  const days = page.getByRole('list', { name: 'Vos jours' }).getByRole('listitem');
  await expect(days).toHaveCount(2);

  await page.getByRole('button', { name: `Annuler ce jour\u00a0: ${inFrench(GIVEN_UP)}` }).click();
  const sure = page.getByRole('dialog', { name: `Annuler le ${inFrench(GIVEN_UP)}\u202f?` });
  await sure.getByRole('button', { name: 'Oui, annuler ce jour' }).click();
  await expect(page.getByText('Ce jour est annulé, le reste ne change pas.')).toBeVisible();
  await expect(days).toHaveCount(1);
  await expect(days).toContainText(inFrench(BOOKED));
  await expect(page.getByRole('heading', { name: 'Votre demande attend notre réponse' })).toBeFocused();
  await expect.poll(subjects).toContainEqual(expect.stringContaining(inFrench(GIVEN_UP)));

  await chooseOtherDay(page, WISHED);
  await page.getByRole('button', { name: 'Demander ce jour' }).click();
  await expect(page.getByText('Votre nouveau jour est demandé.')).toBeVisible();
  await expect.poll(subjects).toContainEqual(expect.stringContaining(`Autre jour demandé\u00a0: `));
  const secret = await page.evaluate(() => sessionStorage.getItem('booking-link'));
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(addresses.filter((address) => address.includes(secret ?? ''))).toEqual([]);

  const find = 'select id from public.reservations where email = $1';
  const [request] = await runQuery<{ readonly id: string }>(find, [email]);
  await signInAs(context, { email: `owner-${email}` });
  await page.goto(`/espace?demande=${request?.id}`);
  await expect(page.getByRole('note').filter({ hasText: 'Autre jour demandé par le visiteur' })).toContainText(
    `${inShort(WISHED)}, à la place du ${inShort(BOOKED)}`,
  );
  await expect(page.getByRole('button', { name: 'Confirmer ce jour' })).toBeVisible();
});
