import { once } from 'node:events';
import { createServer } from 'node:net';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import type { Database } from '../src/database/database';
import { connect } from '../src/database/postgres';
import { mailEnv } from './support/drain-sites';
import { longTest } from './support/long-tier';
import { type MailServer, startMailServer } from './support/mail-server';
import { FAST, type PostgresCluster, startCluster } from './support/postgres-cluster';
import { contact } from './support/rows';
import { type MainProcess, runMain } from './support/run-main';
import { until } from './support/until';
import { visitor } from './support/visitor';

// For busy machines.
jest.setTimeout(120_000);

describe('the worker when something is killed', () => {
  const dataDir = temporaryFolder();
  const started: MainProcess[] = [];
  let postgres: PostgresCluster;
  let databaseUrl: string;
  let server: MailServer;
  let owner: Database;
  const start = async () => {
    const main = runMain({ ...mailEnv(server), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TRUST_PROXY: '1' });
    started.push(main);
    return { main, backend: await main.ready };
  };

  beforeAll(async () => {
    postgres = await startCluster({ settings: FAST });
    databaseUrl = await postgres.createDatabase('site');
    server = await startMailServer();
  });
  const endAll = async () => {
    await owner?.close();
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.splice(0).map((main) => main.exit));
  };
  afterAll(async () => {
    await endAll();
    await server?.close();
    await postgres?.remove();
  });

  test('a mail whose worker was killed before recording it is sent again when the lease ends, with the same Message-ID', async () => {
    const { main, backend } = await start();
    owner = await connect({ connectionString: databaseUrl });
    const other = await connect({ connectionString: databaseUrl });
    await owner.query("update private.settings set mail_lease = '8 seconds'");
    // The mail server has accepted the mail, but the worker cannot record it while the row is locked.
    server.behave({
      before: async () => {
        await other.script('begin');
        await other.query('select from private.outbox for update');
      },
    });
    await visitor(backend).post('contacts', contact);
    await until(async () => {
      const waiting = "select from pg_stat_activity where query like '%mail_sent%' and wait_event_type = 'Lock'";
      return server.received.length === 1 && (await owner.query(waiting)).length > 0;
    });
    main.child.kill('SIGKILL');
    await main.exit;
    const [held] = await owner.query<{ pid: number }>(
      "select pid from pg_stat_activity where query like '%mail_sent%' and wait_event_type = 'Lock'",
    );
    // Ends its statement too, as the loss of its machine would.
    await owner.query('select pg_terminate_backend($1)', [held?.pid]);
    server.behave({});
    await other.script('rollback');
    await other.close();

    await start();
    await until(() => server.received.length === 2);
    const [first, second] = server.received;
    expect(second?.messageId).toBe(first?.messageId);
    await until(async () => (await owner.query('select from private.outbox where sent_at is not null')).length === 1);
    expect(await owner.query('select attempts from private.outbox')).toEqual([{ attempts: 2 }]);
    await endAll();
  });

  longTest('an unreachable database is logged once, and mails are sent when it answers again', async () => {
    const { main, backend } = await start();
    await postgres.kill('SIGQUIT');
    await until(() => main.stderr() !== '');
    const listener = await countCallers(Number(new URL(databaseUrl).port));
    await until(() => listener.callers() >= 3).finally(listener.close);
    expect(main.stderr()).toMatch(/^Mails wait for the database \(.*\)\.\n$/);

    await postgres.start();
    await until(() => main.stderr().endsWith('Mails: the database answers again.\n'));
    expect(main.stderr().trim().split('\n')).toHaveLength(2);
    const before = server.received.length;
    await until(async () => (await visitor(backend).post('contacts', contact)).status === 201);
    await until(() => server.received.length === before + 1);
    expect(main.child.exitCode).toBeNull();
  });
});

/** Listens in place of a stopped server and counts the worker's connections. */
async function countCallers(port: number): Promise<{ callers(): number; close(): Promise<void> }> {
  let callers = 0;
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      callers += 1;
      socket.destroy();
    });
  });
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  return {
    callers: () => callers,
    close: () => new Promise((resolve) => listener.close(() => resolve())),
  };
}
