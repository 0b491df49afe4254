import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '../src/commands/backend';
import { makeKeys, readKeys, writeKeys } from '../src/data-folder/keys';
import { connect, type Database } from '../src/database/postgres';
import { findKeys } from '../src/database/shared-keys';
import { readOptions } from '../src/process/options';
import { applyDueRetention } from '../src/worker/retention';
import { startBackend, type TestBackend } from './support/backend';
import { until } from './support/cases';
import { mailEnv } from './support/drain-sites';
import { type MailServer, startMailServer } from './support/mail-server';
import { authCall, bearer } from './support/owner';
import { runCommand } from './support/programs';
import { prepareSites } from './support/temporary-sites';
import { createTestDatabase } from './support/test-database';

const sites = prepareSites();
afterAll(() => sites.remove());

describe('two servers of one PostgreSQL', () => {
  let mails: MailServer;
  let [a, b]: [TestBackend, TestBackend] = [] as never;
  const email = 'camille.martin@exemple.fr';

  beforeAll(async () => {
    mails = await startMailServer();
    a = await startBackend(mailEnv(mails));
    const { DATABASE_URL = '' } = a.env;
    b = await startBackend({ ...mailEnv(mails), DATABASE_URL, SITE_ORIGIN: 'https://autre.exemple.fr' });
  });
  afterAll(async () => {
    await b?.stop();
    await a?.stop();
    await mails?.close();
  });

  test('the start with another address is reported in one sentence', () => {
    expect([a, b].map(({ main }) => main.stderr())).toEqual([
      '',
      `This database was last used by the site ${a.env.SITE_ORIGIN}, and this is https://autre.exemple.fr: two sites in one database would mix their requests and mails, so give each a DATABASE_URL of its own. If the site has moved, this line comes once.\n`,
    ]);
  });

  test('a code requested from one is sent once, signs in on the other, and the session counts on both', async () => {
    expect((await runCommand('owner', b.env, 'add', email)).code).toBe(0);
    expect(await authCall(a, 'otp', { body: { email, create_user: false } })).toMatchObject({ status: 200 });
    // The address also gets the mail that welcomes its owner.
    const codes = () =>
      mails.received
        .filter(({ recipients }) => recipients.includes(email))
        .flatMap(({ text }) => /\b\d{4} \d{4}\b/.exec(text ?? '') ?? []);
    const token = (await until(() => codes()[0])).replace(' ', '');
    const signedIn = await authCall(b, 'verify', { body: { email, token, type: 'email' } });
    expect(signedIn.status).toBe(200);
    const refreshed = await authCall(a, 'token?grant_type=refresh_token', {
      body: { refresh_token: signedIn.body.refresh_token },
    });
    expect(refreshed.status).toBe(200);
    const headers = bearer(refreshed.body.access_token);
    expect(await authCall(b, 'user', { method: 'GET', headers })).toMatchObject({ status: 200, body: { email } });
    expect((await authCall(b, 'logout?scope=global', { headers })).status).toBe(204);
    expect((await authCall(a, 'user', { method: 'GET', headers })).status).toBe(403);
    expect(codes()).toHaveLength(1);
  });

  test('commands work on a machine that has only DATABASE_URL, and a restore brings the keys back', async () => {
    const elsewhere = { DATA_DIR: sites.path(), DATABASE_URL: a.env.DATABASE_URL ?? '' };
    const { stdout } = await runCommand('owner', elsewhere, 'code', email);
    const body = { email, token: stdout.slice(0, 8), type: 'email' };
    expect(await authCall(b, 'verify', { body })).toMatchObject({ status: 200 });

    const backup = sites.path();
    expect(await runCommand('backup', elsewhere, backup)).toMatchObject({ code: 0, stderr: '' });
    const keys = { jwtSecret: a.jwtSecret, anonKey: a.anonKey };
    expect(JSON.parse(readFileSync(join(backup, 'keys.json'), 'utf8'))).toEqual(keys);
    expect(existsSync(elsewhere.DATA_DIR)).toBe(false);

    const restored = await sites.empty('external');
    expect(await runCommand('restore', restored, backup)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(restored.DATA_DIR, 'keys.json'))).toBe(false);
    const database = await connect({ connectionString: restored.DATABASE_URL });
    expect(await findKeys(database)).toEqual(keys);
    await database.close();
  });
});

