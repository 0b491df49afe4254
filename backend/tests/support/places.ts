import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKeys } from '../../src/data-folder/keys';
import type { Database } from '../../src/database/database';
import { connect } from '../../src/database/postgres';
import { storeKeys } from '../../src/database/shared-keys';
import { createTestDatabase } from './test-database';

/** The environment that names where a site keeps its data. */
export type Place = Readonly<Record<'DATA_DIR' | 'DATABASE_URL', string>>;

/** The PostgreSQL of DATA_DIR, or one that DATABASE_URL names. */
export type Kind = 'local' | 'external';

export const kinds: Kind[] = ['local', 'external'];

/** Creates empty places. `remove` deletes all of them. */
interface Places {
  empty(kind: Kind): Promise<Place>;
  /** One with the tables and the keys of a site, and a connection to it. */
  withKeys(): Promise<{ readonly place: Place; readonly owner: Database }>;
  /** A path that does not exist yet. */
  path(): string;
  remove(): Promise<void>;
}

export function preparePlaces(): Places {
  const folder = mkdtempSync(join(tmpdir(), 'site-places-'));
  const databases: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
  const owners: Database[] = [];
  let count = 0;
  const path = () => {
    count += 1;
    return join(folder, `place-${count}`);
  };
  return {
    path,
    empty: async (kind) => {
      if (kind === 'local') return { DATA_DIR: path(), DATABASE_URL: '' };
      const database = await createTestDatabase({ isEmpty: true });
      databases.push(database);
      return { DATA_DIR: path(), DATABASE_URL: database.url };
    },
    withKeys: async () => {
      const database = await createTestDatabase();
      databases.push(database);
      const owner = await connect({ connectionString: database.url });
      owners.push(owner);
      await storeKeys(owner, await makeKeys());
      return { place: { DATA_DIR: path(), DATABASE_URL: database.url }, owner };
    },
    remove: async () => {
      await Promise.all(owners.map((owner) => owner.close()));
      await Promise.all(databases.map(({ remove }) => remove()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Tables that no backup contains. */
export const LEFT_OUT = [
  ...[
    'private.submissions',
    'private.manage_calls',
    'private.incident_reports',
    'private.live_reports',
    'private.retention_state',
  ],
  ...['private.owner_feeds', 'private.sign_in_codes', 'private.sign_in_attempts', 'private.install_keys'],
  ...['private.push_subscriptions', 'private.pushes', 'private.push_key'],
  ...[
    'private.owner_sessions',
    'private.own_calendar',
    'private.own_calendar_asks',
    'private.upkeep',
    'private.servers',
  ],
  ...['private.watched_changes', 'private.release_networks', 'private.dropped_reports', 'private.speed_reports'],
];

/** Every row of all other tables of the site, as text, sorted. */
export async function allRows(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`,
  );
  await database.script("set timezone to 'UTC'; set intervalstyle to 'postgres'");
  const rows = [];
  for (const { name } of tables.filter(({ name }) => !LEFT_OUT.includes(name))) {
    const stored = await database.query<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`);
    rows.push(...stored.map(({ text }) => `${name} ${text}`));
  }
  return rows.sort();
}
