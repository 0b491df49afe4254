import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLocal } from '../src/commands/with-database';
import { readEngineFile } from '../src/data-folder/data-folder';
import { processIdentity } from '../src/data-folder/lock';
import { connect, type Database } from '../src/database/postgres';
import type { LocalConnection } from '../src/process/options';
import { type RestartableBackend, startRestartableBackend } from './support/backend';
import { testWhere, times, until } from './support/cases';
import { expectStoredOnce, submitAll } from './support/persistent-clients';
import { descendants, postmasterOf } from './support/programs';
import { contact } from './support/rows';
import { visitor } from './support/visitor';

const testOnLinux = testWhere(process.platform === 'linux', 'only Linux lists the processes below another');

let backend: RestartableBackend;
const postmaster = () => postmasterOf(backend.dataDir);
const connection = () => readEngineFile(backend.dataDir)?.connection as LocalConnection;
const post = () => visitor(backend).post('contacts', contact);
const stderr = () => backend.main().stderr();
/** After a death, PostgreSQL first recovers. */
const openAsOwner = () => until(() => backend.owner().catch(() => null));

beforeAll(async () => {
  backend = await startRestartableBackend({});
});
afterAll(() => backend?.remove());

test('the database asks for the password of its folder, and the site is no superuser in it', async () => {
  await expect(connect({ ...connection(), password: 'guessed' })).rejects.toThrow(/password authentication failed/);
  await expect(connect({ ...connection(), user: 'postgres', password: '' })).rejects.toThrow(/password/);
  const owner = await openAsOwner();
  expect(
    await owner.query("select usesuper, current_setting('fsync') as fsync from pg_user where usename = 'site'"),
  ).toEqual([{ usesuper: false, fsync: 'on' }]);
  await owner.close();
});

test('when the backend, PostgreSQL or one of its sessions is killed, every request answered with success is stored once', async () => {
  const killPostmaster = async () => void process.kill(postmaster(), 'SIGKILL');
  // PostgreSQL treats the death of a session as possible damage to all: it ends every client and recovers.
  const killSession = async () => {
    const database = await openAsOwner();
    const [session] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(session?.pid ?? 0, 'SIGKILL');
    await database.close().catch(() => undefined);
  };
  const promised = await submitAll(backend, 60, { 10: backend.killAndRestart, 25: killPostmaster, 40: killSession });
  const owner = await openAsOwner();
  await expectStoredOnce(owner, promised);
  await owner.close();
  expect(stderr()).toContain('PostgreSQL has ended');
  expect(stderr()).toContain('PostgreSQL runs again.');
});

testOnLinux('a copy of the files contains every request answered before, as after a power cut', async () => {
  const count = async (database: Database) =>
    (await database.query<{ count: number }>('select count(*)::integer from public.contacts'))[0]?.count ?? 0;
  const owner = await openAsOwner();
  const before = await count(owner);
  await owner.close();
  for (const _ of times(5)) expect(await post()).toMatchObject({ status: 201 });

  const processes = [postmaster(), ...descendants(postmaster())];
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  const folder = `${backend.dataDir}-copy`;
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('cp', ['-a', join(backend.dataDir, 'database'), folder]);
  for (const pid of processes) process.kill(pid, 'SIGCONT');
  rmSync(join(folder, 'database/data/postmaster.pid'));
  const copy = await openLocal(folder);
  expect(await count(copy)).toBe(before + 5);
  await copy.close();
  rmSync(folder, { recursive: true });
});

test('calls answer 503 with Retry-After while PostgreSQL does not start, and the backend keeps trying', async () => {
  const version = join(backend.dataDir, 'database/data/PG_VERSION');
  writeFileSync(version, '17\n');
  process.kill(postmaster(), 'SIGKILL');
  await until(() => stderr().includes('was made by PostgreSQL 17'));
  const refused = await post();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  writeFileSync(version, '18\n');
  await until(async () => (await post()).status === 201);
  expect(backend.main().child.exitCode).toBeNull();
});

test('a PostgreSQL that outlived its killed backend is ended by the next start', async () => {
  const orphan = postmaster();
  backend.main().child.kill('SIGKILL');
  await backend.main().exit;
  expect(processIdentity(orphan)).not.toBeNull();
  await backend.restart();
  expect(processIdentity(orphan)).toBeNull();
  expect(await post()).toMatchObject({ status: 201 });
});
