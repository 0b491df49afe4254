import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';

/** Removal after the retention terms. Each test uses an address of its own. */
export function describeRetention(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const applyRetention = () => query('select private.apply_retention()');
  // Enough requests for the old ones to be less than a tenth.
  beforeAll(() =>
    query(`insert into public.contacts (prenom, nom, email, telephone)
      select 'Camille', 'Durand', 'crowd' || i || '@exemple.fr', '0612345678' from generate_series(1, 100) as i`),
  );
  afterAll(() => query("delete from public.contacts where email like 'crowd%'"));
  const someone = () => `${randomUUID()}@exemple.fr`;
  const addContact = (email: string, age: string) =>
    query(
      `insert into public.contacts (prenom, nom, email, telephone, created_at)
         values ('Camille', 'Durand', $1, '0612345678', now() - $2::interval)`,
      [email, age],
    );
  const addReservation = async (email: string, age: string, ...ages: string[]) => {
    const [row] = await query<{ id: string }>(
      "insert into public.reservations (name, email, created_at) values ('Camille', $1, now() - $2::interval) returning id",
      [email, age],
    );
    for (const each of ages) {
      await query('insert into public.reservation_dates (reservation_id, date) values ($1, now() - $2::interval)', [
        row?.id,
        each,
      ]);
    }
    return row?.id ?? '';
  };
  const requestsOf = async (email: string) => {
    const [row] = await query<{ contacts: number; reservations: number }>(
      `select (select count(*)::integer from public.contacts where email ilike $1) as contacts,
              (select count(*)::integer from public.reservations where email ilike $1) as reservations`,
      [email],
    );
    return row;
  };

  test('requests are removed three years after their person’s last contact, with their dates and mails', async () => {
    const email = `Camille.${someone()}`;
    await addContact(email, '3 years 1 day');
    const id = await addReservation(email.toUpperCase(), '4 years', '3 years 2 days');
    await query("insert into private.outbox (kind, ref) values ('reservation', $1)", [id]);
    await applyRetention();
    expect(await requestsOf(email)).toEqual({ contacts: 0, reservations: 0 });
    expect(await query('select from public.reservation_dates where reservation_id = $1', [id])).toEqual([]);
    expect(await query('select from private.outbox where ref = $1', [id])).toEqual([]);
  });

  test.each([
    ['wrote again since, in capitals', (email: string) => addContact(email.toUpperCase(), '2 years 364 days')],
    ['booked since', (email: string) => addReservation(email, '1 year')],
    ['came to a day booked before', (email: string) => addReservation(email, '4 years', '2 years')],
  ])('an old request of somebody who %s is kept', async (_, contactAgain) => {
    const email = someone();
    await addContact(email, '3 years 1 day');
    await contactAgain(email);
    const before = await requestsOf(email);
    await applyRetention();
    expect(await requestsOf(email)).toEqual(before);
  });

  test('sent mails are removed from the outbox after thirty days, unsent ones never', async () => {
    await query(`insert into private.outbox (kind, ref, created_at, sent_at) values
      ('contact', '00000000-0000-4000-8000-000000000001', now() - interval '60 days', now() - interval '31 days'),
      ('contact', '00000000-0000-4000-8000-000000000002', now() - interval '60 days', now() - interval '29 days'),
      ('contact', '00000000-0000-4000-8000-000000000003', now() - interval '60 days', null)`);
    await query(`insert into private.outbox (kind, created_at, given_up_at)
      values ('concerns', now() - interval '33 days', now() - interval '31 days')`);
    await applyRetention();
    expect(await query("select from private.outbox where kind = 'concerns' and given_up_at is not null")).toEqual([]);
    const kept = await query<{ ref: string }>(
      "select ref from private.outbox where ref::text like '00000000-0000-4000-8000-%' order by ref",
    );
    expect(kept.map(({ ref }) => ref.at(-1))).toEqual(['2', '3']);
    await query("delete from private.outbox where ref::text like '00000000-0000-4000-8000-%'");
  });
}
