import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf, UserError } from '@site/terminal/program';
import { type Database, transaction } from './postgres';
import { type ActiveCalls, describeBackend, readActiveCalls, requireMet } from './requirements';

const { resolve } = createRequire(import.meta.url);
const MIGRATIONS = join(dirname(resolve('@site/supabase/package.json')), 'migrations');
/** The last of the first migrations. Together they make the database that the earlier history made. */
export const INITIAL_VERSION = '20261130165036';
/** The last migration of that history, which made the same database. */
const HISTORY_END = '20261130160500';
const ROLES = fileURLToPath(new URL('./roles.sql', import.meta.url));

// The Supabase CLI's own table, so that a later `supabase db push` finds the applied migrations.
const TRACKING = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;`;

// The first statement fails when a role is missing, the others when the user is not a member of it.
const TRY_ROLES = "select 'service_role'::regrole; set local role anon; set local role authenticated";

export interface Migration {
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

/** @returns oldest first */
export function readMigrations(folder = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(\w+)\.sql$/.exec(file) ?? [];
      return version && name ? [{ version, name, sql: readFileSync(join(folder, file), 'utf8') }] : [];
    });
}

/**
 * Applies missing migrations, all or none.
 * @returns the versions applied now, oldest first
 * @throws UserError when the roles are missing and cannot be created, a new migration is older than an applied one, or
 * an active release cannot meet a new one; Error when a migration fails
 */
export async function migrate(database: Database, folder = MIGRATIONS): Promise<string[]> {
  await ensureRoles(database);
  const active = readActiveCalls(process.env.ACTIVE_CALLS);
  return exclusively(database, () => applyIfMet(database, readMigrations(folder), active));
}

async function applyIfMet(database: Database, migrations: Migration[], active: readonly ActiveCalls[]) {
  if (active.length === 0) return applyMigrations(database, migrations);
  const before = await describeBackend(database);
  const applied = await applyMigrations(database, migrations);
  const isNew = Object.keys(before.tables).length === 0;
  if (applied.length > 0 && !isNew) requireMet(active, before, await describeBackend(database));
  return applied;
}

/**
 * Applies missing migrations inside the caller's transaction. The roles must exist.
 * @throws UserError when a new migration is older than an applied one or an earlier version must start first, Error
 * naming the migration that fails
 */
export async function applyMigrations(database: Database, migrations: Migration[]): Promise<string[]> {
  await database.script(TRACKING);
  await takeOver(database, migrations);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await applyOnce(database, migration)) applied.push(migration.version);
  }
  return applied;
}

/** Records the first migrations in a database that has their history. @throws UserError when it has a part of that */
async function takeOver(database: Database, migrations: Migration[]): Promise<void> {
  const [applied] = await database.query<{ newest: string | null }>(
    'select max(version) as newest from supabase_migrations.schema_migrations',
  );
  if (!applied?.newest || applied.newest >= INITIAL_VERSION) return;
  if (applied.newest !== HISTORY_END) {
    throw new UserError(
      `The database ends with migration ${applied.newest}: first start the version of the site of 30 November 2026 that ends with ${HISTORY_END}, then this one; or restore a backup of it into an empty database.`,
    );
  }
  for (const migration of migrations) if (migration.version <= INITIAL_VERSION) await record(database, migration);
}

async function applyOnce(database: Database, migration: Migration): Promise<boolean> {
  const { version, name, sql } = migration;
  const [applied] = await database.query<{ is_new: boolean; newest: string | null }>(
    'select bool_and(version <> $1) is not false as is_new, max(version) as newest from supabase_migrations.schema_migrations',
    [version],
  );
  if (!applied?.is_new) return false;
  if (applied.newest && applied.newest > version) throw outOfOrder(`${version}_${name}`, applied.newest);
  await database.script(sql).catch((cause: unknown) => {
    throw new Error(`Migration ${version}_${name} failed: ${reasonOf(cause)}`, { cause });
  });
  await record(database, migration);
  return true;
}

async function record(database: Database, { version, name, sql }: Migration): Promise<void> {
  await database.query(
    'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, array[$2], $3)',
    [version, sql, name],
  );
}

/** `supabase db push` refuses it too. */
function outOfOrder(migration: string, newest: string): UserError {
  return new UserError(
    `Migration ${migration} is older than ${newest}, which this database has: give a new migration the present time, or one after the last file.`,
  );
}

/** Runs in a transaction under a lock, as several backends may start on one PostgreSQL at once. */
function exclusively<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  return transaction(database, async () => {
    await database.query("select pg_advisory_xact_lock(hashtextextended('supabase_migrations', 0))");
    return work();
  });
}

/** @throws UserError when the roles of hosted Supabase are missing and cannot be created */
export async function ensureRoles(database: Database): Promise<void> {
  if (await mayUseRoles(database)) return;
  try {
    await exclusively(database, () => database.script(readFileSync(ROLES, 'utf8')));
    await exclusively(database, () => database.script(TRY_ROLES));
  } catch (cause) {
    throw new UserError(
      `The user of DATABASE_URL may not use the roles anon and authenticated (${reasonOf(cause)}): have an administrator run backend/src/database/roles.sql in this database, then grant both to this user.`,
      { cause },
    );
  }
}

function mayUseRoles(database: Database): Promise<boolean> {
  return exclusively(database, () => database.script(TRY_ROLES)).then(
    () => true,
    () => false,
  );
}

/** Refuses to go back to a version that does not know the database. @throws UserError */
export async function requireKnownMigrations(database: Database, known = readMigrations()): Promise<void> {
  const [row] = await database.query<{ newest: string | null }>(
    'select max(version) as newest from supabase_migrations.schema_migrations',
  );
  const last = known.at(-1)?.version ?? '';
  if ((row?.newest ?? '') <= last) return;
  throw new UserError(
    `The database has migration ${row?.newest}, and this version ends with ${last}: start the newer version again, or restore a backup from before the update into a new DATA_DIR.`,
  );
}
