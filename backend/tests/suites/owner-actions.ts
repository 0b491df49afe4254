// Run by backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import type { OwnedRequest } from '@site/supabase/requests';
import type { TestBackend } from '../support/backend';
import { book, detailsOf, IMPOSSIBLE, OUTDATED, ownerCalls, storeMessage } from '../support/owner';
import { datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

const [first, second, third] = [parisDay(10), parisDay(11), parisDay(12)];

export function describeOwnerActions(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);

  test('a reservation can be confirmed for all or for some of its days', async () => {
    const id = await book(backend(), first, second);
    const seen = await owner.one(id);
    expect(seen).toMatchObject({ status: 'nouvelle', confirmedDates: [], handledAt: null, note: null, isSpam: false });

    const whole = await owner.read<OwnedRequest>('confirm', { id, version: seen.version, dates: null });
    expect(whole).toMatchObject({ status: 'confirmee', confirmedDates: [first, second] });
    expect(whole.version).toBeGreaterThan(seen.version);
    const part = await owner.read<OwnedRequest>('confirm', { id, version: whole.version, dates: [second] });
    expect(part).toMatchObject({ status: 'confirmee', dates: [first, second], confirmedDates: [second] });
    // What it drops is called off, also in the history.
    const [, , dropped, kept] = await owner.historyOf(id);
    expect(dropped).toMatchObject({ action: 'called_off', detail: { days: [first] } });
    expect(kept).toMatchObject({ action: 'confirmed', detail: [second] });
  });

  test.each([1, null])('an action on an earlier version, %p, is refused with the present one', async (seen) => {
    const id = await book(backend(), first);
    const { version } = await owner.one(id);
    await owner.read('cancel', { id, version });
    for (const [name, args] of [
      ['confirm', { dates: null }],
      ['cancel', {}],
      ['reopen', {}],
      ['verify', {}],
      ['note', { note: 'x' }],
      ['tell', { channel: 'email' }],
      ['handle', { handled: true }],
      ['change_day', { from_day: first, to_day: second }],
    ] as const) {
      const refused = await owner.call(name, { id, version: seen, ...args });
      expect([name, refused]).toMatchObject([name, OUTDATED]);
      expect(detailsOf(refused)).toEqual(await owner.one(id));
    }
  });

  test('a day that a visitor adds changes the version, so the owner cannot confirm it unseen', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, first));
    const { version } = await owner.one(id);
    await by.post('reservation_dates', datesOf(id, second));
    expect(await owner.call('confirm', { id, version, dates: null })).toMatchObject(OUTDATED);
  });

  test('one of two devices that act on the same version at once is refused', async () => {
    const id = await book(backend(), first);
    const { version } = await owner.one(id);
    const answers = await Promise.all([
      owner.call('confirm', { id, version, dates: null }),
      owner.call('cancel', { id, version }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a changed day keeps its confirmation, and an impossible change is refused', async () => {
    const id = await book(backend(), first, second);
    const { version } = await owner.read<OwnedRequest>('confirm', { id, version: 2, dates: [first] });
    const changed = await owner.read<OwnedRequest>('change_day', { id, version, from_day: first, to_day: third });
    expect(changed).toMatchObject({ dates: [second, third], confirmedDates: [third] });
    for (const [from_day, to_day] of [
      [first, parisDay(20)],
      [second, third],
      [second, parisDay(-1)],
      [second, parisDay(3000)],
    ]) {
      expect(await owner.call('change_day', { id, version: changed.version, from_day, to_day })).toMatchObject(
        IMPOSSIBLE,
      );
    }
    expect(await owner.one(id)).toEqual(changed);
  });

  test('a cancelled reservation has no confirmed day, and is open again when it is reopened', async () => {
    const id = await book(backend(), first);
    const confirmed = await owner.read<OwnedRequest>('confirm', { id, version: 2, dates: null });
    const cancelled = await owner.read<OwnedRequest>('cancel', { id, version: confirmed.version });
    expect(cancelled).toMatchObject({ status: 'annulee', confirmedDates: [] });
    const reopened = await owner.read<OwnedRequest>('reopen', { id, version: cancelled.version });
    expect(reopened).toMatchObject({ status: 'nouvelle', confirmedDates: [], handledAt: null });
    expect((await owner.historyOf(id)).at(-1)).toMatchObject({ action: 'reopened', detail: [first] });
    expect(await owner.call('reopen', { id, version: reopened.version })).toMatchObject(IMPOSSIBLE);
  });

  test('neither an empty list of days nor a day that was not requested can be confirmed', async () => {
    const id = await book(backend(), first);
    for (const dates of [[], [second], [first, second]]) {
      expect(await owner.call('confirm', { id, version: 2, dates })).toMatchObject(IMPOSSIBLE);
    }
    expect((await owner.one(id)).status).toBe('nouvelle');
  });

  test('an unknown request is null or 404, and a malformed id is 400', async () => {
    const id = randomUUID();
    expect(await owner.read('request', { id })).toBeNull();
    expect(await owner.call('cancel', { id, version: 1 })).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_REQUEST' },
    });
    expect(await owner.call('cancel', { id: 'x', version: 1 })).toMatchObject({ status: 400 });
  });
}

