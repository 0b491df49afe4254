import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { datesOf, parisDay, reservation, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

/** Claimed mails of reservations and their dates. */
export function describeOutboxReservations(backend: () => TestBackend): void {
  const { query, empty, claim, waitOf } = outboxOf(backend);

  beforeEach(empty);

  test('a claimed reservation contains its dates and other requests for the same day', async () => {
    const by = visitor(backend());
    const [day, free] = [parisDay(400), parisDay(401)];
    const [confirmed, cancelled] = [await reserve(by), await reserve(by)];
    for (const id of [confirmed, cancelled]) await by.post('reservation_dates', datesOf(id, day));
    await query("update public.reservations set status = 'confirmee', name = 'Jean Martin' where id = $1", [confirmed]);
    await query("update public.reservations set status = 'annulee' where id = $1", [cancelled]);
    await empty();

    const id = await reserve(by);
    expect(await claim()).toBeUndefined();
    await by.post('reservation_dates', datesOf(id, free, day));
    expect(await claim()).toMatchObject({
      kind: 'reservation',
      detail: {
        id,
        name: reservation.name,
        phone: null,
        isAgefice: false,
        status: 'nouvelle',
        dates: [day, free],
        clashes: [{ date: day, name: 'Jean Martin', status: 'confirmee' }],
        clashCount: 1,
      },
    });
  });

  test('a mail names five of many requests for one day, and counts them all', async () => {
    const day = parisDay(402);
    const ids = await Promise.all(Array.from({ length: 8 }, () => reserve(visitor(backend()))));
    for (const id of ids) await visitor(backend()).post('reservation_dates', datesOf(id, day));
    const { detail } = (await claim()) ?? {};
    expect(detail?.clashCount).toBe(7);
    expect(detail?.clashes).toHaveLength(5);
  });

  test('a reservation without dates can be claimed once its window is over', async () => {
    const id = await reserve(visitor(backend()));
    expect(await waitOf((await query<{ id: string }>('select id from private.outbox'))[0]?.id ?? '')).toBeGreaterThan(
      600,
    );
    await query('update private.outbox set not_before = now()');
    expect(await claim()).toMatchObject({ kind: 'reservation', detail: { id, dates: [] } });
  });

  test('dates added one by one after the mail was claimed are sent in one mail, once the window is over', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, parisDay(1)));
    const first = await claim();
    expect(first).toMatchObject({ kind: 'reservation' });
    await query('select private.mail_sent($1)', [first?.id]);
    for (const days of [2, 3, 4]) {
      expect(await by.post('reservation_dates', datesOf(id, parisDay(days)))).toMatchObject({ status: 201 });
      expect(await claim()).toBeUndefined();
    }
    const [later, ...others] = await query<{ id: string }>('select id from private.outbox where sent_at is null');
    expect(others).toEqual([]);
    expect(await waitOf(later?.id ?? '')).toBeGreaterThan(600);
    await query('update private.outbox set not_before = now() where sent_at is null');
    const second = await claim();
    expect(second).toMatchObject({ kind: 'dates', detail: { id } });
    expect(second?.detail.dates).toHaveLength(4);

    // A repeat after a lost answer adds no date, and so no mail.
    await query('select private.mail_sent($1)', [second?.id]);
    await by.post('reservation_dates', datesOf(id, parisDay(4)));
    expect(await query('select from private.outbox where sent_at is null')).toEqual([]);
  });

  test('dates added while a failed mail waits are sent with it, at its next attempt', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, parisDay(1)));
    const mail = await claim();
    await query('select private.mail_failed($1, $2)', [mail?.id, 'away']);
    await by.post('reservation_dates', datesOf(id, parisDay(2)));
    expect(await claim()).toBeUndefined();
    expect(await query('select from private.outbox')).toHaveLength(1);
    await query('update private.outbox set not_before = now()');
    expect(await claim()).toMatchObject({ id: mail?.id, detail: { dates: [parisDay(1), parisDay(2)] } });
  });
}
