import { INITIAL_VERSION, migrate, readMigrations } from '../src/database/migrate';
import type { Database } from '../src/database/postgres';
import { describeHostedRoles } from './suites/hosted';
import { describeWhere, until } from './support/cases';
import { catalogueOf, HISTORY } from './support/catalogue';
import {
  type HostedPostgres,
  installSupabaseCli,
  missingForHosted,
  type SupabaseCli,
  startHostedPostgres,
} from './support/hosted-postgres';

const missing = missingForHosted();

describeWhere(missing === null, `${missing}`)('a database that the Supabase CLI migrated', () => {
  let hosted: HostedPostgres;
  let postgres: Database;
  let authenticator: Database;
  let supabase: SupabaseCli;
  let pushed: string;
  const push = () => supabase('db', 'push', '--yes', '--include-all', `--remote=${hosted.address}`);

  beforeAll(async () => {
    supabase = installSupabaseCli();
    hosted = await startHostedPostgres();
    pushed = await push();
    postgres = await hosted.connectAs('postgres');
    authenticator = await hosted.connectAs('authenticator');
  });
  afterAll(async () => {
    await postgres?.close();
    await authenticator?.close();
    await hosted?.remove();
  });

  test('has every migration once, which a second push and the backend’s own migration know', async () => {
    const versions = readMigrations().map(({ version }) => version);
    expect(await postgres.query('select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
    for (const version of versions) expect(pushed).toContain(version);
    expect(await push()).toContain('up to date');
    expect(await migrate(postgres)).toEqual([]);
    const stored = await postgres.query('select version from supabase_migrations.schema_migrations order by version');
    expect(stored).toEqual(versions.map((version) => ({ version })));
  });

  // docs/hosting/supabase.md has the commands.
  test('of the version before these files is brought along by two commands', async () => {
    const before = await startHostedPostgres();
    const owner = await before.connectAs('postgres');
    const remote = `--remote=${before.address}`;
    const repair = (status: string, versions: readonly string[]) =>
      supabase('migration', 'repair', '--yes', '--status', status, remote, ...versions);
    try {
      await owner.script(HISTORY);
      const stored = await owner.query<{ version: string }>(
        'select version from supabase_migrations.schema_migrations',
      );
      const old = stored.map(({ version }) => version).sort();
      await expect(supabase('db', 'push', '--yes', '--include-all', remote)).rejects.toMatchObject({
        stderr: expect.stringContaining(`migration repair --status reverted ${old.join(' ')}`),
      });
      await repair('reverted', old);
      const versions = readMigrations().map(({ version }) => version);
      await repair(
        'applied',
        versions.filter((version) => version <= INITIAL_VERSION),
      );
      const printed = await supabase('db', 'push', '--yes', '--include-all', remote);
      const applied = [...printed.matchAll(/Applying migration (\d+)_/g)].map(([, version]) => version);
      expect(applied).toEqual(versions.filter((version) => version > INITIAL_VERSION));
      expect(await migrate(owner)).toEqual([]);
      expect(await catalogueOf(owner)).toEqual(await catalogueOf(postgres));
    } finally {
      await owner.close();
      await before.remove();
    }
  });

  test('has the extensions where hosted Supabase keeps them, and two jobs', async () => {
    const extensions = await postgres.query(
      "select extname, extnamespace::regnamespace::text as schema from pg_extension where extname <> 'plpgsql' order by 1",
    );
    expect(extensions).toEqual([
      { extname: 'pg_cron', schema: 'pg_catalog' },
      { extname: 'pg_net', schema: 'extensions' },
      { extname: 'pg_trgm', schema: 'extensions' },
      { extname: 'supabase_vault', schema: 'vault' },
    ]);
    expect(await postgres.query('select jobname, username, active from cron.job order by jobname')).toEqual([
      { jobname: 'notify-owner', username: 'postgres', active: true },
      { jobname: 'retention', username: 'postgres', active: true },
    ]);
  });

  describeHostedRoles(() => ({ postgres, authenticator }));

  test('wakes the function by pg_cron itself when a mail is due, and removes old rows by the job of the hour', async () => {
    await postgres.script(
      `select vault.create_secret('https://ref.supabase.co/functions/v1/notify-owner', 'notify_owner_url');
       select vault.create_secret('s3cret', 'notify_owner_secret');
       set local role anon;
       insert into public.contacts (prenom, nom, email, telephone) values ('Ada', 'Byron', 'a@exemple.fr', '0612345678')`,
    );
    const [called] = await until(async () => {
      const calls = await postgres.query<{ url: string; headers: object }>('select url, headers from net.called');
      return calls.length > 0 && calls;
    }, 120_000);
    expect(called).toEqual({
      url: 'https://ref.supabase.co/functions/v1/notify-owner',
      headers: { 'content-type': 'application/json', 'x-notify-secret': 's3cret' },
    });
    const [job] = await postgres.query<{ command: string }>("select command from cron.job where jobname = 'retention'");
    await postgres.script(job?.command ?? '');
  });
});
