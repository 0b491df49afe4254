import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { connect, reach } from '../src/database/postgres';
import { makeCertificate } from './support/certificate';
import type { Certificate } from './support/mail-server';
import { FAST, type PostgresCluster, startCluster } from './support/postgres-cluster';
import { contact } from './support/rows';
import { runMain } from './support/run-main';
import { visitor } from './support/visitor';

const HOW = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
const SESSIONS = `
  select ssl from pg_stat_ssl join pg_stat_activity using (pid)
    where datname = current_database() and pid <> pg_backend_pid()`;

describe('a PostgreSQL with TLS', () => {
  const files: Record<string, Certificate & { file: string }> = {};
  let postgres: PostgresCluster;
  let address: string;
  const withMode = (plain: string, mode: string) =>
    `${plain.replace('127.0.0.1', 'localhost')}?sslmode=${mode.replace(/=(own|other)$/, (_, name) => `=${files[name]?.file}`)}`;
  const isEncrypted = async (connectionString: string) => {
    const database = await reach({ connectionString });
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
    ['disable', false],
    ['prefer', true],
    ['require', true],
    ['verify-ca&sslrootcert=own', true],
    ['verify-full&sslrootcert=own', true],
  ])('the driver connects with sslmode=%s, and whether this is encrypted is %s', async (mode, expected) => {
    expect(await isEncrypted(withMode(address, mode))).toBe(expected);
  });

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
