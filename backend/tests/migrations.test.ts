import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { layout } from '../src/backup/layout';
import { loadDatabase } from '../src/backup/load-database';
import { writeDatabase } from '../src/backup/write-backup';
import { ensureRoles, INITIAL_VERSION, migrate, readMigrations, requireKnownMigrations } from '../src/database/migrate';
import { connect, type Database } from '../src/database/postgres';
import { catalogueOf, HISTORY, unboundedChanges } from './support/catalogue';
import { runTool } from './support/programs';
import { createTestDatabase } from './support/test-database';

/** A database, and a connection to it; `remove` ends both. */
async function openDatabase(options: Parameters<typeof createTestDatabase>[0] = {}) {
  const { url, remove } = await createTestDatabase(options);
  const database = await connect({ connectionString: url });
  return { database, remove: () => database.close().then(remove) };
}

/** A database that was restored from a backup of these rows, as if the last migration before it had been `last`. */
async function restoredFrom(rows: string, last?: string) {
  const source = await openDatabase();
  await source.database.script(rows);
  const file = join(temporaryFolder(), layout.database);
  await writeDatabase(source.database, file);
  await source.remove();
  const header = JSON.parse(gunzipSync(readFileSync(file)).toString().split('\n', 1)[0] ?? '');
  const restored = await openDatabase({ isEmpty: true });
  await loadDatabase(restored.database, file, { ...header, ...(last && { migrations: [last] }) });
  return restored;
}

