// Run by backend/tests/backend.test.ts, backend/tests/owner-space.test.ts, and in the long tier by
// backend/tests/hosted-week.long.test.ts and backend/tests/supabase-cli.long.test.ts.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { runOwnerCommand } from '../../src/commands/owner';
import type { Database } from '../../src/database/postgres';
import type { TestBackend } from '../support/backend';
import { OF_VISITORS, privilegesOf } from '../support/catalogue';
import { asCaller, type Caller } from '../support/hosted-postgres';
import { anyOwner, bearer, tokenOf } from '../support/owner';
import { contact } from '../support/rows';
import { outboxOf } from '../support/upkeep';
import { visitor } from '../support/visitor';

/** Stands in for pg_cron, pg_net and Vault, and records the calls of the migrations. */
const STAND_INS = `
  create schema cron;
  create table cron.job (jobname text primary key, schedule text, command text);
  create table cron.job_run_details (runid bigint generated always as identity, end_time timestamptz);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language plpgsql as $$
    begin
      insert into cron.job values (job_name, schedule, command)
        on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command;
      return 1;
    end $$;
  create schema vault;
  create table vault.decrypted_secrets (name text, decrypted_secret text);
  create schema net;
  create table net.called (url text, body jsonb, params jsonb, headers jsonb, timeout integer);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000)
    returns bigint language sql as $$ insert into net.called values ($1, $2, $3, $4, $5); select 1::bigint $$;`;

export function describeHostedJobs(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const wake = () => query('select private.wake_notifier()');

  beforeAll(() => backend().owner.script(STAND_INS));
  afterAll(() => backend().owner.script('drop schema cron, vault, net cascade'));
  beforeEach(() => outboxOf(backend).quiet());

  test('two jobs are scheduled, and scheduling them again changes nothing', async () => {
    await query('select private.schedule_jobs()');
    await query('select private.schedule_jobs()');
    const jobs = await query<{ command: string }>('select * from cron.job order by jobname');
    expect(jobs).toMatchObject([
      { jobname: 'notify-owner', schedule: '* * * * *' },
      { jobname: 'retention', schedule: '7 * * * *' },
    ]);
  });

  test('the log of the jobs is kept for a week', async () => {
    await query(`insert into cron.job_run_details (end_time)
      select now() - age from unnest(array['8 days', '6 days', '1 minute']::interval[]) as age`);
    const [job] = await query<{ command: string }>("select command from cron.job where jobname = 'retention'");
    await backend().owner.script(job?.command ?? '');
    expect(await query('select from cron.job_run_details')).toHaveLength(2);
  });

  test('a due mail fails the job, with a reason, when the function has no address', async () => {
    await visitor(backend()).post('contacts', contact);
    await expect(wake()).rejects.toThrow('Vault lacks notify_owner_url or notify_owner_secret');
  });

  test('the function is called with its secret when a mail is due, and only then', async () => {
    await query(`insert into vault.decrypted_secrets values
      ('notify_owner_url', 'https://ref.supabase.co/functions/v1/notify-owner'), ('notify_owner_secret', 's3cret')`);
    await wake();
    expect(await query('select from net.called')).toEqual([]);

    await visitor(backend()).post('contacts', contact);
    await wake();
    expect(await query('select url, headers, timeout from net.called')).toEqual([
      {
        url: 'https://ref.supabase.co/functions/v1/notify-owner',
        headers: { 'content-type': 'application/json', 'x-notify-secret': 's3cret' },
        timeout: 55_000,
      },
    ]);

    await query('select * from private.claim_mail()');
    await wake();
    expect(await query('select from net.called')).toHaveLength(1);
  });

  test('a notification or a reading of the owner’s own calendar that is due wakes the function too', async () => {
    // In one transaction: the worker of this backend takes what is due, and removes who is signed out.
    const isCalledAfter = async (change: string) => {
      await backend().owner.script(`begin; delete from net.called; ${change}; select private.wake_notifier(); commit`);
      return (await query('select from net.called')).length === 1;
    };
    expect(await isCalledAfter("insert into private.own_calendar (address) values ('https://exemple.fr/a.ics')")).toBe(
      true,
    );
    expect(await isCalledAfter("update private.own_calendar set due_at = now() + interval '1 minute'")).toBe(false);
    const session = randomUUID();
    const push = `insert into private.push_subscriptions (session_id, endpoint, p256dh, auth)
        values ('${session}', 'https://push.exemple.fr/a', '${'a'.repeat(87)}', '${'a'.repeat(22)}');
      insert into private.pushes (session_id, kind, ref) values ('${session}', 'contact', '${session}')`;
    expect(await isCalledAfter(push)).toBe(true);
    await backend().owner.script('delete from private.push_subscriptions; delete from private.own_calendar');
  });
}

