import { createHash } from 'node:crypto';
import { UserError } from '@site/terminal/program';
import { type Keys, keysFileOf, makeKeys, readKeys } from '../data-folder/keys';
import type { DatabaseOptions } from '../process/options';
import type { Database } from './postgres';

interface Row {
  readonly secretHash: string;
  readonly jwtSecret: string | null;
  readonly anonKey: string | null;
}

const SELECT = `
  select secret_hash as "secretHash", jwt_secret as "jwtSecret", anon_key as "anonKey" from private.install_keys`;

/**
 * Reads the keys of this install: from DATA_DIR with the database in it, otherwise from the PostgreSQL that all
 * servers share. The first server creates them or adopts those of its DATA_DIR, so that open pages stay valid.
 * @throws UserError when the servers would have different keys
 */
export async function loadKeys(options: DatabaseOptions, database: Database): Promise<Keys> {
  const { dataDir, databaseUrl, jwtSecret } = options;
  if (!databaseUrl) return readKeys(dataDir);
  const [stored] = await database.query<Row>(SELECT);
  const row = stored ?? (await offerKeys(options, database));
  if (jwtSecret && row.secretHash !== hashOf(jwtSecret)) throw differ();
  if (row.jwtSecret && row.anonKey) return { jwtSecret: row.jwtSecret, anonKey: row.anonKey };
  if (!jwtSecret) throw missing();
  return makeKeys(jwtSecret);
}

/** Servers that start at once all use the keys that were inserted first. */
async function offerKeys({ dataDir, jwtSecret }: DatabaseOptions, database: Database): Promise<Row> {
  // A secret from the environment must not get into the database or its backups.
  if (jwtSecret) await insertKeys(database, { secretHash: hashOf(jwtSecret), jwtSecret: null, anonKey: null });
  else await storeKeys(database, await (keysFileOf(dataDir) ? readKeys(dataDir) : makeKeys()));
  const [row] = await database.query<Row>(SELECT);
  if (!row) throw new Error('private.install_keys is empty.');
  return row;
}

/** Stores the keys, unless the database has some already. */
export async function storeKeys(database: Database, { jwtSecret, anonKey }: Keys): Promise<void> {
  await insertKeys(database, { secretHash: hashOf(jwtSecret), jwtSecret, anonKey });
}

/** The keys in the database; null when it has none, or when the servers have them in their environment. */
export async function findKeys(database: Database): Promise<Keys | null> {
  const [exists] = await database.query<{ found: string | null }>(
    "select to_regclass('private.install_keys') as found",
  );
  if (!exists?.found) return null;
  const [row] = await database.query<Row>(SELECT);
  return row?.jwtSecret && row.anonKey ? { jwtSecret: row.jwtSecret, anonKey: row.anonKey } : null;
}

async function insertKeys(database: Database, { secretHash, jwtSecret, anonKey }: Row): Promise<void> {
  await database.query(
    'insert into private.install_keys (secret_hash, jwt_secret, anon_key) values ($1, $2, $3) on conflict do nothing',
    [secretHash, jwtSecret, anonKey],
  );
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

const differ = () =>
  new UserError(
    'SITE_JWT_SECRET differs from the secret of the other servers of this database: give all the same, or stop them all and empty private.install_keys, which ends the sessions and outdates the pages that are open.',
  );

const missing = () =>
  new UserError('The other servers of this database have their secret in SITE_JWT_SECRET: set the same one here.');
