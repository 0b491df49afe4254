import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backUpIfDue } from '../src/backup/automatic/back-up-if-due';
import { makeKeys, writeKeys } from '../src/data-folder/keys';
import { applyDueRetention } from '../src/worker/retention';
import { newDataFolder, startBackend, type TestBackend } from './support/backend';
import { mailEnv } from './support/drain-sites';
import { type MailServer, startMailServer } from './support/mail-server';
import { bearer } from './support/owner-session';
import { preparePlaces } from './support/places';
import { contact } from './support/rows';
import { runMain } from './support/run-main';
import { runTool } from './support/run-tool';
import { authCall } from './support/sign-in';
import { until } from './support/until';
import { attemptHeader, visitor } from './support/visitor';

// For busy machines.
jest.setTimeout(120_000);

let mails: MailServer;
const running: TestBackend[] = [];
const places = preparePlaces();

const newDatabase = async () => (await places.empty('external')).DATABASE_URL;
const start = async (databaseUrl: string, env: Record<string, string> = {}) => {
  const server = await startBackend({ ...mailEnv(mails), DATABASE_URL: databaseUrl, ...env });
  running.push(server);
  return server;
};
const refusalOf = async (env: Record<string, string>) => {
  const main = runMain({ DATA_DIR: places.path(), ...env });
  const { code } = await main.exit;
  return { code, stderr: main.stderr() };
};
const keysIn = ({ owner }: TestBackend) =>
  owner.query<{ jwt_secret: string | null; anon_key: string | null }>('select * from private.install_keys');

beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await mails?.close();
  await places.remove();
});