export function describeOwnerMarks(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const addMessage = () => storeMessage(backend());

  test('a message can be marked as handled and reopened but not confirmed, and a reservation cannot be marked', async () => {
    const id = await addMessage();
    const handled = await owner.read<OwnedRequest>('handle', { id, version: 1, handled: true });
    expect(handled.handledAt).toMatch(/Z$/);
    const open = await owner.read<OwnedRequest>('handle', { id, version: handled.version, handled: false });
    expect(open.handledAt).toBeNull();
    expect(await owner.call('confirm', { id, version: open.version, dates: null })).toMatchObject(IMPOSSIBLE);
    expect(await owner.call('cancel', { id, version: open.version })).toMatchObject(IMPOSSIBLE);
    const booked = await book(backend(), first);
    expect(await owner.call('handle', { id: booked, version: 2, handled: true })).toMatchObject(IMPOSSIBLE);
  });

  test('a press makes a flagged request an ordinary one, once, and leaves a line in its history', async () => {
    const booked = await book(backend(), first);
    for (const [table, id] of [
      ['contacts', await addMessage()],
      ['reservations', booked],
    ] as const) {
      await backend().owner.query(`update public.${table} set flagged = true where id = $1`, [id]);
      const { version } = await owner.one(id);
      const verified = await owner.read<OwnedRequest>('verify', { id, version });
      expect(verified).toMatchObject({ flagged: false, version: version + 1 });
      expect(await owner.read('verify', { id, version: verified.version })).toEqual(verified);
      const history = await owner.historyOf(id);
      expect(history.map(({ action }) => action)).toEqual(['received', 'verified']);
    }
  });

  test('a note is stored and emptied', async () => {
    const id = await book(backend(), first);
    const noted = await owner.read<OwnedRequest>('note', { id, version: 2, note: '  rappeler\r\nlundi ' });
    expect(noted.note).toBe('rappeler\nlundi');
    expect(await owner.read('note', { id, version: noted.version, note: ' ' })).toMatchObject({ note: null });
  });

  test('spam is counted first, and marked only while the count is the same', async () => {
    const [message, booked, confirmed] = [
      await addMessage(),
      await book(backend(), first),
      await book(backend(), second),
    ];
    await owner.read('confirm', { id: confirmed, version: 2, dates: null });
    const ids = [message, booked, confirmed, randomUUID()];
    expect(await owner.read('spam', { ids, expected: null })).toEqual({ count: 2 });
    expect((await owner.one(message)).isSpam).toBe(false);
    expect(await owner.call('spam', { ids, expected: 3 })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE', details: '{"count" : 2}' },
    });
    expect(await owner.read('spam', { ids, expected: 2 })).toEqual({ count: 2 });
    const marked = await owner.one(message);
    expect(marked.isSpam).toBe(true);
    expect(await owner.read('reopen', { id: message, version: marked.version })).toMatchObject({ isSpam: false });
  });

  test('messages are marked as handled together, counted first, and reservations stay as they are', async () => {
    const [one, two, booked, spam] = [
      await addMessage(),
      await addMessage(),
      await book(backend(), first),
      await addMessage(),
    ];
    await owner.read('spam', { ids: [spam], expected: 1 });
    const ids = [one, two, booked, spam, randomUUID()];
    expect(await owner.read('handle_all', { ids, expected: null })).toEqual({ count: 2 });
    expect((await owner.one(one)).handledAt).toBeNull();
    expect(await owner.call('handle_all', { ids, expected: 3 })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE', details: '{"count" : 2}' },
    });
    expect(await owner.read('handle_all', { ids, expected: 2 })).toEqual({ count: 2 });
    const handled = await Promise.all(ids.slice(0, 4).map(async (id) => (await owner.one(id)).handledAt !== null));
    expect(handled).toEqual([true, true, false, false]);
    const history = await owner.historyOf(one);
    expect(history.map(({ action }) => action)).toEqual(['received', 'handled']);
  });

  test('a request that the owner takes out of spam, or confirms there, is no longer one to verify', async () => {
    const [message, reopened, confirmed] = [
      await addMessage(),
      await book(backend(), first),
      await book(backend(), second),
    ];
    for (const table of ['contacts', 'reservations']) {
      await backend().owner.query(`update public.${table} set flagged = true, unwanted = true where id = any ($1)`, [
        [message, reopened, confirmed],
      ]);
    }
    const ordinary = { isSpam: false, flagged: false };
    for (const id of [message, reopened]) expect(await owner.act(id, 'reopen')).toMatchObject(ordinary);
    expect(await owner.act(confirmed, 'confirm', { dates: null })).toMatchObject(ordinary);
  });
}

