import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { contact, datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

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
