import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, readMigrations } from '../src/database/migrate';
import { hashOfSql } from '../src/database/same-sql';
import { engines, type TestBackend } from './support/engines';
import { testWhere } from './support/where-possible';

// For busy machines.
jest.setTimeout(60_000);

const MIGRATIONS = join(__dirname, '../../supabase/migrations');
const files = readdirSync(MIGRATIONS).sort();
/** The last one before the outbox worker, retention and incidents. */
const FIRST_LANDED = '20261121070400_outbox.sql';

const ROWS = `
  insert into public.contacts (prenom, nom, email, telephone) values ('Camille', 'Durand', 'c@exemple.fr', '0612345678');
  insert into public.reservations (id, name, email, created_at, status)
    values ('0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11', 'Ancienne', 'a@exemple.fr', '2024-01-01', 'annulee');
  insert into public.reservation_dates (reservation_id, date) values ('0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11', '2024-02-01');
  insert into private.submissions (address_hash) values ('0123');
  insert into private.outbox (kind, ref) select 'contact', id from public.contacts;
  update private.settings set per_address = 7;`;

const NOTHING = `
  drop schema private, supabase_migrations cascade;
  drop table public.contacts, public.reservations, public.reservation_dates, public.incidents;
  do $$ declare made regprocedure; begin
    for made in select oid from pg_proc where pronamespace = 'public'::regnamespace loop
      execute format('drop function %s', made);
    end loop;
  end $$;`;

const ALL_ROWS = `
  select to_jsonb(c) as row from public.contacts c union all select to_jsonb(r) from public.reservations r
  union all select to_jsonb(d) from public.reservation_dates d union all select to_jsonb(s) from private.submissions s
  union all select to_jsonb(o) from private.outbox o union all select to_jsonb(s) from private.settings s`;

const DIFFERED = /^202611230005/;
const REPLACING = '20261123000701_one_backup_a_day.sql';
const CHANGED_FUNCTIONS = `
  select pg_get_functiondef(oid) from pg_proc where proname in ('claim_backup', 'queue_reminder') order by proname`;

/** Rewrites a migration into its other released form. */
const allowAnHour = (sql: string) => sql.replace(/(, at\) and at|s\.backup_lease)\)/g, "$1 + interval '1 hour')");

/**
 * Drops everything. On PostgreSQL the backend is stopped first: its periodic work could deadlock with the drops. The
 * embedded database runs in the backend, one statement after another.
 */
async function dropAll({ owner, env, main }: TestBackend): Promise<void> {
  if (env.DATABASE_URL) {
    main.child.kill('SIGTERM');
    await main.exit;
  }
  await owner.script(NOTHING);
}

const versions = (names: string[]) => names.map((name) => name.split('_')[0]);

for (const { name, start } of engines) {
  const testHere = testWhere(start !== null, `${name} is not installed`);

  testHere(`on ${name}, migrations are applied once each over an older release, and keep its rows`, async () => {
    const backend = await (start as () => Promise<TestBackend>)();
    const { owner, stop } = backend;
    const older = mkdtempSync(join(tmpdir(), 'site-migrations-'));
    try {
      await dropAll(backend);
      const landed = files.slice(0, files.indexOf(FIRST_LANDED) + 1);
      for (const file of landed) cpSync(join(MIGRATIONS, file), join(older, file));
      expect(await migrate(owner, older)).toEqual(versions(landed));
      await owner.script(ROWS);

      const before = await owner.query<{ row: object }>(ALL_ROWS);
      expect(before).toHaveLength(6);
      expect(await migrate(owner)).toEqual(versions(files.slice(landed.length)));
      expect(await migrate(owner)).toEqual([]);
      expect(await owner.query(ALL_ROWS)).toEqual(before.map(({ row }) => ({ row: expect.objectContaining(row) })));

      const claimed = await owner.query('select * from private.claim_mail()');
      expect(claimed).toMatchObject([{ kind: 'contact', detail: { email: 'c@exemple.fr' } }]);
    } finally {
      await stop();
      rmSync(older, { recursive: true });
    }
  });

  testHere(`on ${name}, a migration that was changed after it was applied is refused with its name`, async () => {
    const { owner, stop } = await (start as () => Promise<TestBackend>)();
    const folder = mkdtempSync(join(tmpdir(), 'site-migrations-'));
    const file = join(folder, FIRST_LANDED);
    const original = readFileSync(join(MIGRATIONS, FIRST_LANDED), 'utf8');
    try {
      cpSync(MIGRATIONS, folder, { recursive: true });
      writeFileSync(file, `-- It's another comment.\n\n${original.replaceAll('\n', '\n  ')}`);
      expect(await migrate(owner, folder)).toEqual([]);

      writeFileSync(file, original.replace("default '5 minutes'", "default '6 minutes'"));
      const added = join(folder, '20991231000000_never.sql');
      writeFileSync(added, 'create table public.never ()');
      await expect(migrate(owner, folder)).rejects.toThrow(
        /^Migration 20261121070400_outbox differs from the one that made this database: take a backup .* restore/,
      );
      expect(await owner.query("select to_regclass('public.never') as found")).toEqual([{ found: null }]);
    } finally {
      await stop();
      rmSync(folder, { recursive: true });
    }
  });

  testHere(
    `on ${name}, a database with the other released form of two migrations is brought up to date, not refused`,
    async () => {
      const backend = await (start as () => Promise<TestBackend>)();
      const { owner, stop } = backend;
      const folder = mkdtempSync(join(tmpdir(), 'site-migrations-'));
      try {
        const definitions = await owner.query(CHANGED_FUNCTIONS);
        expect(definitions).toHaveLength(2);
        await dropAll(backend);
        for (const file of files.slice(0, files.indexOf(REPLACING))) {
          const sql = readFileSync(join(MIGRATIONS, file), 'utf8');
          writeFileSync(join(folder, file), DIFFERED.test(file) ? allowAnHour(sql) : sql);
        }
        await migrate(owner, folder);
        expect(await migrate(owner)).toEqual(versions(files.slice(files.indexOf(REPLACING))));
        expect(await owner.query(CHANGED_FUNCTIONS)).toEqual(definitions);
      } finally {
        await stop();
        rmSync(folder, { recursive: true });
      }
    },
  );
}

/**
 * Databases have applied the landed migrations, and a start refuses a file that differs: a change needs a new
 * migration. For a new file, add the line that this test prints to the manifest.
 */
test('no migration that has landed was changed', () => {
  const present = Object.fromEntries(
    readMigrations().map(({ version, name, sql }) => [`${version}_${name}`, hashOfSql([sql])]),
  );
  expect(JSON.parse(readFileSync(join(__dirname, 'landed-migrations.json'), 'utf8'))).toEqual(present);
});
