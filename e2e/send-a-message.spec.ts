import { CONTACT, contactField, fillContact, sendContact } from './support/contact';
import { holdRequests } from './support/hold-requests';
import { openHydrated } from './support/hydration';
import { readInbox } from './support/inbox';
import { notice } from './support/page-parts';
import { DESKTOP, PHONE } from './support/screens';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';

const AGEFICE = 'Je souhaite bénéficier du financement AGEFICE';
const MESSAGE = 'Bonjour,\nà quelle heure commence la journée ?';

for (const [device, screen] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test.describe(`on a ${device}`, () => {
    test.use(screen);

    test(
      'a message without text or funding is stored without them',
      longUnless(device === 'desktop'),
      async ({ page, email }) => {
        await openHydrated(page, '/contact');
        await fillContact(page, email);
        await sendContact(page);
        const shownNotice = notice(page, 'Formulaire envoyé !');
        await expect(shownNotice).toContainText('sans financement particulier');
        await expect(page).toHaveURL('/');
        await expect(shownNotice).toBeVisible();
        expect(await readInbox(email)).toMatchObject([
          { kind: 'contact', name: 'Camille Martin', phone: CONTACT.Téléphone, message: null, isAgefice: false },
        ]);
      },
    );

    test(
      'a message is stored with its text and the wish for funding',
      longUnless(device === 'desktop'),
      async ({ page, email }) => {
        await openHydrated(page, '/contact');
        await fillContact(page, email);
        await contactField(page, 'Votre message').fill(MESSAGE);
        await page.getByRole('checkbox', { name: AGEFICE }).check();
        await sendContact(page);
        await expect(notice(page, 'Formulaire envoyé !')).toContainText('avec financement AGEFICE');
        expect(await readInbox(email)).toMatchObject([{ message: MESSAGE, isAgefice: true }]);
      },
    );
  });
}

test('the form’s button is disabled and shows the progress while a message is sent', async ({ page, email }) => {
  const answer = await holdRequests(page, '**/rest/v1/contacts*');
  await openHydrated(page, '/contact');
  await fillContact(page, email);
  await sendContact(page);
  await expect(page.getByRole('button', { name: 'Envoi en cours...' })).toBeDisabled();
  answer();
  await expect(notice(page, 'Formulaire envoyé !')).toBeVisible();
  expect(await readInbox(email)).toHaveLength(1);
});

test('an error is shown and the typed values stay when the backend cannot be reached', async ({
  page,
  email,
  problems,
}) => {
  problems.expect(/request failed: .*\/rest\/v1\/contacts/, /console: .*ERR_FAILED/);
  problems.tolerate(/console: .*Failed to fetch/);
  await page.route('**/rest/v1/contacts*', (route) => route.abort());
  await openHydrated(page, '/contact');
  await fillContact(page, email);
  await contactField(page, 'Votre message').fill(MESSAGE);
  await page.getByRole('checkbox', { name: AGEFICE }).check();
  await sendContact(page);
  const shownNotice = notice(page, "Une erreur est survenue lors de l'envoi du formulaire. Veuillez réessayer.");
  await expect(shownNotice).toContainText('Erreur');
  for (const [name, value] of Object.entries({ ...CONTACT, 'E-mail': email, 'Votre message': MESSAGE })) {
    await expect(contactField(page, name)).toHaveValue(value);
  }
  await expect(page.getByRole('checkbox', { name: AGEFICE })).toBeChecked();
  await expect(page).toHaveURL('/contact');

  await page.unroute('**/rest/v1/contacts*');
  await sendContact(page);
  await expect(notice(page, 'Formulaire envoyé !')).toBeVisible();
  expect(await readInbox(email)).toMatchObject([{ message: MESSAGE, isAgefice: true }]);
});

test('each invalid field of the contact form shows its message', async ({ page }) => {
  await openHydrated(page, '/contact');
  await sendContact(page);
  const rules = {
    Prénom: 'Le prénom doit contenir au moins 2 caractères',
    Nom: 'Le nom doit contenir au moins 2 caractères',
    'E-mail': "L'email doit être valide",
    Téléphone: 'Le numéro doit être valide',
  };
  for (const [name, rule] of Object.entries(rules)) {
    await expect(contactField(page, name)).toHaveAccessibleDescription(new RegExp(rule));
  }
  await contactField(page, 'Prénom').fill('Al');
  await expect(contactField(page, 'Prénom')).not.toHaveAccessibleDescription(/Le prénom/);
});