describe('three servers of one PostgreSQL', () => {
  let [a, b, c]: [TestBackend, TestBackend, TestBackend] = [] as never;
  let databaseUrl: string;

  beforeAll(async () => {
    databaseUrl = await newDatabase();
    [a, b, c] = await Promise.all([start(databaseUrl), start(databaseUrl), start(databaseUrl)]);
  });

  test('servers that start at once on an empty database have the same keys, and none in their folders', async () => {
    expect(new Set([a, b, c].map(({ anonKey }) => anonKey)).size).toBe(1);
    expect(await keysIn(a)).toEqual([expect.objectContaining({ jwt_secret: a.jwtSecret, anon_key: a.anonKey })]);
    for (const { dataDir } of [a, b, c]) expect(existsSync(join(dataDir, 'keys.json'))).toBe(false);
  });

  test('a page of one server can post to another, and a third recognises the repeated attempt', async () => {
    const page = { anonKey: a.anonKey };
    const attempt = attemptHeader();
    expect(await visitor({ ...page, url: b.url }).post('contacts', contact, attempt)).toMatchObject({ status: 201 });
    expect(await visitor({ ...page, url: c.url }).post('contacts', contact, attempt)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_STORED' },
    });
  });

  test('a code requested from one server is sent once, signs in on another, and the session is refreshed on a third', async () => {
    const before = mails.received.length;
    const email = 'camille.martin@exemple.fr';
    expect((await runTool('owner', b.env, 'add', email)).code).toBe(0);
    expect(await authCall(a, 'otp', { body: { email, create_user: false } })).toMatchObject({ status: 200 });
    // The address also gets the mail that welcomes its owner.
    const codes = () =>
      mails.received
        .slice(before)
        .filter(({ recipients }) => recipients.includes(email))
        .flatMap(({ text }) => /\b\d{4} \d{4}\b/.exec(text ?? '') ?? []);
    const token = (await until(() => codes()[0])).replace(' ', '');
    const signedIn = await authCall(b, 'verify', { body: { email, token, type: 'email' } });
    expect(signedIn.status).toBe(200);
    const refreshed = await authCall(c, 'token?grant_type=refresh_token', {
      body: { refresh_token: signedIn.body.refresh_token },
    });
    expect(refreshed.status).toBe(200);
    const headers = bearer(refreshed.body.access_token);
    expect(await authCall(a, 'user', { method: 'GET', headers })).toMatchObject({ status: 200, body: { email } });
    expect((await authCall(b, 'logout?scope=global', { headers })).status).toBe(204);
    expect((await authCall(c, 'user', { method: 'GET', headers })).status).toBe(403);
    expect(codes()).toHaveLength(1);
  });

  test('one mail of concerns is queued when all workers look at once', async () => {
    await a.owner.query("delete from private.outbox where kind = 'concerns'");
    await a.owner.query(
      `insert into private.outbox (kind, ref, not_before, last_error)
         select 'contact', gen_random_uuid(), now() + interval '1 day', 'away' from generate_series(1, 3)`,
    );
    await Promise.all([a, b, c].map(({ owner }) => owner.query('select private.queue_concerns()')));
    expect(await a.owner.query("select from private.outbox where kind = 'concerns'")).toHaveLength(1);
    await a.owner.query('delete from private.outbox where sent_at is null');
  });

  test('one of several workers applies retention per hour, and each removes its own old mail files', async () => {
    const servers = [a, b, c];
    const [old, recent] = [6, 2].map((years) => `${new Date().getFullYear() - years}0101T000000Z-contact-1-1.eml`);
    await a.owner.query('update private.retention_state set looked_at = null, last_run_at = now(), held_at = null');
    await a.owner.query(
      `insert into public.contacts (prenom, nom, email, telephone, created_at)
         values ('An', 'Cien', 'ancien@exemple.fr', '0612345678', now() - interval '4 years')`,
    );
    await a.owner.query(
      `insert into private.sign_in_attempts (kind, address_hash, created_at)
         values ('ask', 'old', now() - interval '25 hours'), ('try', 'recent', now() - interval '23 hours')`,
    );
    for (const { dataDir } of servers) {
      mkdirSync(join(dataDir, 'mails'), { recursive: true });
      for (const name of [old, recent]) writeFileSync(join(dataDir, 'mails', `${name}`), '');
    }
    const apply = () =>
      Promise.all(servers.map(({ owner, dataDir }) => applyDueRetention(owner, join(dataDir, 'mails'))));
    const runs = await apply();
    expect(runs.map((run) => run?.removed.files)).toEqual([1, 1, 1]);
    expect(runs.map((run) => run?.removed.requests).sort()).toEqual([0, 0, 1]);
    for (const { dataDir } of servers) {
      expect([old, recent].map((name) => existsSync(join(dataDir, 'mails', `${name}`)))).toEqual([false, true]);
    }
    const kept = "select address_hash from private.sign_in_attempts where address_hash in ('old', 'recent')";
    expect(await a.owner.query(kept)).toEqual([{ address_hash: 'recent' }]);

    expect(await apply()).toEqual([null, null, null]);
    // As if a server had looked a moment later.
    await a.owner.query("update private.retention_state set looked_at = now() + interval '1 second'");
    expect(await apply()).toEqual([null, null, null]);
    for (const then of ["now() - interval '61 minutes'", "now() + interval '1 day'"]) {
      await a.owner.query(`update private.retention_state set looked_at = ${then}`);
      expect((await apply()).filter((run) => run !== null)).toHaveLength(1);
    }
  });

  test('one of several servers makes the due backup, in its own folder', async () => {
    await a.owner.query(
      "update private.upkeep set since = now() - interval '2 days', last_at = null, claimed_until = null",
    );
    const look = ({ dataDir, env }: TestBackend) =>
      backUpIfDue({
        place: { dataDir, databaseUrl: env.DATABASE_URL, jwtSecret: undefined },
        backupDir: join(dataDir, 'backups'),
        withStore: true,
        install: 'site',
        connection: { connectionString: databaseUrl },
      });
    const made = (await Promise.all([a, b, c].map(look))).filter((done) => done !== null);
    expect(made).toHaveLength(1);
    const folders = [a, b, c].map(({ dataDir }) => join(dataDir, 'backups')).filter(existsSync);
    expect(folders.map((folder) => readdirSync(folder).length)).toEqual([1]);
    expect(JSON.parse(readFileSync(join(made[0]?.folder ?? '', 'keys.json'), 'utf8')).anonKey).toBe(a.anonKey);
    expect(await look(b)).toBeNull();
  });

  test('inbox, owner code and backup work on a machine that has only DATABASE_URL, and a restore brings the keys back', async () => {
    const elsewhere = { DATA_DIR: places.path(), DATABASE_URL: databaseUrl };
    expect(JSON.parse((await runTool('inbox', elsewhere, '--json')).stdout)).toHaveLength(
      (await a.owner.query('select from public.contacts')).length,
    );
    const email = 'camille.martin@exemple.fr';
    const { stdout } = await runTool('owner', elsewhere, 'code', email);
    expect(await authCall(c, 'verify', { body: { email, token: stdout.slice(0, 8), type: 'email' } })).toMatchObject({
      status: 200,
    });

    const backup = places.path();
    expect(await runTool('backup', elsewhere, backup)).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(readFileSync(join(backup, 'keys.json'), 'utf8'))).toEqual({
      jwtSecret: a.jwtSecret,
      anonKey: a.anonKey,
    });
    expect(existsSync(elsewhere.DATA_DIR)).toBe(false);

    const restored = { DATA_DIR: places.path(), DATABASE_URL: await newDatabase() };
    expect(await runTool('restore', restored, backup)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(restored.DATA_DIR, 'keys.json'))).toBe(false);
    // Not on the machine where the restore ran.
    const server = await start(restored.DATABASE_URL);
    expect(server.anonKey).toBe(a.anonKey);
  });
});

