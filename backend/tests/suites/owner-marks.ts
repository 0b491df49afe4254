import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { book, IMPOSSIBLE, type OwnedRequest, ownerCalls, storeMessage } from '../support/owner-calls';
import { parisDay } from '../support/rows';

const [first, second] = [parisDay(10), parisDay(11)];

/** The owner's notes and marks on requests. */
export function describeOwnerMarks(backend: () => TestBackend): void {
  let owner: Awaited<ReturnType<typeof ownerCalls>>;
  beforeAll(async () => {
    owner = await ownerCalls(backend());
  });
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
      const { history } = await owner.read<{ history: { action: string }[] }>('request', { id });
      expect(history.map(({ action }) => action)).toEqual(['received', 'verified']);
    }
  });

  test('a note is stored and emptied, and refused when it is too long', async () => {
    const id = await book(backend(), first);
    const noted = await owner.read<OwnedRequest>('note', { id, version: 2, note: '  rappeler\r\nlundi ' });
    expect(noted.note).toBe('rappeler\nlundi');
    expect(await owner.call('note', { id, version: noted.version, note: 'x'.repeat(5001) })).toMatchObject({
      status: 400,
    });
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
    const { history } = await owner.read<{ history: { action: string }[] }>('request', { id: one });
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
    const judge = async (id: string, action: string) =>
      owner.read(action, { id, version: (await owner.one(id)).version, ...(action === 'confirm' && { dates: null }) });
    const ordinary = { isSpam: false, flagged: false };
    expect(await judge(message, 'reopen')).toMatchObject(ordinary);
    expect(await judge(reopened, 'reopen')).toMatchObject(ordinary);
    expect(await judge(confirmed, 'confirm')).toMatchObject(ordinary);
  });
}