describe('migrations', () => {
  const MIGRATIONS = join(__dirname, '../../supabase/migrations');

  test('each migration is named after a real time, such as 20261130165001', () => {
    for (const { version } of readMigrations()) {
      const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version) ?? [];
      const [year, month, day, hour, minute, second] = parts;
      const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
      expect(new Date(written).toJSON()).toBe(written);
    }
    expect(readMigrations().map(({ version, name }) => `${version}_${name}.sql`)).toEqual(
      readdirSync(MIGRATIONS).sort(),
    );
  });

  test('functions change rows only where a condition says so: the data API of hosted Supabase refuses UPDATE and DELETE without WHERE', async () => {
    const { database, remove } = await openDatabase();
    const functions = await database.query<{ name: string; body: string }>(
      `select oid::regprocedure::text as name, pg_get_functiondef(oid) as body from pg_proc
       where pronamespace = any (array['public', 'private']::regnamespace[])`,
    );
    await remove();
    expect(functions.length).toBeGreaterThan(50);
    const unbounded = functions.flatMap(({ name, body }) => unboundedChanges(body).map((found) => `${name}: ${found}`));
    expect(unbounded).toEqual([]);
    const body = 'update a set b = (select c from d where e); delete from f x where true;';
    expect(unboundedChanges(body)).toEqual(['update a set b = ()']);
  });

  /** Two reservations of a database without keys for days; one of the second moved, and no mail has told it. */
  const TOLD = `
    update private.settings set visitor_mails = true;
    insert into public.reservations (id, name, email, status) select ref, 'Inès Roy', 'ines@exemple.fr', 'confirmee'
      from unnest(array['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']::uuid[]) as ref;
    insert into public.reservation_dates (reservation_id, date, confirmed) values
      ('00000000-0000-4000-8000-000000000001', '2099-01-05', true),
      ('00000000-0000-4000-8000-000000000001', '2099-01-06', false),
      ('00000000-0000-4000-8000-000000000002', '2099-01-07', true);
    insert into private.request_events (ref, at, who, action, detail) values
      ('00000000-0000-4000-8000-000000000002', now() - interval '3 h', 'a', 'confirmed', '["2099-01-06"]'),
      ('00000000-0000-4000-8000-000000000002', now() - interval '1 h', 'a', 'changed_day',
        '{"from":"2099-01-06","to":"2099-01-07"}');
    insert into private.outbox (kind, ref, recipient_hash, created_at, sent_at) values
      ('confirmation', '00000000-0000-4000-8000-000000000002', 'a', now() - interval '3 h', now() - interval '2 h'),
      ('confirmation', '00000000-0000-4000-8000-000000000002', 'a', now() - interval '1 h', null);`;

  test.each([
    ['are made of a backup from before', '20261128004522', [true, '2026-11-02', true, 22]],
    ['are not made of a backup from after', '20261130000300', [false, null, false, 15]],
  ])('the changes that migrations made of rows %s', async (_, version, expected) => {
    const source = `
      update private.opening_rule set confirmed_days = false;
      update private.settings set funding_reminder_days = 15;
      insert into public.reservations (id, name, email, status, convention_sent_on) values
        ('00000000-0000-4000-8000-000000000001', 'Inès Roy', 'ines@exemple.fr', 'confirmee', '2026-11-02');
      insert into private.day_files (ref) select id from public.reservations;
      insert into private.day_papers (ref, paper, days) select ref, 'convention', '{}' from private.day_files;`;
    const { database, remove } = await restoredFrom(source, version);
    const [row] = await database.query<{ made: unknown }>(
      `select json_build_array(o.confirmed_days, p.sent_on, f.seen_at is not null, s.funding_reminder_days) as made
         from private.opening_rule o, private.settings s, private.day_files f join private.day_papers p using (ref)`,
    );
    expect(row?.made).toEqual(expected);
    await remove();
  });

  test.each([
    ['before', '20261130014900', [null, null, 'A']],
    ['after', '20261130073000', ['A', 'A', 'A']],
  ])('an earlier payer is no company of the trainee’s own in a backup from %s', async (_, version, names) => {
    const source = `
      insert into public.reservations (id, name, email, is_agefice) values
        ('00000000-0000-4000-8000-000000000001', 'Inès Roy', 'ines@exemple.fr', true),
        ('00000000-0000-4000-8000-000000000002', 'Léo Roy', 'leo@exemple.fr', false),
        ('00000000-0000-4000-8000-000000000003', 'Zoé Roy', 'zoe@exemple.fr', true);
      insert into private.day_files (ref, payer_name, payer)
        select id, 'A', case name when 'Léo Roy' then 'fifpl' when 'Zoé Roy' then 'company' end from public.reservations;`;
    const { database, remove } = await restoredFrom(source, version);
    const rows = await database.query<{ name: string }>(
      'select payer_name as name from private.day_files order by ref',
    );
    expect(rows.map(({ name }) => name)).toEqual(names);
    await remove();
  });

  test('a contrat of a backup from before marks had its deposit has one only if one came, with what it was and when it was allowed', async () => {
    const source = `
      insert into public.reservations (id, name, email, status) values
        ('00000000-0000-4000-8000-000000000001', 'Inès Roy', 'ines@exemple.fr', 'confirmee'),
        ('00000000-0000-4000-8000-000000000002', 'Léo Roy', 'leo@exemple.fr', 'confirmee');
      insert into private.day_files (ref, price_cents, deposit_on)
        select id, 120000, case name when 'Inès Roy' then date '2026-11-20' end from public.reservations;
      insert into private.day_papers (ref, paper, sent_on, days, replaces)
        select ref, 'convention', '2026-11-22', '{}', '2026-11-02' from private.day_files;`;
    const { database, remove } = await restoredFrom(source, '20261129212520');
    const rows = await database.query(`select p.deposit, f.deposit_cents, p.payable_from::text
      from private.day_papers p join private.day_files f using (ref) order by ref`);
    expect(rows).toEqual([
      { deposit: true, deposit_cents: 36000, payable_from: '2026-11-20' },
      { deposit: false, deposit_cents: null, payable_from: null },
    ]);
    await remove();
  });

  test('the entries of calendars keep the UIDs under which mails have sent them, also of a move that no mail has told, when a backup from before is restored', async () => {
    const source = `
    alter table public.reservation_dates drop column seat cascade;
    drop table private.calendar_entries;
    alter table public.reservation_dates disable trigger take_seat;
    ${TOLD}`;
    const { database, remove } = await restoredFrom(source);
    expect(await database.query('select date::text, seat from public.reservation_dates order by date')).toEqual([
      { date: '2099-01-05', seat: '2099-01-05' },
      { date: '2099-01-06', seat: '2099-01-06' },
      { date: '2099-01-07', seat: '2099-01-06' },
    ]);
    expect(await database.query('select seat, day::text from private.calendar_entries order by day')).toEqual([
      { seat: '2099-01-05', day: '2099-01-05' },
      { seat: '2099-01-06', day: '2099-01-06' },
    ]);
    await remove();
  });

  describe('the database of the version before these files', () => {
    const LATER = readMigrations().flatMap(({ version }) => (version > INITIAL_VERSION ? version : []));
    let database: Database;
    let remove: () => Promise<void>;

    beforeEach(async () => {
      ({ database, remove } = await openDatabase({ isEmpty: true }));
      await ensureRoles(database);
      await database.script(HISTORY);
    });
    afterEach(() => remove());

    test('opens with its rows, is the one that these files make, and takes the next migration', async () => {
      await database.script(
        "insert into public.contacts (prenom, nom, email, telephone) values ('Camille', 'Durand', 'c@exemple.fr', '0612345678')",
      );
      expect(await migrate(database)).toEqual(LATER);
      const fresh = await openDatabase({ isEmpty: true });
      await migrate(fresh.database);
      const expected = await catalogueOf(fresh.database);
      expect(expected.length).toBeGreaterThan(1000);
      expect(await catalogueOf(database)).toEqual(expected);
      await fresh.remove();

      const folder = temporaryFolder();
      cpSync(MIGRATIONS, folder, { recursive: true });
      writeFileSync(join(folder, '20990101000000_more.sql'), 'alter table public.contacts add column more integer');
      expect(await migrate(database, folder)).toEqual(['20990101000000']);
      expect(await migrate(database, folder)).toEqual([]);
      expect(await database.query('select nom, more from public.contacts')).toEqual([{ nom: 'Durand', more: null }]);
    });

    test('is refused while it has only a part of them, and the error names the version that comes first', async () => {
      await database.script("delete from supabase_migrations.schema_migrations where version > '20261130150034'");
      await expect(migrate(database)).rejects.toThrow(
        'The database ends with migration 20261130150034: first start the version of the site of 30 November 2026 that ends with 20261130160500, then this one; or restore a backup of it into an empty database.',
      );
      expect(await database.query('select max(version) as newest from supabase_migrations.schema_migrations')).toEqual([
        { newest: '20261130150034' },
      ]);
    });
  });

  describe('a later migration', () => {
    let database: Database;
    let remove: () => Promise<void>;
    let folder: string;
    const add = (file: string, sql: string) => writeFileSync(join(folder, file), sql);

    beforeEach(async () => {
      ({ database, remove } = await openDatabase());
      folder = temporaryFolder();
      cpSync(MIGRATIONS, folder, { recursive: true });
    });
    afterEach(() => remove());

    test('refuses an older version of the site, which does not know it', async () => {
      await expect(requireKnownMigrations(database)).resolves.toBeUndefined();
      const newest = readMigrations().at(-1)?.version;
      add('20991231000000_later.sql', 'create table public.later (id int)');
      await migrate(database, folder);
      await expect(requireKnownMigrations(database, readMigrations(folder))).resolves.toBeUndefined();
      await expect(requireKnownMigrations(database)).rejects.toThrow(
        `The database has migration 20991231000000, and this version ends with ${newest}: start the newer version again, or restore a backup from before the update into a new DATA_DIR.`,
      );
    });

    test('that sorts before an applied one is refused, and changes nothing', async () => {
      add('20260101000000_late.sql', 'create table public.late ()');
      await expect(migrate(database, folder)).rejects.toThrow(
        /^Migration 20260101000000_late is older than \d{14}, which this database has: give a new migration the present/,
      );
      expect(await database.query("select to_regclass('public.late') as found")).toEqual([{ found: null }]);
    });

    test('that fails is named by the error, and no other one of the same start is applied', async () => {
      add('20990101000000_first.sql', 'create table public.first ()');
      add('20990102000000_broken.sql', 'create table public.half (); select 1 / 0;');
      await expect(migrate(database, folder)).rejects.toThrow(/20990102000000_broken failed: division by zero/);
      expect(
        await database.query("select to_regclass('public.first') as first, to_regclass('public.half') as half"),
      ).toEqual([{ first: null, half: null }]);
    });
  });
});

test('the types of supabase-js are those of the migrations', async () => {
  expect(await runTool('types', {}, '--check')).toEqual({ code: 0, stdout: '', stderr: '' });
});
