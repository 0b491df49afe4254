import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { contact } from '../support/rows';
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

/** The scheduled jobs of hosted Supabase. */
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

  test('a request in a digest wakes the function when the digest is due', async () => {
    await query('delete from net.called');
    await query('update private.settings set mails_per_hour = 0');
    await visitor(backend()).post('contacts', contact);
    await query('update private.settings set mails_per_hour = 100000');
    await wake();
    expect(await query('select from net.called')).toEqual([]);
    await query("update private.outbox set not_before = now() where kind = 'digest'");
    await wake();
    expect(await query('select from net.called')).toHaveLength(1);
  });
}
