import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/database/database';
import { migrate, readMigrations } from '../src/database/migrate';
import { connect } from '../src/database/postgres';
import { readCatalog } from './support/catalog';
import { type PostgresCluster, startCluster } from './support/postgres-cluster';

// For busy machines.
jest.setTimeout(60_000);

const SUPABASE = join(__dirname, '../../supabase');
const ROLES = join(__dirname, '../src/database/roles.sql');

const ROWS = `
  insert into public.contacts (prenom, nom, email, telephone) values ('Camille', 'Durand', 'c@exemple.fr', '0612345678');
  update private.settings set per_address = 7;`;

test('each migration is named after a real time, such as 20261125090000', () => {
  for (const { version } of readMigrations()) {
    const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version) ?? [];
    const [year, month, day, hour, minute, second] = parts;
    const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    expect(new Date(written).toJSON()).toBe(written);
  }
  const files = readdirSync(join(SUPABASE, 'migrations'));
  expect(readMigrations().map(({ version, name }) => `${version}_${name}.sql`)).toEqual(files.sort());
});

describe('on PostgreSQL', () => {
  let cluster: PostgresCluster;
  const open: Database[] = [];
  const empty = async (name: string) => {
    const database = await connect({ connectionString: await cluster.createDatabase(name, 'superuser') });
    open.push(database);
    // Also its default privileges, which each database has for itself.
    await database.script(readFileSync(ROLES, 'utf8'));
    return database;
  };
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(async () => {
    for (const database of open) await database.close();
    await cluster.remove();
  });

  test('the files of schemas/, by name, make the same database as the migrations', async () => {
    const declared = await empty('declared');
    const folder = join(SUPABASE, 'schemas');
    for (const file of readdirSync(folder).sort()) await declared.script(readFileSync(join(folder, file), 'utf8'));
    const migrated = await empty('migrated');
    await migrate(migrated);

    const owner = (line: string) => line.replaceAll(/\b(?:declared|migrated)_owner\b/g, 'owner');
    const catalog = (await readCatalog(migrated)).map(owner);
    expect(catalog.length).toBeGreaterThan(500);
    expect((await readCatalog(declared)).map(owner)).toEqual(catalog);

    await migrated.script("comment on column public.contacts.nom is 'Another comment'");
    expect((await readCatalog(migrated)).map(owner)).not.toEqual(catalog);
  });

  test('a new migration is applied once over those before it, and keeps their rows', async () => {
    const database = await empty('updated');
    const folder = mkdtempSync(join(tmpdir(), 'site-migrations-'));
    cpSync(join(SUPABASE, 'migrations'), folder, { recursive: true });
    try {
      expect(await migrate(database, folder)).toEqual(readMigrations().map(({ version }) => version));
      await database.script(ROWS);
      writeFileSync(join(folder, '20990101000000_more.sql'), 'alter table public.contacts add column more integer');
      expect(await migrate(database, folder)).toEqual(['20990101000000']);
      expect(await migrate(database, folder)).toEqual([]);
      expect(
        await database.query('select c.nom, c.more, s.per_address from public.contacts c, private.settings s'),
      ).toEqual([{ nom: 'Durand', more: null, per_address: 7 }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a new migration that sorts before an applied one is refused, and changes nothing', async () => {
    const database = await empty('ordered');
    const folder = mkdtempSync(join(tmpdir(), 'site-migrations-'));
    cpSync(join(SUPABASE, 'migrations'), folder, { recursive: true });
    try {
      await migrate(database, folder);
      writeFileSync(join(folder, '20260101000000_late.sql'), 'create table public.late ()');
      await expect(migrate(database, folder)).rejects.toThrow(
        /^Migration 20260101000000_late is older than \d{14}, which this database has: give a new migration the present/,
      );
      expect(await database.query("select to_regclass('public.late') as found")).toEqual([{ found: null }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
