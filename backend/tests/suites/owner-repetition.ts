import type { TestBackend } from '../support/backend';
import { bearer, ownerSession } from '../support/owner-session';
import { reserve } from '../support/rows';
import { visitor } from '../support/visitor';

const TIMES = 1000;
const AT_ONCE = 30;
const KEY = 'a'.repeat(87);
const AUTH = 'b'.repeat(22);

const COUNTING_ONLY = `create or replace function private.count_calendar_ask() returns void
  language sql volatile set search_path = '' as 'insert into private.own_calendar_asks default values'`;

interface Repetition {
  /** Completes "a thousand … by one session". */
  readonly name: string;
  readonly call: string;
  readonly args: (at: number) => object;
  /** The same call with the loop's number, in SQL. */
  readonly sql: string;
  /** What it has left behind. At most `most`. */
  readonly left: string;
  readonly most: number;
  /** Disables the defence; the same attack then leaves more. */
  readonly without: (definition: string) => string;
  readonly restore: string;
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
    without: (definition) => `
      alter table private.pushes drop constraint pushes_session_id_fkey;
      alter table private.push_subscriptions drop constraint push_subscriptions_pkey;
      ${definition
        .replace(/on conflict \(session_id\) do update\s+set [^;]+;/, 'on conflict (endpoint) do nothing;')
        .replace('offset 10)', 'offset 100000)')}`,
    restore: `
      delete from private.push_subscriptions;
      delete from private.pushes;
      alter table private.push_subscriptions add constraint push_subscriptions_pkey primary key (session_id);
      alter table private.pushes add constraint pushes_session_id_fkey foreign key (session_id)
        references private.push_subscriptions (session_id) on delete cascade`,
  },
  {
    name: 'addresses of the owner’s own calendar',
    call: 'set_own_calendar',
    args: (at) => ({ address: `https://10.0.0.1/at-once-${at}.ics` }),
    sql: "public.owner_set_own_calendar('https://10.0.0.1/' || n || '.ics')",
    left: 'select (select count(*) from private.own_calendar) + (select count(*) from private.own_calendar_asks) as count',
    most: 21,
    without: () => COUNTING_ONLY,
    restore: 'delete from private.own_calendar; delete from private.own_calendar_asks',
  },
  {
    name: 'readings of the owner’s own calendar',
    call: 'read_own_calendar',
    args: () => ({}),
    sql: 'public.owner_read_own_calendar()',
    left: 'select count(*) from private.own_calendar_asks',
    most: 20,
    without: () => COUNTING_ONLY,
    restore: 'delete from private.own_calendar_asks',
  },
];

/** What one session of an owner can leave behind by repeating a call. Each runs again without the defence. */
export function describeOwnerRepetition(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const definitionOf = async (name: string) =>
    (await query<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [name]))[0]?.text ?? '';

  async function repeat({ call, args, sql, left }: Repetition): Promise<number> {
    const { accessToken, sessionId, ownerId } = await ownerSession(backend());
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => at);
    await Promise.all(numbers.map((at) => visitor(backend()).post(`rpc/owner_${call}`, args(at), bearer(accessToken))));
    const claims = JSON.stringify({ role: 'authenticated', sub: ownerId, session_id: sessionId });
    // In the database, as a thousand calls over HTTP take a minute on a busy machine.
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
    return Number((await query<{ count: string }>(left))[0]?.count);
  }

  afterEach(() => query("delete from private.outbox where kind = 'reservation'"));

  test.each(repetitions)('a thousand $name by one session leave little behind', async (repetition) => {
    const names = [`public.owner_${repetition.call}`, 'private.count_calendar_ask'];
    const definitions = await Promise.all(names.map(definitionOf));
    await query('insert into private.push_key (public_key) values ($1) on conflict (only_row) do nothing', [
      'c'.repeat(87),
    ]);
    await query('delete from private.push_subscriptions');
    await query('delete from private.own_calendar_asks');
    expect(await repeat(repetition)).toBeLessThanOrEqual(repetition.most);
    await query('delete from private.push_subscriptions');
    await backend().owner.script(repetition.without(definitions[0] ?? ''));
    try {
      expect(await repeat(repetition)).toBeGreaterThan(repetition.most);
    } finally {
      await backend().owner.script([repetition.restore, ...definitions].join(';\n'));
    }
  });
}
