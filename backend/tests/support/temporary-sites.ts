import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeKeys } from '../../src/data-folder/keys';
import { connect, type Database } from '../../src/database/postgres';
import { storeKeys } from '../../src/database/shared-keys';
import { createTestDatabase } from './test-database';

/** The environment that names where a site keeps its data. */
export type SiteEnv = Readonly<Record<'DATA_DIR' | 'DATABASE_URL', string>>;

/** The PostgreSQL of DATA_DIR, or one that DATABASE_URL names. */
export type Kind = 'local' | 'external';

export const kinds: Kind[] = ['local', 'external'];

/** Creates empty sites. `remove` deletes all of them. */
interface TemporarySites {
  empty(kind: Kind): Promise<SiteEnv>;
  /** One with the tables and the keys of a site, and a connection to it. */
  withKeys(): Promise<{ readonly siteEnv: SiteEnv; readonly owner: Database }>;
  /** A path that does not exist yet. */
  path(): string;
  remove(): Promise<void>;
}

export function prepareSites(): TemporarySites {
  const folder = mkdtempSync(join(tmpdir(), 'site-data-'));
  const databases: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
  const owners: Database[] = [];
  let count = 0;
  const path = () => {
    count += 1;
    return join(folder, `site-${count}`);
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
      return { siteEnv: { DATA_DIR: path(), DATABASE_URL: database.url }, owner };
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
  ...['private.submissions', 'private.manage_calls', 'private.incident_reports', 'private.live_reports'],
  ...['private.owner_feeds', 'private.sign_in_codes', 'private.sign_in_attempts', 'private.install_keys'],
  ...['private.push_subscriptions', 'private.pushes', 'private.push_key'],
  ...['private.owner_sessions', 'private.own_calendar', 'private.own_calendar_asks', 'private.upkeep'],
  ...['private.servers', 'private.retention_state'],
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

const OLD = 'aaaaaaaa-0000-4000-8000-000000000001';

/** Inserts rows into every table, also in states that visitors' calls cannot produce. */
export async function seedRows(owner: Database): Promise<void> {
  await owner.query(
    `insert into public.reservations (id, created_at, made_in, name, email, phone, status, attempt, flagged)
     values ($1, now() - interval '2 years', '18446744073709551000', 'Zoé « D’Été » 👩‍👩‍👧', 'zoe@exemple.fr', '06 12 34 56 78',
       'annulee', gen_random_uuid(), true)`,
    [OLD],
  );
  await owner.query(`insert into public.reservation_dates values ($1, '2023-02-28', now() - interval '2 years')`, [
    OLD,
  ]);
  await owner.query(
    `insert into public.contacts (prenom, nom, email, telephone, message)
     values ('Élodie', 'O''Neil', 'elodie@exemple.fr', '06 12 34 56 78', $1)`,
    ['une ligne\nune autre\tet \\u0041 \\n "citée" \u2028 fin } {"table":"x"'],
  );
  // The database does not trim text that the owner writes.
  await owner.query(`update public.contacts set prenom = ' Élodie ' where email = 'elodie@exemple.fr'`);
  await owner.query(
    `insert into private.outbox (kind, ref, attempts, first_tried_at, not_before, last_error, given_up_at, sent_at)
     values ('reservation', $1, 3, now(), now() + interval '1 hour', 'connexion refusée', null, null),
       ('dates', $1, 60, now() - interval '3 days', now(), 'boîte pleine', now(), null),
       ('dates', $1, 1, now(), now(), null, null, now()), ('concerns', null, 0, null, now(), null, null, null)`,
    [OLD],
  );
  await owner.query(
    `insert into public.incidents (remote, release, phase, code, route)
     values ('booking', '1.0.0-0123abcd', 'entry', 'timeout', '/booking')`,
  );
  await owner.query(
    `update private.settings set per_address = 7, mail_lease = '1 year 2 months 3 days 04:05:06.789', address_headers = '{x-a,"x b"}'`,
  );
  // Another style of intervals, which other servers read differently.
  await owner.script(`do $$ begin
    execute format('alter database %I set intervalstyle to sql_standard', current_database());
  end $$`);
}

const files = {
  'store/index/00000001.json': '{"seq":1,"format":1}',
  'store/r/booking/1/release.json': '{}',
  'store/bodies/0123': 'a page',
  'mails/20261121T090000Z-contact-a-b.eml': 'Subject: a mail',
};
const strays = { 'store/scratch/1': 'half a file', 'store/reserve': 'room', 'mails/half.eml.new': 'half a mail' };

/** Writes a release store and mails, leftovers of killed commands, and files that no backup needs. */
export function seedFiles(dataDir: string): typeof files {
  for (const [name, text] of Object.entries({ ...files, ...strays })) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true });
    writeFileSync(join(dataDir, name), text);
  }
  return files;
}

const FILE = 'database.jsonl.gz';

/** The lines of a backup's database: header, rows, footer. */
export function readBackupLines(folder: string): string[] {
  return gunzipSync(readFileSync(join(folder, FILE)))
    .toString()
    .split('\n')
    .slice(0, -1);
}

/** The rows of a backup, in the format of `allRows`. */
export function readBackupRows(folder: string): string[] {
  return readBackupLines(folder)
    .slice(1, -1)
    .map((line) => line.replace(/^\{"table":"([^"]+)","row":(.*)\}$/s, '$1 $2'))
    .sort();
}

export function changeBackup(folder: string, change: (bytes: Buffer) => Buffer): void {
  const file = join(folder, FILE);
  writeFileSync(file, change(readFileSync(file)));
}

/** Changes the uncompressed text, but not its checksum. */
export function changeText(folder: string, change: (text: string) => string): void {
  changeBackup(folder, (bytes) => gzipSync(change(gunzipSync(bytes).toString())));
}

/** Replaces the header and adapts the checksum, as another release would have written them. */
export function changeHeader(folder: string, change: Record<string, unknown>): void {
  const [header = '', ...rest] = readBackupLines(folder);
  const rows = rest.slice(0, -1);
  const text = [JSON.stringify({ ...JSON.parse(header), ...change }), ...rows, ''].join('\n');
  const footer = { rows: rows.length, sha256: createHash('sha256').update(text).digest('hex') };
  changeBackup(folder, () => gzipSync(`${text}${JSON.stringify(footer)}\n`));
}
