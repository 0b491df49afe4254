import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { connect, connectByUrl } from '../src/database/postgres';
import { until } from './support/cases';
import { type Certificate, makeCertificate } from './support/mail-server';
import { FAST, installPostgres, type PostgresCluster, startCluster } from './support/postgres-cluster';
import { runMain, runTool } from './support/programs';
import { contact } from './support/rows';
import { prepareSites } from './support/temporary-sites';
import { visitor } from './support/visitor';

describe('a new major version', () => {
  const sites = prepareSites();
  const older = installPostgres('^17.10.0-beta.1');
  afterAll(async () => {
    older.remove();
    await sites.remove();
  });

  test('a site of PostgreSQL 17 moves to 18 with its last daily backup, as the refusal says', async () => {
    // The template of the run is left out, as it is of another version.
    const siteEnv = { ...(await sites.empty('local')), DATABASE_TEMPLATE: '' };
    const backupDir = join(siteEnv.DATA_DIR, 'backups');
    const before = runMain({ ...siteEnv, POSTGRES_BIN: older.bin, BACKUP_DIR: backupDir });
    const site = await before.ready;
    expect(await visitor(site).post('contacts', contact)).toMatchObject({ status: 201 });
    before.child.kill('SIGTERM');
    await before.exit;
    const backup = sites.path();
    expect(await runTool('backup', { ...siteEnv, POSTGRES_BIN: older.bin }, backup)).toMatchObject({ code: 0 });

    const refused = runMain(siteEnv);
    expect(await refused.exit).toMatchObject({ code: 1 });
    expect(refused.stderr()).toMatch(/was made by PostgreSQL 17, and this is PostgreSQL 18: move .* restore /);
    renameSync(siteEnv.DATA_DIR, `${siteEnv.DATA_DIR}-17`);
    // Without OWNER_EMAIL the mail of the request waits.
    const stderr = expect.stringMatching(/^Unsent mails of the backup, .*: 1\. .*\n$/);
    expect(await runTool('restore', siteEnv, backup)).toMatchObject({ code: 0, stderr });

    const after = runMain(siteEnv);
    const again = await after.ready;
    expect(again.anonKey).toBe(site.anonKey);
    const { stdout } = await runTool('inbox', siteEnv, '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ kind: 'contact', name: 'Camille Durand' }]);
    after.child.kill('SIGTERM');
    await after.exit;
    await until(() => after.child.exitCode === 0);
  });
});

describe('a PostgreSQL with TLS', () => {
  const HOW = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
  const SESSIONS = `
  select ssl from pg_stat_ssl join pg_stat_activity using (pid)
    where datname = current_database() and pid <> pg_backend_pid()`;

  const files: Record<string, Certificate & { file: string }> = {};
  let postgres: PostgresCluster;
  let address: string;
  const withMode = (plain: string, mode: string) =>
    `${plain.replace('127.0.0.1', 'localhost')}?sslmode=${mode.replace(/=(own|other)$/, (_, name) => `=${files[name]?.file}`)}`;
  const isEncrypted = async (connectionString: string) => {
    const database = await connectByUrl({ connectionString });
    const [row] = await database.query<{ ssl: boolean }>(HOW);
    await database.close();
    return row?.ssl;
  };

  beforeAll(async () => {
    const own = makeCertificate();
    Object.assign(files, { own, other: makeCertificate() });
    postgres = await startCluster({ certificate: own, settings: FAST });
    address = await postgres.createDatabase('site');
  });
  afterAll(() => postgres?.remove());

  test.each([
    'verify-full',
    'verify-full&sslrootcert=system',
    'verify-full&sslrootcert=other',
    'require&sslrootcert=other',
  ])('the driver refuses the certificate of a stranger with sslmode=%s', async (mode) => {
    const refused = /^DATABASE_URL cannot be used \(localhost:\d+: .*self-signed certificate/;
    await expect(isEncrypted(withMode(address, mode))).rejects.toThrow(refused);
  });

  test('the driver refuses a certificate for another name with sslmode=verify-full', async () => {
    // The same address under a name that the certificate lacks.
    const renamed = withMode(address, 'verify-full&sslrootcert=own').replace('localhost', '127.1');
    await expect(isEncrypted(renamed)).rejects.toThrow(
      /^DATABASE_URL cannot be used \(127\.1:\d+: .*Hostname\/IP does not/,
    );
  });

  test.each([
    ['verify-full&sslrootcert=own', false],
    ['verify-full', true],
  ])('a whole backend speaks only TLS with sslmode=%s (trusted through Node: %s)', async (mode, isTrusted) => {
    const dataDir = temporaryFolder();
    const { file = '' } = files.own ?? {};
    const main = runMain({
      ...(isTrusted && { NODE_EXTRA_CA_CERTS: file }),
      DATA_DIR: dataDir,
      DATABASE_URL: withMode(address, mode),
      TRUST_PROXY: '1',
    });
    const backend = await main.ready;
    expect((await visitor(backend).post('contacts', contact)).status).toBe(201);
    const owner = await connect({ connectionString: withMode(address, 'require') });
    const sessions = await owner.query<{ ssl: boolean }>(SESSIONS);
    expect(sessions).not.toEqual([]);
    expect(sessions.every(({ ssl }) => ssl)).toBe(true);
    await owner.close();
    main.child.kill('SIGTERM');
    expect(await main.exit).toMatchObject({ code: 0 });
  });
});
