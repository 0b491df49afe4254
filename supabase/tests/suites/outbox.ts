import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/engines';
import { contact, datesOf, incident, parisDay, reservation, reserve } from '../support/rows';
import { attemptHeader, visitor } from '../support/visitor';

type Claim = { id: string; kind: string; messageId: string; attempts: number; detail: Record<string, unknown> };

/** What workers are given of the outbox, when, and how often. */
export function describeOutbox(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const claim = async () => (await query<Claim>('select * from private.claim_mail()'))[0];
  const row = async (id: string) =>
    (await query<Record<string, unknown>>('select * from private.outbox where id = $1', [id]))[0];
  const waitOf = async (id: string) =>
    (
      await query<{ wait: number }>(
        'select round(extract(epoch from not_before - now()))::integer as wait from private.outbox where id = $1',
        [id],
      )
    )[0]?.wait ?? 0;
  const sendContact = async () => {
    const attempt = randomUUID();
    await visitor(backend()).post('contacts', contact, attemptHeader(attempt));
    const [sent] = await query<{ id: string }>('select id from public.contacts where attempt = $1', [attempt]);
    return sent?.id ?? '';
  };

  beforeEach(() => query('delete from private.outbox'));

  test('a contact message is given whole, once, until its lease is over', async () => {
    const ref = await sendContact();
    const first = await claim();
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: 'contact',
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      attempts: 1,
      detail: {
        id: ref,
        name: 'Camille Durand',
        email: contact.email,
        phone: contact.telephone,
        isAgefice: true,
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        flagged: false,
        message: contact.message,
      },
    });
    expect(await row(first?.id ?? '')).toMatchObject({ ref });
    expect(await claim()).toBeUndefined();

    await query("update private.outbox set claimed_until = claimed_until - interval '2 minutes'");
    expect(await claim()).toMatchObject({ id: first?.id, messageId: first?.messageId, attempts: 2 });
  });

  test('a mail that was sent is not given again', async () => {
    await sendContact();
    const mail = await claim();
    await query('select private.mail_sent($1)', [mail?.id]);
    await query("update private.outbox set claimed_until = now() - interval '1 day'");
    expect(await claim()).toBeUndefined();
    expect((await row(mail?.id ?? ''))?.sent_at).toBeInstanceOf(Date);
  });

  test('a failure is waited out twice as long each time, up to an hour, and for two days', async () => {
    await sendContact();
    const waits: number[] = [];
    let id = '';
    for (let time = 0; time < 8; time += 1) {
      id = (await claim())?.id ?? '';
      await query('select private.mail_failed($1, $2)', [id, `refused ${time} ${'x'.repeat(600)}`]);
      waits.push(Math.round((await waitOf(id)) / 60));
      expect(await claim()).toBeUndefined();
      await query('update private.outbox set not_before = now()');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect((await row(id))?.last_error).toMatch(/^refused 7 x+$/);
    expect(String((await row(id))?.last_error)).toHaveLength(500);

    const triedFor = (time: string, attempts: number) =>
      query('update private.outbox set not_before = now(), first_tried_at = now() - $1::interval, attempts = $2', [
        time,
        attempts,
      ]);
    for (const [time, attempts] of [
      ['47 hours 59 minutes', 40],
      // The machine was off meanwhile, and its network is not up yet.
      ['30 days', 18],
    ] as const) {
      await triedFor(time, attempts);
      await query('select private.mail_failed($1, $2)', [(await claim())?.id, 'away']);
      expect((await row(id))?.given_up_at).toBeNull();
    }
    await triedFor('48 hours', 19);
    await query('select private.mail_failed($1, $2)', [(await claim())?.id, 'away']);
    expect((await row(id))?.given_up_at).toBeInstanceOf(Date);
    await query('update private.outbox set not_before = now()');
    expect(await claim()).toBeUndefined();
  });

  test('a mail that fails holds up no other', async () => {
    await sendContact();
    const failing = await claim();
    await query('select private.mail_failed($1, $2)', [failing?.id, 'refused']);
    await query('update private.outbox set not_before = now()');
    await sendContact();
    expect((await claim())?.id).not.toBe(failing?.id);
    expect((await claim())?.id).toBe(failing?.id);
  });

  test('a reservation is given with its dates and whoever asks for the same day', async () => {
    const by = visitor(backend());
    const [day, free] = [parisDay(400), parisDay(401)];
    const [confirmed, cancelled] = [await reserve(by), await reserve(by)];
    for (const id of [confirmed, cancelled]) await by.post('reservation_dates', datesOf(id, day));
    await query("update public.reservations set status = 'confirmee', name = 'Jean Martin' where id = $1", [confirmed]);
    await query("update public.reservations set status = 'annulee' where id = $1", [cancelled]);
    await query('delete from private.outbox');

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

  test('of many requests for one day a mail names five, and counts them all', async () => {
    const day = parisDay(402);
    const ids = await Promise.all(Array.from({ length: 8 }, () => reserve(visitor(backend()))));
    for (const id of ids) await visitor(backend()).post('reservation_dates', datesOf(id, day));
    const { detail } = (await claim()) ?? {};
    expect(detail?.clashCount).toBe(7);
    expect(detail?.clashes).toHaveLength(5);
  });

  test('a reservation goes without dates when they can no longer come', async () => {
    const id = await reserve(visitor(backend()));
    expect(await waitOf((await query<{ id: string }>('select id from private.outbox'))[0]?.id ?? '')).toBeGreaterThan(
      600,
    );
    await query('update private.outbox set not_before = now()');
    expect(await claim()).toMatchObject({ kind: 'reservation', detail: { id, dates: [] } });
  });

  test('dates that come after the mail was taken are told in one of their own', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, parisDay(1)));
    const first = await claim();
    await by.post('reservation_dates', datesOf(id, parisDay(2), parisDay(3)));
    await by.post('reservation_dates', datesOf(id, parisDay(4)));
    expect(await claim()).toMatchObject({
      kind: 'dates',
      detail: { id, dates: [1, 2, 3, 4].map((days) => parisDay(days)) },
    });
    expect(await claim()).toBeUndefined();

    // Repeated after a lost answer: stored already, so there is nothing to tell.
    await query('select private.mail_sent($1)', [first?.id]);
    await by.post('reservation_dates', datesOf(id, parisDay(4)));
    expect(await claim()).toBeUndefined();
  });

  test('dates that come while a failed mail waits go with it, no sooner than it may', async () => {
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

  test('what was erased is not told', async () => {
    const ref = await sendContact();
    await query('delete from public.contacts where id = $1', [ref]);
    expect(await claim()).toBeUndefined();
    expect(await query('select from private.outbox')).toEqual([]);
  });

  describe('alerts', () => {
    const queueAlert = () => query('select private.queue_alert()');
    const alerts = () => query("select from private.outbox where kind = 'alert'");
    beforeEach(() => query('delete from public.incidents'));

    test('one an hour, when three mails wait after a failure', async () => {
      for (let time = 0; time < 3; time += 1) await sendContact();
      await queueAlert();
      expect(await alerts()).toHaveLength(0);
      await query(
        "update private.outbox set attempts = 1, last_error = 'refused', not_before = now() + interval '1 hour'",
      );
      await Promise.all([queueAlert(), queueAlert()]);
      await queueAlert();
      expect(await alerts()).toHaveLength(1);
      const alert = await claim();
      expect(alert).toMatchObject({ kind: 'alert', detail: { unsent: 3, lastError: 'refused', incidents: [] } });

      const age = (column: string) =>
        query(`update private.outbox set ${column} = now() - interval '61 minutes' where kind = 'alert'`);
      await age('created_at');
      await queueAlert();
      expect(await alerts()).toHaveLength(1);
      await query('select private.mail_sent($1)', [alert?.id]);
      await queueAlert();
      expect(await alerts()).toHaveLength(1);
      await age('sent_at');
      await queueAlert();
      expect(await alerts()).toHaveLength(2);
    });

    test('again an hour after one was given up', async () => {
      for (let time = 0; time < 3; time += 1) await sendContact();
      await query("update private.outbox set last_error = 'refused'");
      await query(
        "insert into private.outbox (kind, created_at, given_up_at) values ('alert', now() - interval '3 days', now())",
      );
      await queueAlert();
      expect(await alerts()).toHaveLength(1);
      await query("update private.outbox set given_up_at = now() - interval '61 minutes' where kind = 'alert'");
      await queueAlert();
      expect(await alerts()).toHaveLength(2);
    });

    test('none when all has gone before it could be sent', async () => {
      await query("insert into private.outbox (kind) values ('alert')");
      expect(await claim()).toBeUndefined();
      expect(await alerts()).toHaveLength(0);
    });

    test('when twenty incidents came in within the hour', async () => {
      await query(
        `insert into public.incidents (remote, release, phase, code, route)
           select $1, $2, $3, $4, $5 from generate_series(1, 19)`,
        Object.values(incident),
      );
      await queueAlert();
      expect(await alerts()).toHaveLength(0);
      await visitor(backend()).post('incidents', incident);
      await queueAlert();
      const { remote, release } = incident;
      expect(await claim()).toMatchObject({
        kind: 'alert',
        detail: { unsent: 0, oldestUnsentAt: null, lastError: null, incidents: [{ remote, release, count: 20 }] },
      });
    });
  });
}
