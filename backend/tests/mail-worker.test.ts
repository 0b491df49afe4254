import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Connection, Database } from '../src/database/database';
import { connect } from '../src/database/postgres';
import { makeCertificate } from './support/certificate';
import { mailEnv, OWNER } from './support/drain-sites';
import { temporaryFolder } from './support/engines';
import { longTest } from './support/long-tier';
import { type Certificate, type MailServer, never, startMailServer } from './support/mail-server';
import { contact, incident } from './support/rows';
import { type MainProcess, runMain } from './support/run-main';
import { runTool } from './support/run-tool';
import { copyTemplate } from './support/template';
import { until } from './support/until';
import { visitor } from './support/visitor';
import { testWhere } from './support/where-possible';

// For busy machines.
jest.setTimeout(120_000);

const testWithDevFull = testWhere(existsSync('/dev/full'), 'this system has no /dev/full');

describe('the worker of a running backend', () => {
  const dataDir = temporaryFolder();
  const mails = join(dataDir, 'mails');
  const started: MainProcess[] = [];
  const owners: Database[] = [];
  const servers: MailServer[] = [];
  const startServer = async (certificate?: Certificate) => {
    const server = await startMailServer(certificate);
    servers.push(server);
    return server;
  };
  const start = async (env: Record<string, string>) => {
    await copyTemplate(dataDir);
    const main = runMain({ DATA_DIR: dataDir, DATABASE_URL: '', TRUST_PROXY: '1', ...env });
    started.push(main);
    const backend = await main.ready;
    const engine: { connection: Connection } = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8'));
    const owner = await connect(engine.connection);
    owners.push(owner);
    const end = async () => {
      await owners.pop()?.close();
      const since = Date.now();
      main.child.kill('SIGTERM');
      return { ...(await main.exit), ms: Date.now() - since };
    };
    return { main, backend, owner, end };
  };
  const isSent = async (owner: Database) =>
    (await owner.query('select from private.outbox where sent_at is not null')).length > 0;
  const sendAgain = (owner: Database) => owner.query('update private.outbox set sent_at = null, not_before = now()');
  const files = () => (existsSync(mails) ? readdirSync(mails) : []).filter((name) => name.endsWith('.eml'));

  beforeEach(() => rmSync(dataDir, { recursive: true, force: true }));
  afterEach(async () => {
    for (const owner of owners.splice(0)) await owner.close().catch(() => undefined);
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.splice(0).map((main) => main.exit));
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test('without a mail server each mail is one file, which a repeat of the same mail replaces', async () => {
    const { backend, owner, end } = await start({ OWNER_EMAIL: OWNER, SITE_NAME: 'Journée' });
    expect(backend.mails).toBe(`Mails to the owner: written to ${mails} (set SMTP_URL to send them).`);
    await visitor(backend).post('contacts', contact);
    const [name = ''] = await until(() => (files().length > 0 ? files() : null));
    const [row] = await owner.query<{ ref: string; uuid: string }>(
      'select ref, message_id as uuid from private.outbox',
    );
    expect(name).toMatch(new RegExp(`^\\d{8}T\\d{6}Z-contact-${row?.ref}-${row?.uuid}\\.eml$`));
    expect([statSync(mails).mode & 0o777, statSync(join(mails, name)).mode & 0o777]).toEqual([0o700, 0o600]);
    const mail = await PostalMime.parse(readFileSync(join(mails, name)));
    expect(mail).toMatchObject({
      from: { address: OWNER },
      to: [{ address: OWNER }],
      messageId: `<${row?.uuid}@exemple.fr>`,
    });

    await until(() => isSent(owner));
    const before = statSync(join(mails, name)).ino;
    await sendAgain(owner);
    await until(() => isSent(owner));
    expect(statSync(join(mails, name)).ino).not.toBe(before);
    expect(readdirSync(mails)).toEqual([name]);
    expect(await end()).toMatchObject({ code: 0 });
  });

  testWithDevFull('a full disk leaves no partial mail file, and the mail is written later', async () => {
    const { backend, owner, main } = await start({ OWNER_EMAIL: OWNER });
    await visitor(backend).post('contacts', contact);
    await until(() => isSent(owner));
    const [name = ''] = files();
    symlinkSync('/dev/full', join(mails, `${name}.new`));
    const whole = readFileSync(join(mails, name), 'utf8');
    await sendAgain(owner);
    const [row] = await until(async () => {
      const rows = await owner.query<{ error: string }>(
        'select last_error as error from private.outbox where last_error is not null',
      );
      return rows.length > 0 && rows;
    });
    expect(row?.error).toMatch(/^ENOSPC: no space left on device/);
    expect(readdirSync(mails)).toEqual([name]);
    expect(readFileSync(join(mails, name), 'utf8')).toBe(whole);
    await until(() => main.stderr() !== '');
    expect(main.stderr()).toMatch(
      /^Mails were not sent, and will be tried again unless their recipient is refused \(ENOSPC: .*\)\.\n$/,
    );

    await sendAgain(owner);
    await until(() => main.stderr().endsWith('\nMails are sent again.\n'));
  });

  test('mails wait in the outbox when the owner has no address, and the start reports it', async () => {
    const { backend, owner, end } = await start({ OWNER_EMAIL: '', VISITOR_MAILS: 'true' });
    expect(backend.mails).toContain('kept in the outbox');
    // VISITOR_MAILS switches mails to visitors on; the next start, without it, leaves the setting as it is.
    await until(async () => (await owner.query('select from private.settings where visitor_mails')).length === 1);
    await visitor(backend).post('contacts', contact);
    const rows = 'select kind, attempts from private.outbox order by kind';
    expect(await owner.query(rows)).toEqual([
      { kind: 'contact', attempts: 0 },
      { kind: 'receipt', attempts: 0 },
    ]);
    await end();

    const told = await start({ OWNER_EMAIL: OWNER });
    await until(() => files().length === 2);
    expect(await told.owner.query('select visitor_mails from private.settings')).toEqual([{ visitor_mails: true }]);
    await told.end();
  });

  const thisYear = new Date().getFullYear();
  const [old, recent] = [thisYear - 4, thisYear - 2].map((year) => `${year}0101T000000Z-contact-1-1.eml`);
  const writeFiles = () => {
    mkdirSync(mails, { recursive: true, mode: 0o700 });
    for (const name of [old, recent]) writeFileSync(join(mails, `${name}`), '', { mode: 0o600 });
  };
  const addContacts = (owner: Database, count: number, age: string) =>
    owner.query(
      `insert into public.contacts (prenom, nom, email, telephone, created_at)
         select 'An', 'Cien', $1 || n || '@exemple.fr', '0612345678', now() - $2::interval
         from generate_series(1, $3::integer) as n`,
      [age.replaceAll(' ', '.'), age, count],
    );
  /** Waits for the hourly run, then makes the next start find retention due. */
  const retentionDone = async (owner: Database) => {
    const done = 'select from private.retention_state where last_run_at is not null';
    await until(async () => (await owner.query(done)).length > 0);
    await owner.query("update private.retention_state set looked_at = looked_at - interval '1 hour'");
  };
  const contactsIn = async (owner: Database) => (await owner.query('select from public.contacts')).length;

  longTest('a start looks for concerns and applies retention, and logs what was removed in one line', async () => {
    const first = await start({ OWNER_EMAIL: '' });
    await retentionDone(first.owner);
    await first.owner.query(
      `insert into private.outbox (kind, ref, not_before, last_error)
         select 'contact', gen_random_uuid(), now() + interval '1 day', 'away' from generate_series(1, 3)`,
    );
    await addContacts(first.owner, 1, '4 years');
    await addContacts(first.owner, 9, '1 day');
    await first.end();
    expect(first.main.stderr()).toBe('');
    writeFiles();
    const { owner, main } = await start({ OWNER_EMAIL: OWNER });
    await until(() => files().some((name) => name.includes('-concerns-')));
    await until(async () => (await contactsIn(owner)) === 9);
    await until(() => main.stderr() !== '');
    expect(main.stderr()).toBe('Retention removed 1 request, 0 mails in the outbox, 0 incidents and 1 mail file.\n');
    expect(files()).not.toContain(old);
    expect(files()).toContain(recent);
  });

  longTest(
    'retention that would remove too much is held: the owner gets a mail, the log a line, and no file is removed',
    async () => {
      const first = await start({ OWNER_EMAIL: '' });
      await retentionDone(first.owner);
      await addContacts(first.owner, 11, '4 years');
      await addContacts(first.owner, 9, '1 day');
      await first.end();
      writeFiles();
      const { owner, main, end } = await start({ OWNER_EMAIL: OWNER });
      const file = await until(() => files().find((name) => name.includes('-concerns-')));
      const mail = await PostalMime.parse(readFileSync(join(mails, file)));
      expect(mail.subject).toBe('Alerte\u00a0: suppression suspendue, 11 demandes sur 20 (et 1 autre point)');
      expect(main.stderr()).toMatch(
        /^Retention waits for the owner: it would remove 11 of 20 requests \(more than ten, and more than a tenth of all\)\. /,
      );
      expect(await contactsIn(owner)).toBe(20);
      expect(files()).toEqual(expect.arrayContaining([old, recent]));
      await end();
    },
  );

  test('a flood reaches the mail server as single mails and one digest, and single mails come again afterwards', async () => {
    const server = await startServer();
    const { backend, owner } = await start(mailEnv(server));
    await owner.query("update private.settings set mails_per_hour = 2, digest_delay = '0', digest_every = '1 hour'");
    const post = (nom: string) => visitor(backend).post('contacts', { ...contact, nom });
    const subjects = () => server.received.map(({ subject = '' }) => subject);
    for (const nom of ['Premier', 'Second', 'Troisième']) expect((await post(nom)).status).toBe(201);
    await until(() => server.received.length >= 3);
    expect(subjects().slice(0, 2).sort()).toEqual([
      'Message\u00a0: Camille Premier (AGEFICE)',
      'Message\u00a0: Camille Second (AGEFICE)',
    ]);
    expect(subjects()[2]).toMatch(/^1 demande, reçue le /);
    expect(server.received[2]?.text).toContain('\n- Message\u00a0: Camille Troisième\n');
    await until(async () => (await owner.query('select from private.outbox where sent_at is null')).length === 0);

    await owner.query("update private.outbox set created_at = created_at - interval '61 minutes'");
    await post('Quatrième');
    await until(() => server.received.length === 4);
    expect(subjects()[3]).toBe('Message\u00a0: Camille Quatrième (AGEFICE)');
  });

  test('release names and page counts sent by the site reach the database, also while it is busy', async () => {
    const { backend, main, owner } = await start({ OWNER_EMAIL: OWNER });
    const known = async () =>
      (
        await owner.query<{ name: string }>(
          "select remote || '@' || release as name from private.known_releases where was_active order by 1",
        )
      ).map(({ name }) => name);
    const served = async () =>
      (await owner.query<{ pages: number }>('select sum(pages)::integer as pages from private.served_pages'))[0]?.pages;
    for (const nonsense of [
      'text',
      null,
      [],
      { releases: [] },
      { releases: { active: { booking: ['1.0.0-x'] } } },
      { releases: { active: { booking: 'x' }, published: {} }, servedPages: 'many' },
      { servedPages: { booking: { '1.0.0-b': -1 } } },
      { servedPages: { booking: { '1.0.0-b': 1.5 } } },
      { servedPages: { booking: 3 } },
    ]) {
      main.child.send(nonsense as string);
    }
    const published = { booking: ['1.0.0-a', '1.0.0-b', '1.0.0-c'] };
    main.child.send({ releases: { active: { booking: ['1.0.0-a'], shell: ['1.0.0-s'] }, published } });
    main.child.send({ releases: { active: { booking: ['1.0.0-a', '1.0.0-b'] }, published } });
    for (let time = 0; time < 3; time += 1) main.child.send({ servedPages: { booking: { '1.0.0-b': 2 } } });
    await until(async () => (await known()).length === 2 && (await known()).includes('booking@1.0.0-b'));
    expect(await known()).toEqual(['booking@1.0.0-a', 'booking@1.0.0-b']);
    await until(async () => (await served()) === 6);

    const report = (address: string, words: object) =>
      visitor(backend, address).post('incidents', { ...incident, ...words });
    for (const each of [1, 2, 3]) await report(`192.0.2.${each}`, { release: '1.0.0-b' });
    await report('192.0.2.4', { remote: 'appelez-le-0899-000-000' });
    // Page counts make the worker look for concerns; otherwise it does once a minute.
    main.child.send({ servedPages: { booking: { '1.0.0-b': 1 } } });
    const file = await until(() => files().find((name) => name.includes('-concerns-')));
    const { text } = await PostalMime.parse(readFileSync(join(mails, file)));
    expect(text).toContain('la réservation (1.0.0-b)');
    expect(text).not.toContain('appelez');
  });

  test('pages that were reported just before the end are stored', async () => {
    const { main, owner, end } = await start({ OWNER_EMAIL: OWNER });
    expect(await owner.query('select from private.served_pages')).toEqual([]);
    await new Promise((resolve) => main.child.send({ servedPages: { booking: { '1.0.0-b': 2 } } }, resolve));
    expect((await end()).code).toBe(0);
    const { stdout } = await runTool('incidents', { DATA_DIR: dataDir, DATABASE_URL: '' }, '--json');
    expect(JSON.parse(stdout).rates).toMatchObject([{ release: '1.0.0-b', day: { failures: 0, pages: 2 } }]);
  });

  test('mails are sent over TLS to a server trusted by NODE_EXTRA_CA_CERTS, and to no other', async () => {
    const certificate = makeCertificate();
    const server = await startServer(certificate);
    const wary = await start(mailEnv(server));
    expect(wary.backend.mails).toBe(`Mails to the owner: sent by localhost to ${OWNER}.`);
    await visitor(wary.backend).post('contacts', contact);
    await until(() => wary.main.stderr().includes('self-signed certificate'));
    await wary.owner.query('update private.outbox set not_before = now()');
    expect(server.received).toEqual([]);
    await wary.end();

    const trusting = await start({ ...mailEnv(server), NODE_EXTRA_CA_CERTS: certificate.file });
    await until(() => server.received.length === 1);
    await trusting.end();
  });

  test('a mail that is being sent does not delay the shutdown', async () => {
    const server = await startServer();
    const isUnderWay = new Promise<void>((resolve) => {
      server.behave({
        before: () => {
          resolve();
          return never();
        },
      });
    });
    const { backend, end } = await start({ ...mailEnv(server), SMTP_TIMEOUT: '60' });
    await visitor(backend).post('contacts', contact);
    await isUnderWay;
    const { code, ms } = await end();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(2000);
    // The file would remain if the process had been cut off.
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false);
  });

  test('each invalid setting is reported in one sentence, without the password', async () => {
    const cases: [Record<string, string>, RegExp][] = [
      [{ SMTP_URL: 'smtp.exemple.fr' }, /^SMTP_URL must look like smtps:.*\n$/],
      [{ SMTP_URL: 'https://me:secret@smtp.exemple.fr' }, /^SMTP_URL must look like smtps:.*\n$/],
      [{ SMTP_URL: 'smtp://me:100%secret@smtp.exemple.fr' }, /^SMTP_URL must look like smtps:.*\n$/],
      [{ MAIL_FROM: 'Le site' }, /^MAIL_FROM must look like .*\n$/],
      [{ MAIL_FROM: 'a@exemple.fr, b@exemple.fr' }, /^MAIL_FROM must look like .*\n$/],
      [{ OWNER_EMAIL: 'nobody' }, /^OWNER_EMAIL must be one address, .*\n$/],
      [{ VISITOR_MAILS: 'oui' }, /^VISITOR_MAILS must be true or false, not 'oui'\.\n$/],
      [{ SMTP_TIMEOUT: '120' }, /^SMTP_TIMEOUT must be a whole number of seconds from 1 to 90, not '120'\.\n$/],
    ];
    for (const [env, sentence] of cases) {
      const main = runMain({ DATA_DIR: dataDir, DATABASE_URL: '', OWNER_EMAIL: OWNER, ...env });
      started.push(main);
      expect(await main.exit).toMatchObject({ code: 1 });
      expect(main.stderr()).toMatch(sentence);
      expect(main.stderr()).not.toContain('secret');
    }
    expect(existsSync(dataDir)).toBe(false);
  });
});