describe('of several servers', () => {
  const servers: { owner: Database; dataDir: string }[] = [];
  let url: string;
  let remove: () => Promise<void>;
  const query = <Row>(text: string) => servers[0]?.owner.query<Row>(text);

  beforeAll(async () => {
    ({ url, remove } = await createTestDatabase());
    for (const dataDir of [1, 2, 3].map(() => sites.path())) {
      mkdirSync(join(dataDir, 'mails'), { recursive: true });
      servers.push({ owner: await connect({ connectionString: url }), dataDir });
    }
  });
  afterAll(async () => {
    await Promise.all(servers.map(({ owner }) => owner.close()));
    await remove();
  });

  test('one mail of concerns is queued when all workers look at once', async () => {
    await query(
      `insert into private.outbox (kind, ref, not_before, last_error)
         select 'contact', gen_random_uuid(), now() + interval '1 day', 'away' from generate_series(1, 3)`,
    );
    await Promise.all(servers.map(({ owner }) => owner.query('select private.queue_concerns()')));
    expect(await query("select from private.outbox where kind = 'concerns'")).toHaveLength(1);
  });

  test('one applies retention per hour, and each removes its own old mail files', async () => {
    const [old, recent] = [6, 2].map((years) => `${new Date().getFullYear() - years}0101T000000Z-contact-1-1.eml`);
    // The first run of all, which finds nothing.
    await query('select private.apply_due_retention()');
    await query('update private.retention_state set looked_at = null');
    await query(
      `insert into public.contacts (prenom, nom, email, telephone, created_at)
         values ('An', 'Cien', 'ancien@exemple.fr', '0612345678', now() - interval '4 years')`,
    );
    await query(
      `insert into private.sign_in_attempts (kind, address_hash, created_at)
         values ('ask', 'old', now() - interval '25 hours'), ('try', 'recent', now() - interval '23 hours')`,
    );
    for (const { dataDir } of servers) {
      for (const name of [old, recent]) writeFileSync(join(dataDir, 'mails', `${name}`), '');
    }
    const logged: string[] = [];
    const log = (line: string) => logged.push(line);
    const apply = () =>
      Promise.all(servers.map(({ owner, dataDir }) => applyDueRetention(owner, join(dataDir, 'mails'), log)));
    await apply();
    expect(logged.splice(0).sort()).toEqual(
      ['0 requests', '0 requests', '1 request'].map(
        (requests) => `Retention removed ${requests}, 0 mails in the outbox, 0 incidents and 1 mail file.`,
      ),
    );
    for (const { dataDir } of servers) {
      expect([old, recent].map((name) => existsSync(join(dataDir, 'mails', `${name}`)))).toEqual([false, true]);
    }
    expect(await query('select address_hash from private.sign_in_attempts')).toEqual([{ address_hash: 'recent' }]);

    expect(await apply()).toEqual([null, null, null]);
    // This is as if a server had looked a moment later.
    await query("update private.retention_state set looked_at = now() + interval '1 second'");
    expect(await apply()).toEqual([null, null, null]);
    for (const then of ["now() - interval '61 minutes'", "now() + interval '1 day'"]) {
      await query(`update private.retention_state set looked_at = ${then}`);
      expect((await apply()).filter((run) => run !== null)).toHaveLength(1);
    }
    expect(logged).toEqual([]);
  });
});

describe('the keys of servers that share a database', () => {
  const newDatabase = async () => (await sites.empty('external')).DATABASE_URL;
  /** What a server does with the database and the keys before it serves. */
  const prepare = (env: Record<string, string>) => {
    const options = readOptions({ DATA_DIR: sites.path(), ...env });
    return prepareDatabase({ connectionString: env.DATABASE_URL ?? '' }, options);
  };

  test('are the same for servers that start at once on an empty database, and in none of their folders', async () => {
    const url = await newDatabase();
    const folders = [1, 2, 3].map(() => sites.path());
    const prepared = await Promise.all(folders.map((folder) => prepare({ DATABASE_URL: url, DATA_DIR: folder })));
    expect(new Set(prepared.map(({ keys }) => keys.anonKey)).size).toBe(1);
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });

  test('are not stored when the environment has them, and a server without them or with others is refused', async () => {
    const url = await newDatabase();
    const [mine, other] = [await makeKeys(), await makeKeys()];
    const own = sites.path();
    mkdirSync(own);
    writeKeys(own, other);
    const { keys } = await prepare({ DATABASE_URL: url, SITE_JWT_SECRET: mine.jwtSecret, DATA_DIR: own });
    expect(keys.anonKey).toBe(mine.anonKey);
    const database = await connect({ connectionString: url });
    const stored = await database.query('select jwt_secret, anon_key from private.install_keys');
    expect(stored).toEqual([{ jwt_secret: null, anon_key: null }]);
    await database.close();

    await expect(prepare({ DATABASE_URL: url })).rejects.toThrow(
      'The other servers of this database have their secret in SITE_JWT_SECRET: set the same one here.',
    );
    await expect(prepare({ DATABASE_URL: url, SITE_JWT_SECRET: other.jwtSecret })).rejects.toThrow(
      /^SITE_JWT_SECRET differs from the secret of the other servers of this database: (?!.*[\w-]{40})/,
    );
    const backup = sites.path();
    const env = { DATA_DIR: sites.path(), DATABASE_URL: url, SITE_JWT_SECRET: mine.jwtSecret };
    expect(await runCommand('backup', env, backup)).toMatchObject({ code: 0 });
    expect(existsSync(join(backup, 'keys.json'))).toBe(false);
  });

  test('are those in the folder of the first server, so that open pages stay valid', async () => {
    const url = await newDatabase();
    const [first, second] = [sites.path(), sites.path()];
    for (const folder of [first, second]) {
      mkdirSync(folder);
      writeKeys(folder, await makeKeys());
    }
    const { keys } = await prepare({ DATABASE_URL: url, DATA_DIR: first });
    expect(keys).toEqual(await readKeys(first));
    expect((await prepare({ DATABASE_URL: url, DATA_DIR: second })).keys).toEqual(keys);
  });
});