const AUTH_STAND_INS = readFileSync(join(import.meta.dirname, '../fixtures/hosted/auth.sql'), 'utf8');

const BY_CODE = [{ method: 'otp', timestamp: 1 }];

export function describeHostedOwners(backend: () => TestBackend): void {
  const call = (name: string, token: string, args: object = {}) =>
    visitor(backend()).post(`rpc/${name}`, args, bearer(token));

  beforeAll(() => backend().owner.script(AUTH_STAND_INS));
  afterAll(() => backend().owner.script('drop schema auth cascade'));

  async function addOwner(): Promise<string> {
    const email = anyOwner();
    await backend().owner.query("insert into private.owners (email, name) values ($1, 'Camille Martin')", [email]);
    return email;
  }

  async function signedIn(email: string, { claims = {}, users = '', sessions = '' } = {}) {
    const [sub, session_id] = [randomUUID(), randomUUID()];
    const { owner } = backend();
    await owner.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [sub, email]);
    await owner.query("insert into auth.sessions values ($1, $2, now(), null, 'a phone', null)", [session_id, sub]);
    if (users) await owner.query(`update auth.users set ${users} where id = $1`, [sub]);
    if (sessions) await owner.query(`update auth.sessions set ${sessions} where id = $1`, [session_id]);
    return { sessionId: session_id, token: tokenOf(backend(), { sub, session_id, amr: BY_CODE, ...claims }) };
  }

  test('an owner who has signed in at hosted Auth with a code can read who they are, in any spelling of the address', async () => {
    const email = await addOwner();
    const { token, sessionId } = await signedIn(email.replace('owner', 'Owner'));
    const { status, body } = await call('owner_me', token);
    expect({ status, body }).toEqual({ status: 200, body: { email, name: 'Camille Martin', sessionId } });
  });

  test('somebody else who has signed up at hosted Auth is refused with 403', async () => {
    const { token } = await signedIn(`${randomUUID()}@exemple.fr`);
    for (const name of ['owner_me', 'owner_sessions'] as const) {
      expect(await call(name, token)).toMatchObject({ status: 403, body: { code: '42501' } });
    }
  });

  test.each([
    ['whose address is not confirmed', { users: 'email_confirmed_at = null' }],
    ['who is banned', { users: "banned_until = now() + interval '1 day'" }],
    ['who was deleted', { users: 'deleted_at = now()' }],
    ['whose session is over', { sessions: 'not_after = now()' }],
    ['who signed up as the owner by a password', { claims: { amr: [{ method: 'password', timestamp: 1 }] } }],
    ['whose token does not say how its session began', { claims: { amr: undefined } }],
    ['whose token names another session', { claims: { session_id: randomUUID() } }],
    ['whose token names another user', { claims: { sub: randomUUID() } }],
  ])('somebody with an owner’s address %s is refused with 401', async (_, changes) => {
    const { token } = await signedIn(await addOwner(), changes);
    expect(await call('owner_me', token)).toMatchObject({ status: 401, body: { code: '42501' } });
  });

  test('a code from the terminal is one of hosted Auth, asked for with the service key', async () => {
    const asked: unknown[] = [];
    let status = 200;
    const auth = createServer(async (request, response) => {
      asked.push([request.url, request.headers.apikey, request.headers.authorization, await json(request)]);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"email_otp":"12345678"}');
    }).listen(0, '127.0.0.1');
    await once(auth, 'listening');
    const env = { ...backend().env, SUPABASE_URL: `http://127.0.0.1:${(auth.address() as AddressInfo).port}` };
    const email = await addOwner();
    const code = (of: string, more = {}) => runOwnerCommand(['code', of], { ...env, ...more });
    await expect(code(email)).rejects.toThrow('set SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY');
    const key = { SUPABASE_SERVICE_ROLE_KEY: 'a key' };
    // Hosted Auth would register a mistyped address.
    await expect(code('nobody@exemple.fr', key)).rejects.toThrow('is no owner');
    expect(asked).toEqual([]);
    expect(await code(email, key)).toBe(`12345678 opens the owner's space of ${email}, once.`);
    expect(asked).toEqual([['/auth/v1/admin/generate_link', 'a key', 'Bearer a key', { type: 'magiclink', email }]]);
    status = 401;
    await expect(code(email, key)).rejects.toThrow('Hosted Auth made no code (401)');
    auth.close();
    await once(auth, 'close');
    await expect(code(email, key)).rejects.toThrow('SUPABASE_URL cannot be reached');
  });

  test('a session at hosted Auth can have its browser notified until it ends', async () => {
    const { token, sessionId } = await signedIn(await addOwner());
    const push = { endpoint: 'https://push.exemple.fr/hosted', p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) };
    expect(await call('owner_add_push', token, push)).toMatchObject({ body: { devices: 1, isOn: true } });
    const subscribed = () => backend().owner.query("select from private.push_subscriptions where endpoint ~ 'hosted$'");
    await backend().owner.query('select private.claim_pushes()');
    expect(await subscribed()).toHaveLength(1);
    await backend().owner.query('delete from auth.sessions where id = $1', [sessionId]);
    await backend().owner.query('select private.claim_pushes()');
    expect(await subscribed()).toEqual([]);
  });

  test('an owner can list their sessions at hosted Auth and end one', async () => {
    const here = await signedIn(await addOwner());
    const user = '(select user_id from auth.sessions where id = $1)';
    const other = randomUUID();
    await backend().owner.query(
      `insert into auth.sessions values ($2, ${user}, now() - interval '2 days', '2026-11-22 08:05:00', null, null)`,
      [here.sessionId, other],
    );
    expect(await call('owner_sessions', here.token)).toMatchObject({
      status: 200,
      body: [
        { id: here.sessionId, isThis: true, userAgent: 'a phone' },
        { id: other, isThis: false, userAgent: null, usedAt: '2026-11-22T08:05:00Z' },
      ],
    });
    const stranger = await signedIn(await addOwner());
    expect(await call('owner_end_session', stranger.token, { id: other })).toMatchObject({ status: 404 });
    expect(await call('owner_end_session', here.token, { id: other })).toMatchObject({
      body: [{ id: here.sessionId }],
    });
    expect(await call('owner_end_session', here.token, { id: here.sessionId })).toMatchObject({ body: [] });
    expect(await call('owner_me', here.token)).toMatchObject({ status: 401 });
  });
}

