import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/engines';
import { contact, datesOf, parisDay, reservation, reserve } from '../support/rows';
import { signJwt } from '../support/sign-jwt';
import { visitor } from '../support/visitor';

const forbidden = { status: 401, body: { code: '42501' } };
const unknownColumn = { status: 400, body: { code: 'PGRST204' } };
const tables = ['contacts', 'reservations', 'reservation_dates'];

/** The exact answers to forbidden calls. */
export function describeRefusals(backend: () => TestBackend): void {
  const here = () => visitor(backend());
  const preferRow = { prefer: 'return=representation' };

  test('a call without a key is refused as hosted Supabase does', async () => {
    const answer = await here().post('contacts', contact, { apikey: '' });
    expect(answer).toMatchObject({
      status: 401,
      body: { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    });
  });

  test('a key in the URL is ignored, as a form on any page could put it there', async () => {
    const call = { method: 'POST', body: contact, headers: { apikey: '' } };
    expect(await here().call(`contacts?apikey=${backend().anonKey}`, call)).toMatchObject({
      status: 401,
      body: { message: 'No API key found in request' },
    });
  });

  test('a wrong key is refused whatever the token', async () => {
    const forged = signJwt({ role: 'anon' }, 'x'.repeat(40));
    const answer = await here().post('contacts', contact, {
      apikey: forged,
      authorization: `Bearer ${backend().anonKey}`,
    });
    expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid API key' } });
  });

  test("a visitor's own token is not forwarded", async () => {
    const headers = { authorization: `Bearer ${signJwt({ role: 'service_role' }, 'x'.repeat(40))}` };
    expect(await here().post('contacts', contact, headers)).toMatchObject({ status: 201 });
    expect(await here().call('contacts', { headers })).toMatchObject(forbidden);
  });

  test.each(tables)('%s cannot be read', async (table) => {
    const by = here();
    await by.post('contacts', contact);
    await by.post('reservation_dates', datesOf(await reserve(by), parisDay(1)));
    for (const query of ['', '?select=', '?select=created_at', '?limit=1&order=created_at']) {
      expect(await by.call(table + query, { headers: { prefer: 'count=exact' } })).toMatchObject(forbidden);
    }
    expect(await by.call(`${table}?select=count()`)).toMatchObject(forbidden);
  });

  test('an own reservation cannot be read back later, not even its id', async () => {
    const by = here();
    const id = await reserve(by);
    const one = `reservations?select=id&id=eq.${id}`;
    expect(await by.call(one, { headers: { prefer: 'count=exact' } })).toMatchObject(forbidden);
    expect(await by.call(`reservations?select=id&email=eq.${reservation.email}`)).toMatchObject(forbidden);
    expect(await by.call(`reservations?select=id,reservation_dates(date)&id=eq.${id}`)).toMatchObject(forbidden);
  });

  test('only the id of a new reservation can be returned', async () => {
    expect(await here().post('contacts?select=id', contact, preferRow)).toMatchObject(forbidden);
    expect(await here().post('reservations', reservation, preferRow)).toMatchObject(forbidden);
    expect(await here().post('reservations?select=attempt', reservation, preferRow)).toMatchObject(forbidden);
  });

  test.each(tables)('visitors cannot change, replace or delete %s', async (table) => {
    const body = table === 'reservation_dates' ? { date: parisDay(1) } : { email: 'autre@exemple.fr' };
    const column = table === 'reservation_dates' ? 'reservation_id' : 'id';
    const one = `${table}?${column}=eq.${randomUUID()}`;
    expect(await here().call(one, { method: 'PATCH', body })).toMatchObject(forbidden);
    expect(await here().call(one, { method: 'DELETE' })).toMatchObject(forbidden);
    expect(await here().call(table, { method: 'PATCH', body })).toMatchObject(forbidden);
    expect(await here().call(table, { method: 'DELETE' })).toMatchObject(forbidden);
  });

  test('an upsert is refused', async () => {
    const upsert = { prefer: 'resolution=merge-duplicates' };
    expect(await here().post('contacts', contact, upsert)).toMatchObject(forbidden);
    expect(await here().post('reservations?on_conflict=id', reservation, upsert)).toMatchObject(forbidden);
  });

  test.each([
    ['contacts', { id: randomUUID() }],
    ['contacts', { created_at: '2020-01-01' }],
    ['contacts', { attempt: randomUUID() }],
    ['contacts', { flagged: false }],
    ['reservations', { id: randomUUID() }],
    ['reservations', { created_at: '2020-01-01' }],
    ['reservations', { made_in: '1' }],
    ['reservations', { status: 'confirmee' }],
    ['reservations', { attempt: randomUUID() }],
    ['reservations', { flagged: false }],
    ['reservation_dates', { created_at: '2020-01-01' }],
  ])('in %s a visitor cannot set %o', async (table, column) => {
    const rows: Record<string, object> = { contacts: contact, reservations: reservation };
    const row = rows[table] ?? { reservation_id: randomUUID(), date: parisDay(1) };
    expect(await here().post(table, { ...row, ...column })).toMatchObject(unknownColumn);
  });

  test('an unknown column, table or function is not found', async () => {
    expect(await here().post('contacts', { ...contact, role: 'admin' })).toMatchObject(unknownColumn);
    expect(await here().call('settings')).toMatchObject({ status: 404, body: { code: '42P01' } });
    expect(await here().post('rpc/is_visitor', {})).toMatchObject({ status: 404, body: { code: 'PGRST202' } });
    const elsewhere = { 'content-profile': 'private' };
    expect(await here().post('settings', {}, elsewhere)).toMatchObject({ status: 406, body: { code: 'PGRST106' } });
  });

  test.each(['{"prenom":', '', '<xml/>', '{"prenom":"\\ud83d"}'])('the body %p is refused', async (body) => {
    expect(await here().post('contacts', body)).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
  });

  test('several submissions in one request are refused, and none is stored', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    const answer = await here().post('contacts', [
      { ...contact, email },
      { ...contact, email },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'ONE_PER_REQUEST' } });
    expect(await backend().owner.query('select from public.contacts where email = $1', [email])).toEqual([]);
  });

  test('a body above 64 kB is refused', async () => {
    const answer = await here().post('contacts', { ...contact, message: 'x'.repeat(64 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
  });

  test('only /rest/v1 is served', async () => {
    for (const path of ['../../', '../v1', '../../admin/v1/contacts']) {
      expect(await here().call(path)).toMatchObject({
        status: 404,
        body: { message: 'no Route matched with those values' },
      });
    }
  });
}