describe('servers that must not share a database or keys', () => {
  test('another site on the same database is reported in one sentence', async () => {
    const databaseUrl = await newDatabase();
    const first = await start(databaseUrl, { SITE_ORIGIN: 'https://un.exemple.fr' });
    const second = await start(databaseUrl, { SITE_ORIGIN: 'https://deux.exemple.fr' });
    const third = await start(databaseUrl, { SITE_ORIGIN: 'https://deux.exemple.fr' });
    expect(first.main.stderr()).toBe('');
    expect(second.main.stderr()).toBe(
      'This database was last used by the site https://un.exemple.fr, and this is https://deux.exemple.fr: two sites in one database would mix their requests and mails, so give each a DATABASE_URL of its own. If the site has moved, this line comes once.\n',
    );
    expect(third.main.stderr()).toBe('');
  });

  test('a secret of the environment is not stored, and a server without it or with another one is refused', async () => {
    const databaseUrl = await newDatabase();
    const [mine, other] = [await makeKeys(), await makeKeys()];
    const own = newDataFolder();
    writeKeys(own, other);
    const server = await start(databaseUrl, { SITE_JWT_SECRET: mine.jwtSecret, DATA_DIR: own });
    expect(server.anonKey).toBe(mine.anonKey);
    expect(await keysIn(server)).toEqual([expect.objectContaining({ jwt_secret: null, anon_key: null })]);
    expect(JSON.stringify(await keysIn(server))).not.toContain(mine.jwtSecret);

    expect(await refusalOf({ DATABASE_URL: databaseUrl, SITE_JWT_SECRET: '' })).toEqual({
      code: 1,
      stderr: 'The other servers of this database have their secret in SITE_JWT_SECRET: set the same one here.\n',
    });
    const refused = await refusalOf({ DATABASE_URL: databaseUrl, SITE_JWT_SECRET: other.jwtSecret });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^SITE_JWT_SECRET differs from the secret of the other servers of this database: .*\n$/,
    );
    expect(refused.stderr).not.toContain(other.jwtSecret);
    const backup = places.path();
    const env = { DATA_DIR: places.path(), DATABASE_URL: databaseUrl, SITE_JWT_SECRET: mine.jwtSecret };
    expect(await runTool('backup', env, backup)).toMatchObject({ code: 0 });
    expect(existsSync(join(backup, 'keys.json'))).toBe(false);
  });

  test('the first server stores the keys of its folder so that open pages stay valid, and later servers use them', async () => {
    const databaseUrl = await newDatabase();
    const [first, second] = [newDataFolder(), newDataFolder()];
    const before = await makeKeys();
    writeKeys(first, before);
    writeKeys(second, await makeKeys());
    expect((await start(databaseUrl, { DATA_DIR: first })).anonKey).toBe(before.anonKey);
    expect((await start(databaseUrl, { DATA_DIR: second })).anonKey).toBe(before.anonKey);
  });
});
