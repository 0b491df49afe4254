import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { book, type OwnedRequest, ownerCalls } from '../support/owner-calls';
import { contact, datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

const [first, second, third] = [parisDay(10), parisDay(11), parisDay(12)];

/** The owner's actions on a request, and its history. */
export function describeOwnerActions(backend: () => TestBackend): void {
  const addMessage = async () => {
    const [row] = await backend().owner.query<{ id: string }>(
      `insert into public.contacts (prenom, nom, email, telephone) values ('Alex', 'Roy', 'alex@exemple.fr', '06 39 98 00 00') returning id`,
    );
    return row?.id ?? '';
  };

  test('a reservation can be confirmed for all or for some of its days', async () => {
    const owner = await ownerCalls(backend());
    const id = await book(backend(), first, second);
    const seen = await owner.one(id);
    expect(seen).toMatchObject({ status: 'nouvelle', confirmedDates: [], handledAt: null, note: null, isSpam: false });

    const whole = await owner.read<OwnedRequest>('confirm', { id, version: seen.version, dates: null });
    expect(whole).toMatchObject({ status: 'confirmee', confirmedDates: [first, second] });
    expect(whole.version).toBeGreaterThan(seen.version);
    const part = await owner.read<OwnedRequest>('confirm', { id, version: whole.version, dates: [second] });
    expect(part).toMatchObject({ status: 'confirmee', dates: [first, second], confirmedDates: [second] });
  });

  test.each([1, null])(
    'an action that names the version %p, not the current one, is refused with the current request',
    async (seen) => {
      const owner = await ownerCalls(backend());
      const id = await book(backend(), first);
      const { version } = await owner.one(id);
      await owner.read('cancel', { id, version });
      for (const [name, args] of [
        ['confirm', { dates: null }],
        ['cancel', {}],
        ['reopen', {}],
        ['verify', {}],
        ['note', { note: 'x' }],
        ['handle', { handled: true }],
        ['change_day', { from_day: first, to_day: second }],
      ] as const) {
        const { status, body } = await owner.call(name, { id, version: seen, ...args });
        const { code, details } = body as { code: string; details: string };
        expect({ name, status, code }).toEqual({ name, status: 409, code: 'CHANGED_SINCE' });
        expect(JSON.parse(details)).toEqual(await owner.one(id));
      }
    },
  );

  test('a day that a visitor adds changes the version, so the owner cannot confirm it unseen', async () => {
    const owner = await ownerCalls(backend());
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, first));
    const { version } = await owner.one(id);
    await by.post('reservation_dates', datesOf(id, second));
    expect(await owner.call('confirm', { id, version, dates: null })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE' },
    });
  });

  test('one of two devices that act on the same version at once is refused', async () => {
    const owner = await ownerCalls(backend());
    const id = await book(backend(), first);
    const { version } = await owner.one(id);
    const answers = await Promise.all([
      owner.call('confirm', { id, version, dates: null }),
      owner.call('cancel', { id, version }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a changed day keeps its confirmation, and an impossible change is refused', async () => {
    const owner = await ownerCalls(backend());
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
      expect(await owner.call('change_day', { id, version: changed.version, from_day, to_day })).toMatchObject({
        status: 409,
        body: { code: 'NOT_POSSIBLE' },
      });
    }
    expect(await owner.one(id)).toEqual(changed);
  });

  test('a cancelled reservation has no confirmed day, and is open again when it is reopened', async () => {
    const owner = await ownerCalls(backend());
    const id = await book(backend(), first);
    const confirmed = await owner.read<OwnedRequest>('confirm', { id, version: 2, dates: null });
    const cancelled = await owner.read<OwnedRequest>('cancel', { id, version: confirmed.version });
    expect(cancelled).toMatchObject({ status: 'annulee', confirmedDates: [] });
    const reopened = await owner.read<OwnedRequest>('reopen', { id, version: cancelled.version });
    expect(reopened).toMatchObject({ status: 'nouvelle', confirmedDates: [], handledAt: null });
    expect(await owner.call('reopen', { id, version: reopened.version })).toMatchObject({
      status: 409,
      body: { code: 'NOT_POSSIBLE' },
    });
  });

  test('a message can be marked as handled and reopened but not confirmed, and a reservation cannot be marked', async () => {
    const owner = await ownerCalls(backend());
    const id = await addMessage();
    const handled = await owner.read<OwnedRequest>('handle', { id, version: 1, handled: true });
    expect(handled.handledAt).toMatch(/Z$/);
    const open = await owner.read<OwnedRequest>('handle', { id, version: handled.version, handled: false });
    expect(open.handledAt).toBeNull();
    const impossible = { status: 409, body: { code: 'NOT_POSSIBLE' } };
    expect(await owner.call('confirm', { id, version: open.version, dates: null })).toMatchObject(impossible);
    expect(await owner.call('cancel', { id, version: open.version })).toMatchObject(impossible);
    const booked = await book(backend(), first);
    expect(await owner.call('handle', { id: booked, version: 2, handled: true })).toMatchObject(impossible);
  });

  test('a press makes a flagged request an ordinary one, once, and leaves a line in its history', async () => {
    const owner = await ownerCalls(backend());
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
      const { history } = await owner.read<{ history: { action: string }[] }>('request', { id });
      expect(history.map(({ action }) => action)).toEqual(['received', 'verified']);
    }
  });

  test('neither an empty list of days nor a day that was not requested can be confirmed', async () => {
    const owner = await ownerCalls(backend());
    const id = await book(backend(), first);
    for (const dates of [[], [second], [first, second]]) {
      expect(await owner.call('confirm', { id, version: 2, dates })).toMatchObject({
        status: 409,
        body: { code: 'NOT_POSSIBLE' },
      });
    }
    expect((await owner.one(id)).status).toBe('nouvelle');
  });

  test('a note is stored and emptied, and refused when it is too long', async () => {
    const owner = await ownerCalls(backend());
    const id = await book(backend(), first);
    const noted = await owner.read<OwnedRequest>('note', { id, version: 2, note: '  rappeler\r\nlundi ' });
    expect(noted.note).toBe('rappeler\nlundi');
    expect(await owner.call('note', { id, version: noted.version, note: 'x'.repeat(5001) })).toMatchObject({
      status: 400,
    });
    expect(await owner.read('note', { id, version: noted.version, note: ' ' })).toMatchObject({ note: null });
  });

  test('the history names who did what and when, without a note’s text', async () => {
    const owner = await ownerCalls(backend());
    const id = await book(backend(), first);
    const { version } = await owner.read<OwnedRequest>('note', { id, version: 2, note: 'secret' });
    await owner.read('confirm', { id, version, dates: [first] });
    await backend().owner.query('select private.cancel_request(null, $1, null)', [id]);
    const { history } = await owner.read<{ history: object[] }>('request', { id });
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(history).toEqual([
      { at, who: null, action: 'received', detail: null },
      { at, who: owner.email, action: 'noted', detail: null },
      { at, who: owner.email, action: 'confirmed', detail: [first] },
      { at, who: 'terminal', action: 'cancelled', detail: null },
    ]);
  });

  test('a request lists its mails and other open requests for its days', async () => {
    const owner = await ownerCalls(backend());
    const day = parisDay(200);
    const id = await book(backend(), day);
    await book(backend(), day);
    expect(await owner.read('request', { id })).toMatchObject({
      mails: [{ kind: 'reservation', sentAt: null, failedAt: null }],
      clashes: [{ date: day, name: 'Camille Durand', status: 'nouvelle' }],
    });
  });

  test('spam is counted first, and marked only while the count is the same', async () => {
    const owner = await ownerCalls(backend());
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

  test('an unknown request is null or 404, and a malformed id is 400', async () => {
    const owner = await ownerCalls(backend());
    const id = randomUUID();
    expect(await owner.read('request', { id })).toBeNull();
    expect(await owner.call('cancel', { id, version: 1 })).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_REQUEST' },
    });
    expect(await owner.call('cancel', { id: 'x', version: 1 })).toMatchObject({ status: 400 });
  });

  test('a visitor cannot set the owner’s columns', async () => {
    for (const own of [{ version: 9 }, { note: 'x' }, { handled_at: '2026-01-01' }, { is_spam: false }]) {
      const { status, body } = await visitor(backend()).post('contacts', { ...contact, ...own });
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'PGRST204' } });
    }
  });
}
