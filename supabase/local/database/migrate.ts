import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf, SetupError } from '../setup-error';
import type { Database } from './database';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const ROLES = fileURLToPath(new URL('../roles.sql', import.meta.url));

// The table of the Supabase CLI, so that `supabase db push` later finds what was applied here.
const TRACKING = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;`;

// The first fails where a role is missing, the second where the user is not a member of it.
const TRY_ROLES = "select 'authenticated'::regrole, 'service_role'::regrole; set local role anon";

/**
 * Brings a database up to date, each migration in a transaction of its own.
 * @returns the versions applied now, oldest first
 * @throws SetupError when the roles are missing and may not be made, Error when a migration fails
 */
export async function migrate(database: Database, folder = MIGRATIONS): Promise<string[]> {
  await ensureRoles(database);
  await transaction(database, () => database.script(TRACKING));
  const applied: string[] = [];
  for (const file of readdirSync(folder).sort()) {
    const [, version, name] = /^(\d+)_(\w+)\.sql$/.exec(file) ?? [];
    if (!version || !name) continue;
    const sql = readFileSync(join(folder, file), 'utf8');
    if (await applyOnce(database, { version, name, sql })) applied.push(version);
  }
  return applied;
}

type Migration = { version: string; name: string; sql: string };

async function applyOnce(database: Database, { version, name, sql }: Migration): Promise<boolean> {
  return transaction(database, async () => {
    const known = await database.query('select from supabase_migrations.schema_migrations where version = $1', [
      version,
    ]);
    if (known.length > 0) return false;
    await database.script(sql).catch((cause: unknown) => {
      throw new Error(`Migration ${version}_${name} failed: ${reasonOf(cause)}`, { cause });
    });
    await database.query(
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, array[$2], $3)',
      [version, sql, name],
    );
    return true;
  });
}

async function transaction<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  await database.script('begin');
  try {
    // Two backends may start on one PostgreSQL at the same time.
    await database.query("select pg_advisory_xact_lock(hashtextextended('supabase_migrations', 0))");
    const result = await work();
    await database.script('commit');
    return result;
  } catch (error) {
    await database.script('rollback');
    throw error;
  }
}

async function ensureRoles(database: Database): Promise<void> {
  if (await mayActAsAnon(database)) return;
  try {
    await transaction(database, () => database.script(readFileSync(ROLES, 'utf8')));
    await transaction(database, () => database.script(TRY_ROLES));
  } catch (cause) {
    throw new SetupError(
      `The user of DATABASE_URL may not use the role anon (${reasonOf(cause)}): have an administrator run supabase/local/roles.sql in this database, then grant anon to this user.`,
      { cause },
    );
  }
}

function mayActAsAnon(database: Database): Promise<boolean> {
  return transaction(database, () => database.script(TRY_ROLES)).then(
    () => true,
    () => false,
  );
}
