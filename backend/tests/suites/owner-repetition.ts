import type { TestBackend } from '../support/backend';
import { bearer, ownerSession } from '../support/owner-session';
import { reserve } from '../support/rows';
import { visitor } from '../support/visitor';

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
  /** What it has left behind. At most `most`. */
  readonly left: string;
  readonly most: number;
}

const repetitions: readonly Repetition[] = [
  {
    name: 'subscriptions to notifications',
    call: 'add_push',
    args: (at) => ({ endpoint: `https://push.exemple.fr/at-once-${at}`, p256dh: KEY, auth: AUTH }),
    sql: `public.owner_add_push('https://push.exemple.fr/' || n, '${KEY}', '${AUTH}')`,
    // With what the next request queues.
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

/** What one session of an owner can leave behind by repeating a call. */
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
