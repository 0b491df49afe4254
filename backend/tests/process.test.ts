import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { processIdentity } from '../src/data-folder/process-identity';
import { descendants } from './support/process-tree';
import { contact, reserve } from './support/rows';
import { type Exit, type MainProcess, runMain } from './support/run-main';
import { runTool } from './support/run-tool';
import { visitor } from './support/visitor';

// For busy machines.
jest.setTimeout(60_000);

const isLinux = process.platform === 'linux';

describe('the process of the backend', () => {
  const dataDir = temporaryFolder();
  const started: MainProcess[] = [];
  const start = (env: Record<string, string> = {}) => {
    const main = runMain({ DATA_DIR: dataDir, DATABASE_URL: '', ...env });
    started.push(main);
    return main;
  };
  const end = async (main: MainProcess, signal: NodeJS.Signals): Promise<Exit & { ms: number }> => {
    const since = Date.now();
    main.child.kill(signal);
    return { ...(await main.exit), ms: Date.now() - since };
  };
  const helpersOf = (main: MainProcess) => descendants(main.child.pid ?? 0);

  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.map((main) => main.exit));
  });

  test('requests answered with success survive kill -9, and the next start succeeds', async () => {
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
    expect(await end(second, 'SIGTERM')).toMatchObject({ code: 0 });
  });

  test('it refuses a folder in use, stops within two seconds of SIGTERM and leaves only its data', async () => {
    const main = start();
    const backend = await main.ready;
    const helpers = helpersOf(main);
    const files = ['keys.json', 'engine.json', 'database.lock'].map(
      (file) => statSync(join(dataDir, file)).mode & 0o777,
    );
    expect(files).toEqual([0o600, 0o600, 0o600]);

    const second = start();
    expect(await second.exit).toMatchObject({ code: 1 });
    // The parent of the backend, which could start it again.
    expect(second.stderr()).toBe(
      `${dataDir} is in use by process ${process.pid}: stop it first, or set DATA_DIR to another folder.\n`,
    );
    expect(await visitor(backend).post('contacts', contact)).toMatchObject({ status: 201 });

    const { code, ms } = await end(main, 'SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(2000);
    await Promise.all(helpers.map(gone));
    for (const file of ['engine.json', 'database.lock']) expect(existsSync(join(dataDir, file))).toBe(false);

    const inbox = await runTool('inbox', { DATA_DIR: dataDir, DATABASE_URL: '' }, '--json');
    expect(JSON.parse(inbox.stdout)).toMatchObject([{ kind: 'contact', name: 'Camille Durand' }, {}, {}, {}]);
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(false);
  });

  test('it stops when its parent process ends', async () => {
    const orphan = start();
    await orphan.ready;
    orphan.child.disconnect();
    expect(await orphan.exit).toMatchObject({ code: 0 });
  });

  test('a lock whose process id now belongs to another process is taken over', async () => {
    const stale = { pid: process.pid, identity: 'another boot 1', purpose: 'site' };
    writeFileSync(join(dataDir, 'database.lock'), JSON.stringify(stale));
    const main = start();
    await main.ready;
    const holder = JSON.parse(readFileSync(join(dataDir, 'database.lock'), 'utf8'));
    expect(holder.pid).toBe(main.child.pid);
    await end(main, 'SIGTERM');
  });

  test('a setting that cannot be used ends the start with a sentence, without secrets or files', async () => {
    const main = start({ DATA_DIR: join(dataDir, 'none'), SMTP_URL: 'https://me:secret@smtp.exemple.fr' });
    expect(await main.exit).toMatchObject({ code: 1 });
    expect(main.stderr()).toMatch(/^SMTP_URL must look like smtps:.*\n$/);
    expect(main.stderr()).not.toContain('secret');
    expect(existsSync(join(dataDir, 'none'))).toBe(false);
  });

  test('each other error that the user can correct is one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as { port: number }).port);
    const file = join(dataDir, 'a-file');
    const old = join(dataDir, 'old');
    // Private, or the start would print a line about it.
    writeFileSync(file, '', { mode: 0o600 });
    mkdirSync(join(old, 'database/data'), { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries({ 'data/PG_VERSION': '17\n', password: 'secret' })) {
      writeFileSync(join(old, 'database', name), text, { mode: 0o600 });
    }
    const cases: [Record<string, string>, RegExp][] = [
      [{ BACKEND_PORT: port }, /^BACKEND_PORT \d+ cannot be used \(.*EADDRINUSE.*\): choose another\.\n$/],
      [
        { DATABASE_URL: `postgresql://me:secret@127.0.0.1:1/site` },
        /^DATABASE_URL cannot be used \(127\.0\.0\.1:1: .*\n$/,
      ],
      [
        { DATA_DIR: join(dataDir, 'other'), BACKUP_DIR: join(file, 'backups') },
        /^Backups cannot be written to .*file.* \(E.*\): change its rights, name another folder in BACKUP_DIR, or set BACKUP_DIR to nothing for no backups\.\n$/,
      ],
      [
        { BACKUP_DIR: join(dataDir, 'store/copies') },
        /^BACKUP_DIR .* is in the data folder, among the files that .*\n$/,
      ],
      [{ BACKUP_DIR: dataDir }, /^BACKUP_DIR .* is in the data folder/],
      [{ DATA_DIR: join(file, 'data') }, /^The data folder .* cannot be written to \(ENOTDIR.*\n$/],
      [
        { DATA_DIR: old },
        /^.*old\/database was made by PostgreSQL 17, and this is PostgreSQL 18: .* 'npx pnpm restore .*\n$/,
      ],
    ];
    for (const [env, sentence] of cases) {
      const main = start(env);
      expect(await main.exit).toMatchObject({ code: 1 });
      expect(main.stderr()).toMatch(sentence);
      expect(main.stderr()).not.toContain('secret');
    }
    taken.close();
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(false);
  });
});

async function gone(pid: number): Promise<void> {
  while (processIdentity(pid) !== null) await new Promise((resolve) => setImmediate(resolve));
}
