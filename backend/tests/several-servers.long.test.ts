import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expectStoredOnce } from './support/audit';
import { mailEnv } from './support/drain-sites';
import { type MailServer, startMailServer } from './support/mail-server';
import { submitAll } from './support/persistent-clients';
import { type PostgresCluster, startCluster } from './support/postgres-cluster';
import { type RestartableBackend, startRestartableBackend } from './support/restartable-backend';
import { startRoundRobin } from './support/round-robin';
import { until } from './support/until';

jest.setTimeout(400_000);

const SUBMISSIONS = 400;
/** Numbers of answers after which a server is killed, while eight clients continue; the database is killed once. */
const DEATHS = [40, 90, 140, 240, 290, 340];
const DATABASE_DEATH = 190;

describe('three servers of one PostgreSQL under load', () => {
  let cluster: PostgresCluster;
  let mails: MailServer;
  let servers: RestartableBackend[] = [];
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;

  beforeAll(async () => {
    cluster = await startCluster();
    mails = await startMailServer();
    // Makes a kill as likely during the delivery of a mail as before and after it.
    mails.behave({ before: () => delay(randomInt(20)) });
    const env = { ...mailEnv(mails), DATABASE_URL: await cluster.createDatabase('site') };
    servers = await Promise.all([1, 2, 3].map(() => startRestartableBackend(env)));
    proxy = await startRoundRobin(servers.map(({ url }) => url));
    const database = await cluster.admin('site');
    await database.query("update private.settings set mail_lease = '20 seconds'");
    await database.close();
  });
  afterAll(async () => {
    proxy?.close();
    await Promise.all(servers.map((server) => server.remove()));
    await mails?.close();
    await cluster?.remove();
  });

  test('with servers and the database killed at random, each request is stored once and mailed', async () => {
    const victims: number[] = [];
    const killOne = async () => {
      const victim = randomInt(servers.length);
      victims.push(victim);
      await servers[victim]?.killAndRestart();
    };
    const killDatabase = async () => {
      await cluster.kill();
      await cluster.start();
    };
    // Kills run one after another: no server is killed while it restarts, and each finds the database running.
    let last: Promise<void> = Promise.resolve();
    const inTurn = (strike: () => Promise<void>) => () => {
      last = last.then(strike);
      return last;
    };
    const events = {
      ...Object.fromEntries(DEATHS.map((count) => [count, inTurn(killOne)])),
      [DATABASE_DEATH]: inTurn(killDatabase),
    };
    const anonKey = servers[0]?.anonKey ?? '';
    const promised = await submitAll({ url: proxy.url, anonKey }, SUBMISSIONS, events);

    const database = await cluster.admin('site');
    try {
      await expectStoredOnce(database, promised);
      const open = 'select from private.outbox where sent_at is null';
      await until(async () => (await database.query(open)).length === 0, 120_000);
      const ids = await database.query<{ id: string }>('select message_id as id from private.outbox');
      const sent = mails.received.map(({ messageId = '' }) => messageId.slice(1, messageId.indexOf('@')));
      expect([...new Set(sent)].sort()).toEqual(ids.map(({ id }) => id).sort());
      expect(ids).toHaveLength(SUBMISSIONS);
      // Only a mail that a killed worker had sent but not recorded is sent twice: one per worker.
      expect(sent.length - SUBMISSIONS).toBeLessThanOrEqual(DEATHS.length + servers.length);
      console.info(`Servers killed: ${victims.join(', ')}; mails sent twice: ${sent.length - SUBMISSIONS}.`);
    } finally {
      await database.close();
    }
  });
});
