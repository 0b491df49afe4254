import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pushKeyOf } from '@site/supabase/functions/_shared/tick/push';
import { SignJWT } from 'jose';
import { migrate } from '../src/database/migrate';
import { connect, type Database } from '../src/database/postgres';
import { describeHostedRoles } from './suites/hosted';
import { describeWhere } from './support/cases';
import { findDeno, startDenoFunction } from './support/deno';
import { mailEnv, OWNER, SECRET } from './support/drain-sites';
import type { HostedPostgres } from './support/hosted-postgres';
import { startMailServer } from './support/mail-server';
import { FAST, type PostgresCluster, startCluster } from './support/postgres-cluster';
import { findPostgrest, startPostgrest } from './support/postgrest';
import { contact } from './support/rows';

const [deno, postgrest] = [findDeno(), findPostgrest()];
const JWT_SECRET = 'a secret of at least 32 characters';
const PUSH_SECRET = 'another secret of at least 32 characters';

// The real parts of a hosted project that run anywhere. supabase-cli.long.test.ts has those that need Debian's pg_cron.
describeWhere(deno !== null && postgrest !== null, 'Deno or PostgREST is not installed')('a hosted project', () => {
  let cluster: PostgresCluster;
  let postgres: Database;
  let authenticator: Database;
  const addressFor = (role: string) => `postgresql://${role}@127.0.0.1:${cluster.port}/postgres`;
  const connectAs: HostedPostgres['connectAs'] = (role) => connect({ connectionString: addressFor(role) });

  beforeAll(async () => {
    cluster = await startCluster({ settings: FAST });
    const admin = await cluster.admin();
    for (const name of ['auth', 'roles'])
      await admin.script(readFileSync(join(__dirname, `fixtures/hosted/${name}.sql`), 'utf8'));
    await admin.close();
    postgres = await connectAs('postgres');
    await migrate(postgres);
    authenticator = await connectAs('authenticator');
  });
  afterAll(async () => {
    await postgres?.close();
    await authenticator?.close();
    await cluster?.remove();
  });

  describeHostedRoles(() => ({ postgres, authenticator }));

  async function ownerToken(): Promise<string> {
    const [sub, session_id] = [randomUUID(), randomUUID()];
    const admin = await connectAs('supabase_admin');
    await admin.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [sub, OWNER]);
    await admin.query('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [session_id, sub]);
    await admin.close();
    await postgres.query("insert into private.owners (email, name) values ($1, 'Camille Martin')", [OWNER]);
    return new SignJWT({ role: 'authenticated', sub, session_id, amr: [{ method: 'otp', timestamp: 1 }] })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(JWT_SECRET));
  }

  test('tells the owner of a request by mail and notification, reads their calendar and shows their days', async () => {
    const mails = await startMailServer();
    const env = { SUPABASE_DB_URL: addressFor('postgres'), NOTIFY_OWNER_SECRET: SECRET, PUSH_SECRET };
    const rest = await startPostgrest(postgrest ?? '', addressFor('authenticator'), JWT_SECRET);
    const notify = await startDenoFunction(deno ?? '', 'notify-owner', { ...mailEnv(mails), ...env });
    const agenda = await startDenoFunction(deno ?? '', 'agenda', env);
    const token = await ownerToken();
    const send = (path: string, body: object, headers = {}) =>
      fetch(rest.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'cf-connecting-ip': '93.184.215.14', ...headers },
        body: JSON.stringify(body),
      });
    const read = async (name: string, args: object = {}) =>
      (await send(`/rpc/owner_${name}`, args, { authorization: `Bearer ${token}` })).json();
    const tick = async () => {
      const answer = await fetch(notify.url, { method: 'POST', headers: { 'x-notify-secret': SECRET } });
      return [answer.status, await answer.json()];
    };
    try {
      await postgres.script('delete from private.outbox; delete from private.push_key');
      expect(await read('push')).toMatchObject({ publicKey: null });
      expect(await tick()).toEqual([200, { sent: 0, failed: 0 }]);
      expect(await read('push')).toMatchObject({ publicKey: pushKeyOf(PUSH_SECRET, '').publicKey, isOn: false });
      const keys = { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) };
      await read('add_push', { endpoint: 'https://push.exemple.invalide/a', ...keys });

      await read('set_own_calendar', { address: 'https://agenda.exemple.fr/a.ics' });
      // A name of this machine's own network.
      await postgres.query("update private.own_calendar set address = 'https://localhost/a.ics'");
      expect((await send('/contacts', contact)).status).toBe(201);
      expect(await tick()).toEqual([200, { sent: 1, failed: 0 }]);
      expect(mails.received).toHaveLength(1);
      expect(await postgres.query('select attempts from private.pushes')).toEqual([{ attempts: 1 }]);
      expect(await read('own_calendar')).toMatchObject({ failure: 'forbidden', isReading: false });

      const { path } = (await read('renew_feed')) as { path: string };
      const feed = await fetch(`${agenda.url}functions/v1/agenda/${path.split('/').at(-1)}`);
      expect([feed.status, (await feed.text()).slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR']);
    } finally {
      await Promise.all([notify.stop(), agenda.stop(), rest.stop(), mails.close()]);
    }
  });
});
