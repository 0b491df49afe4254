import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { connect } from '../src/database/postgres';
import { mailEnv } from './support/drain-sites';
import { type MailServer, startMailServer } from './support/mail-server';
import { contact } from './support/rows';
import { type MainProcess, runMain } from './support/run-main';
import { createTestDatabase } from './support/test-database';
import { until } from './support/until';
import { visitor } from './support/visitor';

// For busy machines.
jest.setTimeout(120_000);

const started: MainProcess[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: MailServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startMailServer();
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ exit }) => exit));
  await server?.close();
  await database?.remove();
});

test('a mail whose worker was killed before recording it is sent again when the lease ends, with the same Message-ID', async () => {
  const dataDir = temporaryFolder();
  const start = () => {
    const main = runMain({ ...mailEnv(server), DATA_DIR: dataDir, DATABASE_URL: database.url, TRUST_PROXY: '1' });
    started.push(main);
    return main;
  };
  const main = start();
  const backend = await main.ready;
  const owner = await connect({ connectionString: database.url });
  const other = await connect({ connectionString: database.url });
  // The mail server has accepted the mail, but the worker cannot record it while the row is locked.
  server.behave({
    before: async () => {
      await other.script('begin');
      await other.query('select from private.outbox for update');
    },
  });
  await visitor(backend).post('contacts', contact);
  const recording = () =>
    owner.query<{ pid: number }>(
      `select pid from pg_stat_activity
         where datname = current_database() and query like '%mail_sent%' and wait_event_type = 'Lock'`,
    );
  const held = await until(async () => (await recording())[0]);
  main.child.kill('SIGKILL');
  await main.exit;
  // Ends its statement too, as the loss of its machine would.
  await owner.query('select pg_terminate_backend($1, 60000)', [held.pid]);
  server.behave({});
  await other.script('rollback');
  await other.close();
  expect(server.received).toHaveLength(1);

  await start().ready;
  await owner.query('update private.outbox set claimed_until = now()');
  await until(() => server.received.length === 2);
  const [first, second] = server.received;
  expect(second?.messageId).toBe(first?.messageId);
  await until(async () => (await owner.query('select from private.outbox where sent_at is not null')).length === 1);
  expect(await owner.query('select attempts from private.outbox')).toEqual([{ attempts: 2 }]);
  await owner.close();
});
