import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import type { Database } from '../src/database/database';
import { migrate, readMigrations } from '../src/database/migrate';
import { connect } from '../src/database/postgres';
import { requireKnownMigrations } from '../src/database/require-known-migrations';
import { createTestDatabase } from './support/test-database';
import { unboundedChanges } from './support/unbounded-changes';

const MIGRATIONS = join(__dirname, '../../supabase/migrations');

test('each migration is named after a real time, such as 20261125090100', () => {
  for (const { version } of readMigrations()) {
    const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version) ?? [];
    const [year, month, day, hour, minute, second] = parts;
    const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    expect(new Date(written).toJSON()).toBe(written);
  }
  expect(readMigrations().map(({ version, name }) => `${version}_${name}.sql`)).toEqual(readdirSync(MIGRATIONS).sort());
});

test('functions change rows only where a condition says so: the data API of hosted Supabase refuses UPDATE and DELETE without WHERE', async () => {
  const { url, remove } = await createTestDatabase();
  const database = await connect({ connectionString: url });
  const functions = await database.query<{ name: string; body: string }>(
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) as body from pg_proc
       where pronamespace = any (array['public', 'private']::regnamespace[])`,
  );
  await database.close();
  await remove();
  expect(functions.length).toBeGreaterThan(50);
  const unbounded = functions.flatMap(({ name, body }) => unboundedChanges(body).map((found) => `${name}: ${found}`));
  expect(unbounded).toEqual([]);
  const body = 'update a set b = (select c from d where e); delete from f x where true;';
  expect(unboundedChanges(body)).toEqual(['update a set b = ()']);
});

describe('a later migration', () => {
  let database: Database;
  let remove: () => Promise<void>;
  let folder: string;
  const add = (file: string, sql: string) => writeFileSync(join(folder, file), sql);

  beforeEach(async () => {
    const created = await createTestDatabase();
    remove = created.remove;
    database = await connect({ connectionString: created.url });
    folder = temporaryFolder();
    cpSync(MIGRATIONS, folder, { recursive: true });
  });
  afterEach(async () => {
    await database.close();
    await remove();
  });

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

  test('is applied once over those before it, and keeps their rows', async () => {
    await database.script(`
      insert into public.contacts (prenom, nom, email, telephone) values ('Camille', 'Durand', 'c@exemple.fr', '0612345678');
      update private.settings set per_address = 7;`);
    add('20990101000000_more.sql', 'alter table public.contacts add column more integer');
    expect(await migrate(database, folder)).toEqual(['20990101000000']);
    expect(await migrate(database, folder)).toEqual([]);
    expect(
      await database.query('select c.nom, c.more, s.per_address from public.contacts c, private.settings s'),
    ).toEqual([{ nom: 'Durand', more: null, per_address: 7 }]);
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