const anon: Caller = { role: 'anon' };

interface HostedRoles {
  readonly postgres: Database;
  readonly authenticator: Database;
}

export function describeHostedRoles(roles: () => HostedRoles): void {
  const call = <Row>(caller: Caller, ...statement: [string, ...unknown[]]) =>
    asCaller<Row>(roles().authenticator, caller, statement);
  const postgres = () => roles().postgres;

  test('lets visitors send the forms and reports, and read the closed days, although new tables are open by default', async () => {
    await postgres().script('create table public.forgotten (a integer)');
    const privileges = await privilegesOf(postgres(), 'anon');
    await postgres().script('drop table public.forgotten');
    expect(privileges.filter((line) => / forgotten\b/.test(line))).toHaveLength(7);
    expect(privileges.filter((line) => !/ forgotten\b/.test(line))).toEqual(OF_VISITORS);
    const open =
      'select relname from pg_class where relnamespace = $1::regnamespace and relkind = $2 and not relrowsecurity';
    expect(await postgres().query(open, ['public', 'r'])).toEqual([]);
  });

  test('lets somebody who has signed in call the functions of the owner’s space, and nothing else', async () => {
    const names = (await privilegesOf(postgres(), 'authenticated')).map((line) => line.replace(/\(.*/, ''));
    const owners = await postgres().query<{ name: string }>(
      `select 'execute ' || proname as name from pg_proc
         where pronamespace = 'public'::regnamespace and starts_with(proname, 'owner_')`,
    );
    expect(owners.length).toBeGreaterThan(20);
    expect(names.sort()).toEqual(['execute closed_days', ...owners.map(({ name }) => name)].sort());
  });

  test('stops a call of a visitor after three seconds and an owner’s after eight', async () => {
    const limit = "select current_setting('statement_timeout') as limit";
    expect(await call(anon, limit)).toEqual([{ limit: '3s' }]);
    expect(await call({ role: 'authenticated' }, limit)).toEqual([{ limit: '8s' }]);
    await expect(call(anon, 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  });
}
