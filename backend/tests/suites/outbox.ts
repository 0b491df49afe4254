// Run by backend/tests/backend.test.ts.
import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { contact, datesOf, parisDay, reservation, reserve } from '../support/rows';
import { outboxOf } from '../support/upkeep';
import { visitor } from '../support/visitor';

export function describeOutbox(backend: () => TestBackend): void {
  const { query, empty, claim, row, waitOf, sendContact } = outboxOf(backend);

  beforeEach(empty);

  test('a claimed contact message contains the whole request, and is not claimed again before its lease ends, nor once it is sent', async () => {
    const ref = await sendContact();
    const first = await claim();
    expect(first).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      kind: 'contact',
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      attempts: 1,
      detail: {
        kind: 'contact',
        id: ref,
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        name: 'Camille Durand',
        email: contact.email,
        phone: contact.telephone,
        message: contact.message,
        flagged: false,
      },
    });
    expect(await row(first?.id ?? '')).toMatchObject({ ref });
    expect(await claim()).toBeUndefined();

    await query("update private.outbox set claimed_until = claimed_until - interval '2 minutes'");
    expect(await claim()).toMatchObject({ id: first?.id, messageId: first?.messageId, attempts: 2 });
    await query('select private.mail_sent($1)', [first?.id]);
    await query("update private.outbox set claimed_until = now() - interval '1 day'");
    expect(await claim()).toBeUndefined();
  });

  test('the wait after a failure doubles up to an hour, and the mail is given up after two days', async () => {
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

    const triedFor = (time: string, tries: number) =>
      query('update private.outbox set not_before = now(), first_tried_at = now() - $1::interval, attempts = $2', [
        time,
        tries,
      ]);
    for (const [time, tries] of [
      ['47 hours 59 minutes', 40],
      // The machine was off, and its network is not up yet.
      ['30 days', 18],
    ] as const) {
      await triedFor(time, tries);
      await query('select private.mail_failed($1, $2)', [(await claim())?.id, 'away']);
      expect((await row(id))?.given_up_at).toBeNull();
    }
    await triedFor('48 hours', 19);
    await query('select private.mail_failed($1, $2)', [(await claim())?.id, 'away']);
    expect((await row(id))?.given_up_at).toBeInstanceOf(Date);
    await query('update private.outbox set not_before = now()');
    expect(await claim()).toBeUndefined();
  });

  test('a mail that fails does not delay others', async () => {
    await sendContact();
    const failing = await claim();
    await query('select private.mail_failed($1, $2)', [failing?.id, 'refused']);
    await query('update private.outbox set not_before = now()');
    await sendContact();
    expect((await claim())?.id).not.toBe(failing?.id);
    expect((await claim())?.id).toBe(failing?.id);
  });

  test('no mail is claimed for an erased request', async () => {
    const ref = await sendContact();
    await query('delete from public.contacts where id = $1', [ref]);
    expect(await claim()).toBeUndefined();
    expect(await query('select from private.outbox')).toEqual([]);
  });
}

export function describeOutboxReservations(backend: () => TestBackend): void {
  const { query, empty, claim, waitOf } = outboxOf(backend);

  beforeEach(empty);

  test('a claimed reservation contains its dates and other requests for the same day', async () => {
    const by = visitor(backend());
    const [day, free] = [parisDay(400), parisDay(401)];
    const [confirmed, cancelled] = [await reserve(by), await reserve(by)];
    for (const id of [confirmed, cancelled]) await by.post('reservation_dates', datesOf(id, day));
    await query("update public.reservations set status = 'confirmee', name = 'Jean Martin' where id = $1", [confirmed]);
    await query('update public.reservation_dates set confirmed = true where reservation_id = $1', [confirmed]);
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

  test('dates added while a failed mail waits are sent with it, at its next try', async () => {
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

export function describeOutboxAlerts(backend: () => TestBackend): void {
  const { query, quiet, sendContact } = outboxOf(backend);
  const queueAlert = () => query('select private.queue_concerns()');
  const alerts = () => query("select from private.outbox where kind = 'concerns'");
  beforeEach(quiet);

  test('another alert is queued an hour after one was given up', async () => {
    for (let time = 0; time < 3; time += 1) await sendContact();
    await query("update private.outbox set last_error = 'refused'");
    await query(
      "insert into private.outbox (kind, created_at, given_up_at) values ('concerns', now() - interval '3 days', now())",
    );
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    await query("update private.outbox set given_up_at = now() - interval '61 minutes' where kind = 'concerns'");
    await queueAlert();
    expect(await alerts()).toHaveLength(2);
  });
}

/** Requests that fill in the honeypot. */
export function describeUnwanted(backend: () => TestBackend): void {
  const { query, empty, claim } = outboxOf(backend);
  beforeEach(empty);

  test('a request with the honeypot filled is stored as unwanted and causes no mail', async () => {
    const headers = (attempt: string) => ({ 'x-client-info': `site-web/1.0.0 attempt=${attempt} honeypot=filled` });
    const by = visitor(backend());
    const [message, booking] = [randomUUID(), randomUUID()];
    expect(await by.post('contacts', contact, headers(message))).toMatchObject({ status: 201 });
    const id = await reserve(by, headers(booking));
    expect(await by.post('reservation_dates', datesOf(id, parisDay(1)))).toMatchObject({ status: 201 });
    const marks = [{ flagged: true, unwanted: true }];
    expect(await query('select flagged, unwanted from public.contacts where attempt = $1', [message])).toEqual(marks);
    expect(await query('select flagged, unwanted from public.reservations where attempt = $1', [booking])).toEqual(
      marks,
    );
    expect(await query('select from private.outbox')).toEqual([]);
  });

  test('neither a robot’s nor a spam booking is named in genuine mails, or lists its days to the owner', async () => {
    const by = visitor(backend());
    const [day, other] = [parisDay(150), parisDay(151)];
    const robot = await reserve(by, { 'x-client-info': `site-web/1.0.0 attempt=${randomUUID()} honeypot=filled` });
    const spam = await reserve(by);
    for (const id of [robot, spam]) await by.post('reservation_dates', datesOf(id, day));
    await query('update public.reservations set is_spam = true where id = $1', [spam]);
    await empty();
    expect(await by.post('reservation_dates', datesOf(spam, other))).toMatchObject({ status: 201 });
    expect(await query('select from private.outbox')).toEqual([]);

    const genuine = await reserve(by);
    await by.post('reservation_dates', datesOf(genuine, day, other));
    expect(await claim()).toMatchObject({ kind: 'reservation', detail: { id: genuine, clashes: [], clashCount: 0 } });
    expect(await query('select * from private.clashes($1)', [genuine])).toEqual([]);
  });

  test('a client name that resembles the honeypot token is ignored', async () => {
    const attempt = randomUUID();
    const info = `site-web/1.0.0 attempt=${attempt} nohoneypot=filled honeypot=fille`;
    const { post } = visitor(backend());
    expect(await post('contacts', contact, { 'x-client-info': info })).toMatchObject({ status: 201 });
    expect(await query('select unwanted from public.contacts where attempt = $1', [attempt])).toEqual([
      { unwanted: false },
    ]);
  });
}
