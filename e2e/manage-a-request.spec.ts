import { prepareBooking, sendBooking } from './support/booking';
import { runQuery } from './support/database';
import { inFrench, inShort, parisDay } from './support/days';
import { openHydrated } from './support/hydration';
import { readMails } from './support/mails';
import { chooseOtherDay, MANAGE_PATH } from './support/manage';
import { signInAs } from './support/owner';
import { notice } from './support/page-parts';
import { expect, test } from './support/test';

const [BOOKED, WISHED] = [parisDay(6), parisDay(12)];

test('a visitor asks for another day through the link of the notice, and the owner reads both days', async ({
  page,
  context,
  email,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, [BOOKED]);
  await sendBooking(page);
  await notice(page, 'Réservation envoyée !').getByRole('link', { name: 'Gérer ma demande' }).click();
  await expect(page).toHaveURL(MANAGE_PATH);
  await expect(page.getByRole('heading', { name: 'Votre demande attend notre réponse' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Vos jours' })).toContainText(inFrench(BOOKED));

  await chooseOtherDay(page, WISHED);
  await page.getByRole('button', { name: 'Demander ce jour' }).click();
  await expect(page.getByText('Votre nouveau jour est demandé.')).toBeVisible();
  const secret = await page.evaluate(() => sessionStorage.getItem('booking-link'));
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(addresses.filter((address) => address.includes(secret ?? ''))).toEqual([]);

  const find = 'select id from public.reservations where email = $1';
  const [request] = await runQuery<{ readonly id: string }>(find, [email]);
  await signInAs(context, { email: `owner-${email}` });
  await page.goto(`/espace?demande=${request?.id}`);
  await expect(page.getByText(/Autre jour demandé par le visiteur/)).toContainText(
    `${inShort(WISHED)}, à la place du ${inShort(BOOKED)}`,
  );
  await expect(page.getByRole('button', { name: 'Confirmer ce jour' })).toBeVisible();
  await expect
    .poll(async () => (await readMails(email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining(`Autre jour demandé\u00a0: `));
});

test('a visitor gives up one of two days, keeps the other, and the owner is told which', async ({ page, email }) => {
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, [BOOKED, WISHED]);
  await sendBooking(page);
  await notice(page, 'Réservation envoyée !').getByRole('link', { name: 'Gérer ma demande' }).click();
  const days = page.getByRole('list', { name: 'Vos jours' }).getByRole('listitem');
  await expect(days).toHaveCount(2);
  await page.getByRole('button', { name: `Annuler ce jour\u00a0: ${inFrench(WISHED)}` }).click();
  const sure = page.getByRole('dialog', { name: `Annuler le ${inFrench(WISHED)}\u202f?` });
  await sure.getByRole('button', { name: 'Oui, annuler ce jour' }).click();
  await expect(page.getByText('Ce jour est annulé, vos autres jours ne changent pas.')).toBeVisible();
  await expect(days).toHaveCount(1);
  await expect(days).toContainText(inFrench(BOOKED));
  await expect(page.getByRole('heading', { name: 'Votre demande attend notre réponse' })).toBeFocused();
  await expect
    .poll(async () => (await readMails(email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining(inFrench(WISHED)));
});

test('a link of a mail is taken out of the address; the page is not for search engines', async ({ page, request }) => {
  const secret = 'z'.repeat(43);
  await openHydrated(page, `${MANAGE_PATH}#${secret}`);
  await expect(page.getByText('Ce lien ne fonctionne plus')).toBeVisible();
  await expect(page).toHaveURL(MANAGE_PATH);
  const response = await request.get(MANAGE_PATH);
  expect(response.headers()).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});
