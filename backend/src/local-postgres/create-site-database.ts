import type { LocalConnection } from '../connection';
import { connect } from '../database/postgres';

/** The site's role is no superuser, as on every other PostgreSQL. */
export async function createSiteDatabase({ user, database, ...server }: LocalConnection): Promise<void> {
  const admin = await connect({ ...server, user: 'postgres', database: 'postgres' });
  try {
    const [{ hasRole, hasDatabase } = {}] = await admin.query<{ hasRole?: boolean; hasDatabase?: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as "hasRole",
              exists (select from pg_database where datname = $2) as "hasDatabase"`,
      [user, database],
    );
    if (!hasRole) await admin.script(`create role ${user} login createrole password '${server.password}'`);
    if (!hasDatabase) await admin.script(`create database ${database} owner ${user}`);
  } finally {
    await admin.close();
  }
}
