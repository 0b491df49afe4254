import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { bearer, book, IMPOSSIBLE, type OwnedRequest, ownerCalls, ownerSession } from '../support/owner';
import { datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

const [first, second, third] = [parisDay(10), parisDay(11), parisDay(12)];

/** Confirming, changing, cancelling and reopening. */
export function describeOwnerActions(backend: () => TestBackend): void {
  let owner: Awaited<ReturnType<typeof ownerCalls>>;
  beforeAll(async () => {
    owner = await ownerCalls(backend());
  });

  test('a reservation can be confirmed for all or for some of its days', async () => {
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
        const { status, body } = await owner.call(name, { id, version: seen, ...args });
        const { code, details } = body as { code: string; details: string };
        expect({ name, status, code }).toEqual({ name, status: 409, code: 'CHANGED_SINCE' });
        expect(JSON.parse(details)).toEqual(await owner.one(id));
      }
    },
  );

  test('a day that a visitor adds changes the version, so the owner cannot confirm it unseen', async () => {
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

const TIMES = 100;
const AT_ONCE = 30;
const KEY = 'a'.repeat(87);
const AUTH = 'b'.repeat(22);

interface Repetition {
  /** Completes "a hundred … by one session". */
  readonly name: string;
  readonly call: string;
  readonly args: (at: number) => object;
  /** The same call with the loop's number, in SQL. */
  readonly sql: string;
  /** Counts what it has left behind, which must not exceed `most`. */
  readonly left: string;
  readonly most: number;
}

const repetitions: readonly Repetition[] = [
  {
    name: 'subscriptions to notifications',
    call: 'add_push',
    args: (at) => ({ endpoint: `https://push.exemple.fr/at-once-${at}`, p256dh: KEY, auth: AUTH }),
    sql: `public.owner_add_push('https://push.exemple.fr/' || n, '${KEY}', '${AUTH}')`,
    // It counts what the next request queues, too.
    left: 'select (select count(*) from private.push_subscriptions) + (select count(*) from private.pushes) as count',
    most: 2,
  },
  {
    name: 'addresses of the owner’s own calendar',
    call: 'set_own_calendar',
    args: (at) => ({ address: `https://10.0.0.1/at-once-${at}.ics` }),
    sql: "public.owner_set_own_calendar('https://10.0.0.1/' || n || '.ics')",
    left: 'select (select count(*) from private.own_calendar) + (select count(*) from private.own_calendar_asks) as count',
    most: 21,
  },
  {
    name: 'readings of the owner’s own calendar',
    call: 'read_own_calendar',
    args: () => ({}),
    sql: 'public.owner_read_own_calendar()',
    left: 'select count(*) from private.own_calendar_asks',
    most: 20,
  },
];

export function describeOwnerRepetition(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);

  beforeEach(() => query('delete from private.push_subscriptions'));
  beforeEach(() => query('delete from private.own_calendar_asks'));
  afterEach(() => query("delete from private.outbox where kind = 'reservation'"));

  test.each(repetitions)('a hundred $name by one session leave little behind', async (repetition) => {
    const { call, args, sql, left, most } = repetition;
    await query('insert into private.push_key (public_key) values ($1) on conflict (only_row) do nothing', [
      'c'.repeat(87),
    ]);
    const { accessToken, sessionId, ownerId } = await ownerSession(backend());
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => at);
    await Promise.all(numbers.map((at) => visitor(backend()).post(`rpc/owner_${call}`, args(at), bearer(accessToken))));
    const claims = JSON.stringify({ role: 'authenticated', sub: ownerId, session_id: sessionId });
    await backend().owner.script(`do $attack$ begin
      perform set_config('request.jwt.claims', '${claims}', true);
      set local role authenticated;
      for n in 1..${TIMES} loop
        begin
          perform ${sql};
        exception when others then
          if sqlerrm !~ 'RATE_LIMIT' then raise; end if;
        end;
      end loop;
    end $attack$`);
    await reserve(visitor(backend()));
    expect(Number((await query<{ count: string }>(left))[0]?.count)).toBe(most);
  });
}
