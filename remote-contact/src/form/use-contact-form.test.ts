import { contactSchema, emptyContact } from './use-contact-form';

const valid = { ...emptyContact, prenom: 'Jo', nom: 'Li', email: 'jo@exemple.fr', telephone: '0639980000' };

async function errorsFor(change: Partial<typeof valid>): Promise<string[]> {
  return contactSchema.validate({ ...valid, ...change }, { abortEarly: false }).then(
    () => [],
    (error: { errors: string[] }) => error.errors,
  );
}

test('accepts values of the minimum lengths', async () => {
  expect(await errorsFor({})).toEqual([]);
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
])('%j is refused with "%s"', async (change, message) => {
  expect(await errorsFor(change)).toEqual([message]);
});

test('accepts any telephone of ten characters', async () => {
  expect(await errorsFor({ telephone: 'dix lettre' })).toEqual([]);
});

test('the empty form has no values, and a missing message or choice is cast to its empty value', () => {
  const empty = { prenom: '', nom: '', email: '', telephone: '', message: '', isAgefice: false };
  expect(emptyContact).toEqual(empty);
  const { message: _message, isAgefice: _isAgefice, ...required } = valid;
  expect(contactSchema.cast(required)).toEqual(valid);
});

test('casting trims the values', () => {
  expect(contactSchema.cast({ ...valid, nom: ' Li ', message: ' Bonjour\n' })).toMatchObject({
    nom: 'Li',
    message: 'Bonjour',
  });
});
