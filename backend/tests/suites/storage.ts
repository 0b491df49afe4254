// Run by backend/tests/backend.test.ts.
import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { migrate } from '../../src/database/migrate';
import { describeBackend } from '../../src/database/requirements';
import type { TestBackend } from '../support/backend';
import { datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

const MIGRATIONS = join(__dirname, '../../../supabase/migrations');

export function describeStorage(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const due = (ref: string) =>
    query<{ kind: string; wait: number }>(
      'select kind, extract(epoch from not_before - created_at)::integer as wait from private.outbox where ref = $1',
      [ref],
    );

  test('each migration is recorded as the Supabase CLI records it, and is applied once', async () => {
    const noted = await query<{ version: string; name: string; statements: string[] }>(
      'select version, name, statements from supabase_migrations.schema_migrations order by version',
    );
    expect(noted.map(({ version, name }) => `${version}_${name}.sql`)).toEqual(readdirSync(MIGRATIONS).sort());
    expect(noted[0]?.statements[0]).toContain('create schema');
    expect(await migrate(backend().owner)).toEqual([]);
  });

  // PostgreSQL 15.20 refuses to add a column with a default to such a table.
  test('no function with an SQL-standard body takes the row of a table', async () => {
    const rows = await query(`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosqlbody is not null
        and exists (
          select from unnest(p.proargtypes) given join pg_type t on t.oid = given or t.typarray = given
          join pg_class c on c.oid = t.typrelid and c.relkind in ('r', 'p'))`);
    expect(rows).toEqual([]);
  });

  test.each([
    [
      'requires a column that an active release does not send',
      "alter table public.reservations add column example text not null default ''; alter table public.reservations alter example drop default;",
      /not applied. They require the column example of reservations, which the active booking@1.0.0-a does not send. First give it a default/,
    ],
    [
      'removes a column that an active release sends',
      'alter table public.reservations rename column phone to telephone;',
      /not applied. They remove the column phone of reservations, which the active booking@1.0.0-a uses. First start the site with the code from before/,
    ],
  ])('a migration that %s is not applied, and the error says what comes first', async (_what, sql, reason) => {
    const before = await describeBackend(backend().owner);
    const folder = temporaryFolder();
    writeFileSync(join(folder, '20990101000000_column.sql'), sql);
    const tables = { reservations: ['name', 'email', 'phone', 'is_agefice'] };
    process.env.ACTIVE_CALLS = JSON.stringify([{ release: 'booking@1.0.0-a', backend: { tables, functions: {} } }]);
    try {
      await expect(migrate(backend().owner, folder)).rejects.toThrow(reason);
    } finally {
      delete process.env.ACTIVE_CALLS;
    }
    expect(await describeBackend(backend().owner)).toEqual(before);
  });

  test('the backend describes what each of its calls accepts and needs', async () => {
    const { tables, functions } = await describeBackend(backend().owner);
    expect(tables.reservation_dates).toEqual({
      accepts: ['date', 'reservation_id'],
      needs: ['date', 'reservation_id'],
    });
    expect(functions.owner_confirm).toEqual({
      accepts: ['id', 'version', 'dates', 'also_confirmed'],
      needs: ['id', 'version'],
    });
  });

  test('the owner may insert past dates, without a limit and without a mail', async () => {
    const id = randomUUID();
    await query(
      "insert into public.reservations (id, name, email, created_at) values ($1, 'Ancienne', 'a@exemple.fr', '2020-01-01')",
      [id],
    );
    await query("insert into public.reservation_dates (reservation_id, date) values ($1, '2020-01-02')", [id]);
    // A restored dump does this: many rows in one transaction.
    const restored = await query(
      `insert into public.contacts (prenom, nom, email, telephone)
         select 'Ad', 'Min', 'a@exemple.fr', '0612345678' from generate_series(1, 200) returning flagged`,
    );
    expect(restored).toEqual(Array(200).fill({ flagged: false }));
    expect(await due(id)).toEqual([]);
  });

  test.each(['created_at = now()', 'made_in = pg_current_xact_id()'])(
    'a visitor can read the row that its own statement inserted, but not one for which only %s is true',
    async (likeness) => {
      const id = await reserve(visitor(backend()));
      const { owner } = backend();
      const seen = async (change: string) => {
        await owner.script('begin');
        await query(`update public.reservations set ${change} where id = $1`, [id]);
        await owner.script('set local role anon');
        const rows = await query('select id from public.reservations');
        await owner.script('rollback');
        return rows;
      };
      expect(await seen(likeness)).toEqual([]);
      expect(await seen('created_at = now(), made_in = pg_current_xact_id()')).toEqual([{ id }]);
    },
  );
}

export function describeDates(backend: () => TestBackend): void {
  const storedDates = async (id: string) => {
    const rows = await backend().owner.query<{ date: string }>(
      'select date::text from public.reservation_dates where reservation_id = $1 order by date',
      [id],
    );
    return rows.map((row) => row.date);
  };
  const age = (id: string, by: string) =>
    backend().owner.query('update public.reservations set created_at = created_at - $2::interval where id = $1', [
      id,
      by,
    ]);

  test('dates that are already stored or sent twice are skipped, also at once', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    const [first, second, third] = [parisDay(1), parisDay(2), parisDay(3)];
    const answers = await Promise.all([1, 2, 3].map(() => by.post('reservation_dates', datesOf(id, first, second))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await by.post('reservation_dates', datesOf(id, second, third, third))).toMatchObject({ status: 201 });
    expect(await storedDates(id)).toEqual([first, second, third]);
  });

  test('parallel requests do not pass the maximum together', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    const weeks = Array.from({ length: 8 }, (_, week) =>
      Array.from({ length: 7 }, (_, day) => parisDay(1 + week * 7 + day)),
    );
    const answers = await Promise.all(weeks.map((week) => by.post('reservation_dates', datesOf(id, ...week))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 201, 400, 400, 400, 400]);
    expect(await storedDates(id)).toHaveLength(28);
  });

  test('a day of an unknown reservation is refused like any forbidden row', async () => {
    const answer = await visitor(backend()).post('reservation_dates', datesOf(randomUUID(), parisDay(1)));
    expect(answer).toMatchObject({ status: 401, body: { code: '42501', details: null } });
  });

  test('dates sent after the ten-minute window get a 410', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await age(id, '9 minutes 50 seconds');
    expect(await by.post('reservation_dates', datesOf(id, parisDay(1)))).toMatchObject({ status: 201 });
    await age(id, '11 seconds');
    const answer = await by.post('reservation_dates', datesOf(id, parisDay(2)));
    expect(answer).toMatchObject({ status: 410, body: { code: 'DATES_WINDOW_OVER' } });
    expect(await storedDates(id)).toEqual([parisDay(1)]);
  });

  test('a confirmed or cancelled reservation accepts no more dates', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await backend().owner.query("update public.reservations set status = 'confirmee' where id = $1", [id]);
    const answer = await by.post('reservation_dates', datesOf(id, parisDay(1)));
    expect(answer).toMatchObject({ status: 410, body: { code: 'DATES_WINDOW_OVER' } });
  });

  test.each([
    ['long after the window', "created_at = created_at - interval '5 hours'", 201],
    ['when the owner has confirmed', "status = 'confirmee'", 201],
    ['when the owner has cancelled, so that the form starts again', "status = 'annulee'", 410],
  ])('stored dates get the expected answer when they are sent again %s', async (_, change, status) => {
    const by = visitor(backend());
    const id = await reserve(by);
    const dates = datesOf(id, parisDay(1), parisDay(2));
    await by.post('reservation_dates', dates);
    await backend().owner.query(`update public.reservations set ${change} where id = $1`, [id]);
    expect(await by.post('reservation_dates', dates)).toMatchObject({ status });
    expect(await storedDates(id)).toEqual([parisDay(1), parisDay(2)]);
  });

  test.each([
    ['in the past', -1, 'DATE_PAST'],
    ['too far ahead', 731, 'DATE_TOO_FAR'],
  ])('a date %s is refused together with the others of the request', async (_, daysAhead, code) => {
    const by = visitor(backend());
    const id = await reserve(by);
    const answer = await by.post('reservation_dates', datesOf(id, parisDay(1), parisDay(daysAhead)));
    expect(answer).toMatchObject({ status: 400, body: { code, details: parisDay(daysAhead) } });
    expect(await storedDates(id)).toEqual([]);
  });

  test('today and the last day of the two years are accepted', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    expect(await by.post('reservation_dates', datesOf(id, parisDay(0), parisDay(730)))).toMatchObject({ status: 201 });
  });

  test('31 dates are accepted and a further one is refused', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    const month = Array.from({ length: 31 }, (_, day) => parisDay(day + 1));
    const tooMany = { status: 400, body: { code: 'TOO_MANY_DATES', details: '31' } };
    expect(await by.post('reservation_dates', datesOf(id, ...month, parisDay(40)))).toMatchObject(tooMany);
    expect(await by.post('reservation_dates', datesOf(id, ...month))).toMatchObject({ status: 201 });
    expect(await by.post('reservation_dates', datesOf(id, parisDay(40)))).toMatchObject(tooMany);
  });

  test('a day begins at midnight in Paris', async () => {
    const rows = await backend().owner.query(
      `select private.paris_day('2026-11-21T22:59:59Z')::text as before, private.paris_day('2026-11-21T23:00:00Z')::text as after,
              private.paris_day('2026-07-21T22:00:00Z')::text as summer`,
    );
    expect(rows).toEqual([{ before: '2026-11-21', after: '2026-11-22', summer: '2026-07-22' }]);
  });
}
