/** @jest-environment node */

import { cleanContact, emptyContact, validateContact } from './use-contact-form';

const valid = { ...emptyContact, prenom: 'Jo', nom: 'Li', email: 'jo@exemple.fr', telephone: '0639980000' };

const messagesFor = (change: Partial<typeof valid>) =>
  Object.values(validateContact(cleanContact({ ...valid, ...change })));

test('the contact form accepts values of the minimum lengths', () => {
  expect(messagesFor({})).toEqual([]);
});

test.each([
  [{ nom: 'L' }, 'Le nom doit contenir au moins 2 caractères'],
  [{ nom: ' L ' }, 'Le nom doit contenir au moins 2 caractères'],
  [{ prenom: 'J' }, 'Le prénom doit contenir au moins 2 caractères'],
  [{ prenom: '\t J' }, 'Le prénom doit contenir au moins 2 caractères'],
  [{ email: 'jo@exemple' }, "L'email doit être valide"],
  [{ email: 'jo exemple.fr' }, "L'email doit être valide"],
  [{ telephone: '063998000' }, 'Le numéro doit être valide'],
  [{ telephone: ' 063998000 ' }, 'Le numéro doit être valide'],
])('%j is refused with "%s"', (change, message) => {
  expect(messagesFor(change)).toEqual([message]);
});

test('the contact form accepts any telephone of ten characters', () => {
  expect(messagesFor({ telephone: 'dix lettre' })).toEqual([]);
});