export function describeOwnerHistory(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);

  test('the history names who did what and when, without a note’s text', async () => {
    const id = await book(backend(), first);
    const { version } = await owner.read<OwnedRequest>('note', { id, version: 2, note: 'secret' });
    await owner.read('confirm', { id, version, dates: [first] });
    await backend().owner.query('select public.owner_cancel($1, null)', [id]);
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await owner.historyOf(id)).toEqual([
      { at, who: null, action: 'received', detail: null },
      { at, who: await owner.email(), action: 'noted', detail: null },
      { at, who: await owner.email(), action: 'confirmed', detail: [first] },
      { at, who: 'terminal', action: 'cancelled', detail: null },
    ]);
  });

  test('the history notes how a person was told about the confirmed days, and nothing else is changed', async () => {
    const id = await book(backend(), first, second);
    const tell = (channel: string, version: number) => owner.call('tell', { id, version, channel });
    expect(await tell('email', 2)).toMatchObject(IMPOSSIBLE);
    const confirmed = await owner.confirm(id, { dates: [second], also_confirmed: [second] });
    await backend().owner.query('update public.reservations set phone = null where id = $1', [id]);
    const { version } = await owner.one(id);
    expect(await tell('sms', version)).toMatchObject(IMPOSSIBLE);
    expect(await tell('pigeon', version)).toMatchObject({ status: 400 });
    expect(await tell('email', confirmed.version)).toMatchObject(OUTDATED);
    expect(await owner.read('tell', { id, version, channel: 'email' })).toMatchObject({ version, status: 'confirmee' });
    const history = await owner.historyOf(id);
    expect(history.slice(2)).toMatchObject([
      { who: await owner.email(), action: 'told', detail: { channel: 'email', days: [second] } },
    ]);
    await owner.act(id, 'cancel');
    const { version: cancelled } = await owner.one(id);
    expect(await owner.read('tell', { id, version: cancelled, channel: 'email' })).toMatchObject({ status: 'annulee' });
    expect(await tell('site', cancelled)).toMatchObject(IMPOSSIBLE);
    const message = await storeMessage(backend());
    expect(await owner.call('tell', { id: message, version: 1, channel: 'email' })).toMatchObject(IMPOSSIBLE);
  });

  test('a request lists its mails and other open requests for its days', async () => {
    const day = parisDay(200);
    const id = await book(backend(), day);
    const other = await book(backend(), day);
    expect(await owner.read('request', { id })).toMatchObject({
      request: { takenDates: [] },
      mails: [{ kind: 'reservation', sentAt: null, failedAt: null }],
      clashes: [{ date: day, id: other, name: 'Camille Durand', isConfirmed: false }],
    });
    await owner.confirm(other);
    expect(await owner.read('request', { id })).toMatchObject({
      request: { takenDates: [day] },
      clashes: [{ date: day, id: other, isConfirmed: true }],
    });
    expect(await owner.one(other)).toMatchObject({ takenDates: [], confirmedDates: [day] });
  });

  test('only who has a day, or waits for an answer about it, is named beside it and in mails', async () => {
    const [kept, refused] = [parisDay(201), parisDay(202)];
    const id = await book(backend(), kept, refused);
    const settled = await book(backend(), kept, refused);
    const waiting = await book(backend(), kept, refused);
    await owner.confirm(settled, { dates: [kept] });
    const named = async (request: string) => {
      const { clashes } = await owner.read<{ clashes: readonly { date: string; id: string }[] }>('request', {
        id: request,
      });
      const text = 'select private.reservation_detail($1) as detail';
      const [row] = await backend().owner.query<{ detail: { clashes: readonly object[] } }>(text, [request]);
      return { inSpace: clashes.map(({ date, id }) => [date, id]), inMail: row?.detail.clashes };
    };
    const asks = (date: string) => ({ date, name: 'Camille Durand', status: 'nouvelle' });
    expect(await named(id)).toEqual({
      inSpace: [
        [kept, settled],
        [kept, waiting],
        [refused, waiting],
      ],
      inMail: [{ ...asks(kept), status: 'confirmee' }, asks(kept), asks(refused)],
    });
    // Who asks for another day in place of a confirmed one is new again, and keeps it until the answer.
    await backend().owner.query(
      `with managing as (select set_config('site.managing', $1::text, true) as request)
      update public.reservations r set status = 'nouvelle' from managing m where r.id = m.request::uuid`,
      [settled],
    );
    const [inAgenda] = await owner.read<readonly object[]>('agenda', { first: kept, last: kept });
    expect(inAgenda).toMatchObject({ requests: [{ id: settled }], asked: [{ id }, { id: waiting }] });
    await owner.act(waiting, 'cancel');
    await owner.act(id, 'confirm', { dates: [refused] });
    await owner.act(id, 'cancel');
    expect((await named(id)).inMail).toEqual([asks(refused)]);
    // Once it is reopened, it waits for the day that it had, and for no other.
    await owner.act(id, 'reopen');
    expect((await named(settled)).inSpace).toEqual([[refused, id]]);
    expect(await owner.one(id)).toMatchObject({ leftDates: [kept], takenDates: [] });
  });
}
