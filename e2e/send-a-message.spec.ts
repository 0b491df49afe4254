import { notice } from './support/form-states';
import {
  CONTACT,
  contactField,
  fillContact,
  LOST_CALL,
  loseAnswer,
  openHydrated,
  STORED_ALREADY,
  sendContact,
} from './support/forms';
import { readInbox } from './support/received';
import { AGEFICE, NOTICES } from './support/specification';
import { expect, test } from './support/test';

const MESSAGE = 'Bonjour,\nà quelle heure commence la journée ?';

test('a message whose answer is lost keeps its values, and is stored once when it is sent again', async ({
  page,
  email,
  problems,
}) => {
  problems.expect(/request failed: .*\/rest\/v1\/contacts/, STORED_ALREADY);
  problems.tolerate(...LOST_CALL);
  await loseAnswer(page, 'contacts');
  await openHydrated(page, '/contact');
  await expect(contactField(page, 'Votre message')).toHaveCSS('min-height', '120px');
  await fillContact(page, email);
  await contactField(page, 'Votre message').fill(MESSAGE);
  await page.getByRole('checkbox', { name: AGEFICE }).check();
  await sendContact(page);
  const [title, description] = NOTICES.contactFailed;
  await expect(notice(page, description)).toContainText(title);
  for (const [name, value] of Object.entries({ ...CONTACT, 'E-mail': email, 'Votre message': MESSAGE })) {
    await expect(contactField(page, name)).toHaveValue(value);
  }
  await expect(page.getByRole('checkbox', { name: AGEFICE })).toBeChecked();
  await expect(page).toHaveURL('/contact');

  await sendContact(page);
  await expect(notice(page, NOTICES.contactSent)).toContainText(NOTICES.withFunding);
  await expect(notice(page, title)).toHaveCount(0);
  expect(await readInbox(email)).toMatchObject([
    { kind: 'contact', name: 'Camille Martin', phone: CONTACT.Téléphone, message: MESSAGE, isAgefice: true },
  ]);
});
