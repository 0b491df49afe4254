import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programArguments } from '@site/terminal/program';
import { migrate } from '../../src/database/migrate';
import { connect, type Database } from '../../src/database/postgres';
import { adminOf, FAST, startCluster } from './postgres-cluster';

const run = promisify(execFile);

/**
 * Copies a migrated, empty database into a data folder without one. Does nothing outside a Jest run, which
 * provides the folder of the template.
 */
export async function copyTemplate(dataDir: string): Promise<void> {
  const home = process.env.TEST_TEMPLATES;
  const database = join(dataDir, 'database');
  if (!home || existsSync(database)) return;
  const template = process.env.DATABASE_TEMPLATE || join(home, 'database');
  if (!existsSync(template)) await makeTemplate(home, template);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Node's own copy takes six times the processor time for these thousand files.
  await run('cp', ['-a', template, database]);
}

/** Two workers may do this at once. The first to finish wins. */
async function makeTemplate(home: string, template: string): Promise<void> {
  const partial = mkdtempSync(join(home, 'partial-'));
  await run(process.execPath, [...programArguments(join(__dirname, 'make-template.ts')), partial]);
  try {
    renameSync(join(partial, 'database'), template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  }
  rmSync(partial, { recursive: true });
}

const TEMPLATE = 'migrated';
const OWNER = `${TEMPLATE}_owner`;

/** Starts the PostgreSQL of a whole run, with a migrated database that tests copy. @returns a function that ends it */
export async function startTestServer(): Promise<() => Promise<void>> {
  const server = await startCluster({ settings: FAST });
  const template = await connect({ connectionString: await server.createDatabase(TEMPLATE) });
  await migrate(template);
  await template.close();
  process.env.TEST_POSTGRES_PORT = String(server.port);
  return server.remove;
}

interface TestDatabase {
  /** Connects as the database's owner, who is no superuser unless asked for. */
  readonly url: string;
  remove(): Promise<void>;
}

interface DatabaseOptions {
  /** The migrations did not run in it. */
  readonly isEmpty?: boolean;
  readonly isSuperuser?: boolean;
}

/** Creates a database on the run's server. */
export async function createTestDatabase({ isEmpty, isSuperuser }: DatabaseOptions = {}): Promise<TestDatabase> {
  const name = `site_${randomBytes(6).toString('hex')}`;
  const owner = isSuperuser ? `${name}_owner` : OWNER;
  await asAdmin(async (admin) => {
    if (isSuperuser) await admin.script(`create role ${owner} login superuser`);
    const template = isEmpty || isSuperuser ? '' : `template ${TEMPLATE} strategy file_copy`;
    await admin.script(`create database ${name} owner ${owner} ${template}`);
  });
  return {
    url: `postgresql://${owner}@127.0.0.1:${port()}/${name}`,
    remove: () => asAdmin((admin) => admin.script(`drop database ${name} with (force)`)),
  };
}

async function asAdmin(work: (admin: Database) => Promise<void>): Promise<void> {
  const admin = await connect(adminOf(port()));
  await work(admin).finally(admin.close);
}

function port(): number {
  const { TEST_POSTGRES_PORT } = process.env;
  if (!TEST_POSTGRES_PORT) throw new Error('The PostgreSQL of the run is started by the global setup of Jest.');
  return Number(TEST_POSTGRES_PORT);
}
