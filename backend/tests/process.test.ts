import { once } from 'node:events';
import fs, { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { readAllOptions, startBackend } from '../src/commands/backend';
import { prepareDataFolder } from '../src/data-folder/data-folder';
import { processIdentity, takeLock } from '../src/data-folder/lock';
import { until } from './support/cases';
import { descendants, type MainProcess, openToOthers, runMain, runTool } from './support/programs';
import { contact, reserve } from './support/rows';
import { copyTemplate } from './support/test-database';
import { visitor } from './support/visitor';

const isLinux = process.platform === 'linux';

/** Starts a backend in this process, without backups unless `env` has BACKUP_DIR. Returns its refusal. */
async function refusalOfStart(env: Readonly<Record<string, string>>): Promise<string> {
  const start = async () => startBackend(readAllOptions({ BACKUP_DIR: '', DATABASE_URL: '', ...env }));
  return start().then(
    (backend) => backend.stop().then(() => 'It has started.'),
    (error: Error) => error.message,
  );
}

describe('the process of the backend', () => {
  const dataDir = temporaryFolder();
  const started: MainProcess[] = [];
  const start = (env: Record<string, string> = {}) => {
    const main = runMain({ DATA_DIR: dataDir, DATABASE_URL: '', ...env });
    started.push(main);
    return main;
  };
  const end = (main: MainProcess, signal: NodeJS.Signals) => {
    main.child.kill(signal);
    return main.exit;
  };
  const helpersOf = (main: MainProcess) => descendants(main.child.pid ?? 0);

  beforeAll(() => copyTemplate(dataDir));
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.map((main) => main.exit));
  });

  test('requests answered with success survive kill -9, and a stopped site leaves only its data', async () => {
    const first = start();
    const backend = await first.ready;
    const ids = await Promise.all([1, 2, 3].map(() => reserve(visitor(backend))));
    const helpers = helpersOf(first);
    expect(helpers.length > 0).toBe(isLinux);
    expect(await end(first, 'SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(true);

    const second = start();
    const again = await second.ready;
    expect(again.anonKey).toBe(backend.anonKey);
    for (const id of ids) {
      const dates = [{ reservation_id: id, date: '2020-01-01' }];
      const answer = await visitor(again).post('reservation_dates', dates);
      expect(answer).toMatchObject({ status: 400, body: { code: 'DATE_PAST' } });
    }
    await Promise.all(helpers.map(gone));

    const names = ['keys.json', 'engine.json', 'database.lock'];
    expect(names.map((name) => statSync(join(dataDir, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    // It names the parent of the backend, which could start it again.
    expect(await refusalOfStart({ DATA_DIR: dataDir })).toBe(
      `${dataDir} is in use by process ${process.pid}: stop it first, or set DATA_DIR to another folder.`,
    );
    expect(await visitor(again).post('contacts', contact)).toMatchObject({ status: 201 });
    const later = helpersOf(second);
    expect(await end(second, 'SIGTERM')).toMatchObject({ code: 0 });
    await Promise.all(later.map(gone));
    for (const file of ['engine.json', 'database.lock']) expect(existsSync(join(dataDir, file))).toBe(false);

    // The program of the inbox; its own tests call what it runs.
    const inbox = await runTool('inbox', { DATA_DIR: dataDir, DATABASE_URL: '' }, '--json');
    expect(JSON.parse(inbox.stdout)).toMatchObject([{ kind: 'contact', name: 'Camille Durand' }, {}, {}, {}]);
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(false);
  });

  test('it stops when its parent process ends, although a visitor sends a request that never ends', async () => {
    const orphan = start();
    const { url, anonKey } = await orphan.ready;
    const unfinished = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    const headers = [`apikey: ${anonKey}`, 'Content-Type: application/json', 'Content-Length: 9'];
    const head = ['POST /rest/v1/contacts HTTP/1.1', 'Host: a', ...headers, 'Expect: 100-continue'];
    unfinished.write(`${head.join('\r\n')}\r\n\r\n`);
    await once(unfinished, 'data');
    orphan.child.disconnect();
    expect(await orphan.exit).toMatchObject({ code: 0 });
    unfinished.destroy();
  });

  test('an error that the user can correct ends the start with a sentence, without secrets or files', async () => {
    const main = start({ DATA_DIR: join(dataDir, 'none'), SMTP_URL: 'https://me:secret@smtp.exemple.fr' });
    expect(await main.exit).toMatchObject({ code: 1 });
    expect(main.stderr()).toMatch(/^SMTP_URL must look like smtps:.*\n$/);
    expect(main.stderr()).not.toContain('secret');
    expect(existsSync(join(dataDir, 'none'))).toBe(false);
  });
});

describe('a start', () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const file = join(folder, 'a-file');

  beforeAll(() => writeFileSync(file, ''));

  test('takes over a lock whose process id now belongs to another process', async () => {
    const lock = join(folder, 'database.lock');
    writeFileSync(lock, JSON.stringify({ pid: process.pid, identity: 'another boot 1', purpose: 'site' }));
    const unlock = await takeLock(folder, 'site');
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({
      pid: process.pid,
      identity: processIdentity(process.pid),
    });
    unlock();
    expect(existsSync(lock)).toBe(false);
  });

  test('on a port in use is refused, and ends what it has started', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const place = { DATA_DIR: join(folder, 'port') };
    await copyTemplate(place.DATA_DIR);
    expect(await refusalOfStart({ ...place, BACKEND_PORT: String(port) })).toMatch(/EADDRINUSE/);
    taken.close();
    const leftovers = ['engine.json', 'database.lock', 'database/data/postmaster.pid'];
    expect(leftovers.filter((name) => existsSync(join(place.DATA_DIR, name)))).toEqual([]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'backups below a file',
      { BACKUP_DIR: join(file, 'backups') },
      /^Backups cannot be written to .*file.* \(.*\): change its rights, name another folder in BACKUP_DIR, or set BACKUP_DIR to nothing for no backups\.$/,
    ],
    [
      'backups among the files that they contain',
      { BACKUP_DIR: join(dataDir, 'store/copies') },
      /^BACKUP_DIR .* is in the data folder, among the files that /,
    ],
    ['backups in the data folder itself', { BACKUP_DIR: dataDir }, /^BACKUP_DIR .* is in the data folder/],
    ['data below a file', { DATA_DIR: join(file, 'data') }, /^The data folder .* cannot be written to.* \(.*ENOTDIR/],
  ])('with %s is refused in one sentence', async (_, env, sentence) => {
    const refusal = await refusalOfStart({ DATA_DIR: dataDir, ...env });
    expect(refusal).toMatch(sentence);
    expect(refusal).not.toContain('\n');
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(false);
  });
});

async function gone(pid: number): Promise<void> {
  while (processIdentity(pid) !== null) await new Promise((resolve) => setImmediate(resolve));
}

describe('private files', () => {
  const folder = temporaryFolder();
  const umaskOfTests = process.umask();

  afterEach(() => {
    process.umask(umaskOfTests);
    jest.restoreAllMocks();
  });

  /** Runs the backend until it has stored a message and written the mail about it. @returns its standard error */
  async function runOnce(dataDir: string, env: Record<string, string> = {}): Promise<string> {
    const main = runMain({ DATA_DIR: dataDir, DATABASE_URL: '', OWNER_EMAIL: 'owner@exemple.fr', ...env });
    try {
      const site = await main.ready;
      expect(await visitor(site).post('contacts', contact)).toMatchObject({ status: 201 });
      await until(() => statSync(join(dataDir, 'mails'), { throwIfNoEntry: false }));
      expect(openToOthers(dataDir)).toEqual([]);
      main.child.kill('SIGTERM');
      expect(await main.exit).toMatchObject({ code: 0 });
      // On a busy machine, PostgreSQL outlives the backend, which waits two seconds for it.
      await until(() => !existsSync(join(dataDir, 'database/data/postmaster.pid')));
      return main.stderr();
    } finally {
      main.child.kill('SIGKILL');
    }
  }

  test('every file of the programs is private to its user, whatever the umask', async () => {
    process.umask(0);
    const dataDir = join(folder, 'data');
    const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
    // Without the template, PostgreSQL creates this database, with a umask of its own.
    expect(await runOnce(dataDir, { DATABASE_TEMPLATE: '' })).toBe('');
    const backup = join(folder, 'backup');
    expect(await runTool('backup', env, backup)).toMatchObject({ code: 0 });
    expect(openToOthers(backup)).toEqual([]);
    const restored = join(folder, 'restored');
    expect(await runTool('restore', { ...env, DATA_DIR: restored }, backup)).toMatchObject({ code: 0 });
    expect(openToOthers(restored)).toEqual([]);
    expect(await runTool('inbox', { ...env, DATA_DIR: restored })).toMatchObject({ code: 0 });
    expect(openToOthers(restored)).toEqual([]);
  });

  test('a folder that others could open is closed to them', () => {
    const dataDir = join(folder, 'open');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    prepareDataFolder(dataDir);
    expect(openToOthers(dataDir)).toEqual([]);
  });

  test('a folder of another user is refused in one sentence', () => {
    const dataDir = join(folder, 'foreign');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    jest.spyOn(fs, 'chmodSync').mockImplementation(() => {
      throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });
    });
    expect(() => prepareDataFolder(dataDir)).toThrow(
      /or made private to this user \(EPERM.*\): make this user its owner/,
    );
  });
});
