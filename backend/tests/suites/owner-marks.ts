// Run by backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import type { OwnedRequest } from '@site/supabase/requests';
import type { TestBackend } from '../support/backend';
import { book, IMPOSSIBLE, OUTDATED, ownerCalls, ownerSession, storeMessage } from '../support/owner';
import { parisDay } from '../support/rows';

const [first, second] = [parisDay(10), parisDay(11)];

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

  test('a request lists the others of the same person, newest first, with spam and without those of others', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    const add = async (at: string, address: string) => {
      const sql = `insert into public.contacts (created_at, prenom, nom, email, telephone)
        values ($1, 'Alex', 'Roy', $2, '06 39 98 00 00') returning id`;
      return (await backend().owner.query<{ id: string }>(sql, [at, address]))[0]?.id ?? '';
    };
    const [old, recent] = [await add('2026-01-01', email.toUpperCase()), await add('2026-01-02', email)];
    await add('2026-01-02', 'autre@exemple.fr');
    const id = await add('2026-01-03', email);
    const { others } = await owner.read<{ others: OwnedRequest[] }>('request', { id });
    expect(others.map((other) => other.id)).toEqual([recent, old]);
  });

  test('the history does not name the only owner', async () => {
    const { email, ownerId, sessionId } = await ownerSession(backend());
    const id = await book(backend(), first);
    const claims = JSON.stringify({ role: 'authenticated', sub: ownerId, session_id: sessionId });
    // The other owners are back when the block ends.
    await backend().owner.script(`do $$ begin
      delete from private.owners where email <> '${email}';
      perform set_config('request.jwt.claims', '${claims}', true);
      set local role authenticated;
      perform public.owner_note('${id}', 2, 'x');
      if public.owner_request('${id}')::jsonb #> '{history,1}' @> '{"action": "noted", "who": null}' is not true then
        raise exception 'the history names its only owner';
      end if;
      raise exception sqlstate 'UNDO1';
    exception when sqlstate 'UNDO1' then null; end $$`);
  });
}
