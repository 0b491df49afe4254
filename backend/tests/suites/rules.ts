import { cleanEmail, isEmail } from '@site/contract/email';
import type { TestBackend } from '../support/backend';
import { isLine, isMessage } from '../support/form-rules';
import { generateTexts } from '../support/generated-texts';
import { book, ownerCalls } from '../support/owner-calls';
import { contact, parisDay, reservation } from '../support/rows';
import { visitor } from '../support/visitor';

const violates = (constraint: string) => ({
  status: 400,
  // The database would write details into its log: they are the visitor's whole row.
  body: { code: '23514', details: null, message: expect.stringContaining(`"${constraint}"`) },
});

/** The rules of texts, which are the same in forms and in the database. */
export function describeRules(backend: () => TestBackend): void {
  test('SQL and JavaScript accept the same of 3,000 generated texts', async () => {
    const texts = generateTexts(3000);
    const judged = await backend().owner.query(
      `select private.trimmed(t) as trimmed, private.typed_length(t) as length, private.is_email(t) as email,
              private.is_line(t, 2, 100) as line, private.is_line(t, 10, 40) as telephone, private.is_message(t) as message
         from json_array_elements_text($1::json) with ordinality as given (t, place) order by place`,
      [JSON.stringify(texts)],
    );
    const expected = texts.map((text) => ({
      trimmed: text.trim(),
      length: text.length,
      email: isEmail(text),
      line: isLine(text, 2, 100),
      telephone: isLine(text, 10, 40),
      message: isMessage(text),
    }));
    expect(judged).toEqual(expected);
    for (const rule of ['email', 'line', 'telephone', 'message'] as const) {
      const accepted = expected.filter((row) => row[rule]).length;
      expect(accepted).toBeGreaterThan(30);
      expect(accepted).toBeLessThan(2970);
    }
  });

  test('SQL and JavaScript take the same address out of what was pasted', async () => {
    const address = 'Marie.Roy+1@agence.fr';
    const pasted = [
      address,
      `mailto:${address}?subject=a`,
      `MailTo:${address.replace('@', '%40')}`,
      `${address};`,
      `${address}.,`,
    ];
    const marked = [` \u200bMarie.Roy+1 @\u00a0agence.fr\u202c`, `"Roy, Marie" <${address}>;`, `<mailto:${address}>`];
    const two = `a <${address}>, b <${address}>`;
    const [row] = await backend().owner.query(
      'select array(select private.clean_email(t) from unnest($1::text[]) as t) as clean',
      [[...pasted, ...marked, two]],
    );
    expect(row).toEqual({ clean: [...pasted, ...marked].map(() => address).concat(cleanEmail(two)) });
    expect([...pasted, ...marked].map(cleanEmail)).toEqual([...pasted, ...marked].map(() => address));
  });

  test('names and messages are stored in composed letters', async () => {
    const typed = 'He\u0301le\u0300ne';
    const people = { prenom: typed, nom: typed, message: typed };
    expect(await visitor(backend()).post('contacts', { ...contact, ...people })).toMatchObject({ status: 201 });
    expect(await visitor(backend()).post('reservations', { ...reservation, name: typed })).toMatchObject({
      status: 201,
    });
    const stored = await backend().owner.query(
      `select prenom, nom, message from public.contacts where prenom = $1
       union all select name, name, name from public.reservations where name = $1`,
      ['Hélène'],
    );
    expect(stored).toEqual([0, 1].map(() => ({ prenom: 'Hélène', nom: 'Hélène', message: 'Hélène' })));
  });

  test.each([
    ['prenom', 'x', 'contacts_prenom_ok'],
    ['prenom', '  x  ', 'contacts_prenom_ok'],
    ['prenom', 'x'.repeat(101), 'contacts_prenom_ok'],
    ['nom', 'Durand\nBcc: x', 'contacts_nom_ok'],
    ['nom', 'x'.repeat(101), 'contacts_nom_ok'],
    // The forms write the domain in ASCII.
    ['email', 'camille@café.fr', 'contacts_email_ok'],
    ['email', 'camille@exemple.fr\nBcc', 'contacts_email_ok'],
    ['telephone', '123456789', 'contacts_telephone_ok'],
    ['telephone', '1'.repeat(41), 'contacts_telephone_ok'],
    ['message', 'x'.repeat(5001), 'contacts_message_ok'],
    ['message', 'Bonjour\u001b[2J', 'contacts_message_ok'],
    ['nom', 'x'.repeat(100), null],
    ['telephone', '1'.repeat(40), null],
    ['message', 'é'.repeat(5000), null],
    ['message', null, null],
  ])('a contact with the %s %j gets the expected answer', async (field, value, constraint) => {
    const answer = await visitor(backend()).post('contacts', { ...contact, [field]: value });
    expect(answer).toMatchObject(constraint ? violates(constraint) : { status: 201 });
  });

  test.each([
    ['name', ' ', 'reservations_name_ok'],
    ['name', 'x'.repeat(201), 'reservations_name_ok'],
    ['email', '', 'reservations_email_ok'],
    ['phone', '1'.repeat(41), 'reservations_phone_ok'],
    ['phone', '06\n', null],
  ])('a reservation with the %s %j gets the expected answer', async (field, value, constraint) => {
    const answer = await visitor(backend()).post('reservations', { ...reservation, [field]: value });
    expect(answer).toMatchObject(constraint ? violates(constraint) : { status: 201 });
  });

  test.each(['prenom', 'nom', 'email', 'telephone', 'is_agefice'])('a contact needs its %s', async (field) => {
    expect(await visitor(backend()).post('contacts', { ...contact, [field]: null })).toMatchObject({
      status: 400,
      body: { code: '23502', details: null, message: expect.stringContaining(`"${field}"`) },
    });
  });

  test('a note that is too long is refused without the request that it is about', async () => {
    const id = await book(backend(), parisDay(500));
    const answer = await (await ownerCalls(backend())).call('note', { id, version: 2, note: 'x'.repeat(5001) });
    expect(answer).toMatchObject(violates('reservations_note_ok'));
  });
}
