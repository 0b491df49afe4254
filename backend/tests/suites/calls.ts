import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { contact, datesOf, parisDay, reservation, reserve } from '../support/rows';
import { supabaseClient } from '../support/supabase-client';
import { attemptHeader, visitor } from '../support/visitor';

/** The site's three calls and their repeats, with and without supabase-js. */
export function describeCalls(backend: () => TestBackend): void {
  const stored = (table: string, attempt: string) =>
    backend().owner.query(`select * from public.${table} where attempt = $1`, [attempt]);

  test('a contact message sent by supabase-js is stored, trimmed', async () => {
    const attempt = randomUUID();
    const { error, status } = await supabaseClient(backend(), attempt)
      .from('contacts')
      .insert({ ...contact, prenom: ' Camille\u00a0', message: ' \n ' });
    expect({ error, status }).toEqual({ error: null, status: 201 });
    expect(await stored('contacts', attempt)).toMatchObject([
      { prenom: 'Camille', nom: 'Durand', message: null, is_agefice: true, flagged: false },
    ]);
  });

  test('a reservation sent by supabase-js is answered with its id, and accepts its dates', async () => {
    const attempt = randomUUID();
    const client = supabaseClient(backend(), attempt);
    const made = await client
      .from('reservations')
      .insert({ ...reservation, phone: '' })
      .select('id')
      .single();
    expect(made.error).toBeNull();
    expect(await stored('reservations', attempt)).toMatchObject([
      { id: made.data?.id, phone: null, status: 'nouvelle' },
    ]);

    const dates = [parisDay(0), parisDay(30)];
    const added = await client.from('reservation_dates').insert(datesOf(made.data?.id ?? '', ...dates));
    expect({ error: added.error, status: added.status }).toEqual({ error: null, status: 201 });
    const rows = await backend().owner.query<{ date: string }>(
      'select date::text from public.reservation_dates where reservation_id = $1 order by date',
      [made.data?.id],
    );
    expect(rows.map((row) => row.date)).toEqual(dates);
  });

  test('a repeated contact attempt is answered as stored, without an id, and stays one row', async () => {
    const attempt = randomUUID();
    const { post } = visitor(backend());
    expect(await post('contacts', contact, attemptHeader(attempt))).toMatchObject({ status: 201 });
    expect(await post('contacts', contact, attemptHeader(attempt.toUpperCase()))).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_STORED', details: null },
    });
    expect(await stored('contacts', attempt)).toHaveLength(1);
  });

  test('a repeated reservation attempt is answered with the id of the first, from supabase-js too', async () => {
    const attempt = randomUUID();
    const id = await reserve(visitor(backend()), attemptHeader(attempt));
    const again = await supabaseClient(backend(), attempt)
      .from('reservations')
      .insert(reservation)
      .select('id')
      .single();
    expect(again).toMatchObject({ status: 409, error: { code: 'ALREADY_STORED', details: id } });
    expect(await stored('reservations', attempt)).toHaveLength(1);
  });

  test('parallel repeats of one attempt store one row, and all are answered with its id', async () => {
    const attempt = randomUUID();
    const headers = { prefer: 'return=representation', ...attemptHeader(attempt) };
    const { post } = visitor(backend());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('reservations?select=id', reservation, headers)),
    );
    const [row, ...others] = (await stored('reservations', attempt)) as { id: string }[];
    expect(others).toEqual([]);
    const [first, ...repeats] = answers.sort((one, other) => one.status - other.status);
    expect(first).toMatchObject({ status: 201, body: [{ id: row?.id }] });
    for (const repeat of repeats) {
      expect(repeat).toMatchObject({ status: 409, body: { code: 'ALREADY_STORED', details: row?.id } });
    }
  });

  test('several submissions in one request are refused, and none is stored', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    const row = { ...contact, email };
    expect(await visitor(backend()).post('contacts', [row, row])).toMatchObject({
      status: 400,
      body: { code: 'ONE_PER_REQUEST' },
    });
    expect(await backend().owner.query('select from public.contacts where email = $1', [email])).toEqual([]);
  });

  test('a refused attempt may be repeated', async () => {
    const header = attemptHeader();
    const { post } = visitor(backend());
    expect(await post('contacts', { ...contact, nom: '' }, header)).toMatchObject({ status: 400 });
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
  });

  test('a malformed attempt is ignored', async () => {
    const header = { 'x-client-info': 'site-web/1.0.0 attempt=12345' };
    const { post } = visitor(backend());
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
  });
}
