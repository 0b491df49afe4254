import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import PostalMime from 'postal-mime';
import type { Database } from '../src/database/database';
import { makeCertificate } from './support/certificate';
import { mailEnv, OWNER } from './support/drain-sites';
import { type Certificate, type MailServer, never, startMailServer } from './support/mail-server';
import { contact, incident, livePage } from './support/rows';
import { runTool } from './support/run-tool';
import { type RunningSite, startSite } from './support/running-site';
import { createTestDatabase } from './support/test-database';
import { until } from './support/until';
import { visitor } from './support/visitor';
import { testWhere } from './support/where-possible';

// For busy machines.
jest.setTimeout(120_000);

const testWithDevFull = testWhere(existsSync('/dev/full'), 'this system has no /dev/full');

describe('the worker of a running backend', () => {
  const dataDir = temporaryFolder();
  const mails = join(dataDir, 'mails');
  const started: RunningSite[] = [];
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const servers: MailServer[] = [];
  const startServer = async (certificate?: Certificate) => {
    const server = await startMailServer(certificate);
    servers.push(server);
    return server;
  };
  const start = async (env: Record<string, string>) => {
    const site = await startSite({ DATA_DIR: dataDir, DATABASE_URL: database.url, ...env });
    started.push(site);
    return { main: site.main, backend: site, owner: site.owner, end: site.stop };
  };
  const isSent = async (owner: Database) =>
    (await owner.query('select from private.outbox where sent_at is not null')).length > 0;
  const sendAgain = (owner: Database) => owner.query('update private.outbox set sent_at = null, not_before = now()');
  const files = () => (existsSync(mails) ? readdirSync(mails) : []).filter((name) => name.endsWith('.eml'));

  beforeEach(async () => {
    rmSync(dataDir, { recursive: true, force: true });
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const { main, owner } of started.splice(0)) {
      await owner.close().catch(() => undefined);
      main.child.kill('SIGKILL');
      await main.exit;
    }
    await Promise.all(servers.splice(0).map((server) => server.close()));
    await database.remove();
  });

  test('without a mail server each mail is one file, which a repeat of the same mail replaces', async () => {
    const { backend, owner, main, end } = await start({ OWNER_EMAIL: OWNER, SITE_NAME: 'Journée' });
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

    // The owner has edited facts of the site, and the first ones are refused.
    main.child.send({ mailSettings: { OWNER_EMAIL: 'autre@exemple.fr', VISITOR_MAILS: 'true' } });
    main.child.send({ mailSettings: { OWNER_EMAIL: 'nobody' } });
    const isTold = async () => (await owner.query('select from private.settings where visitor_mails')).length > 0;
    await until(async () => main.stderr() !== '' && (await isTold()));
    await sendAgain(owner);
    await until(() => isSent(owner));
    const again = await PostalMime.parse(readFileSync(join(mails, name)));
    expect(again.to).toEqual([{ address: 'autre@exemple.fr', name: '' }]);
    expect(main.stderr()).toMatch(/^Mails keep the facts that they had: OWNER_EMAIL must be one address, /);
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

  test('release names and page counts sent by the site reach the database, also while it is busy', async () => {
    const { backend, main, owner } = await start({ OWNER_EMAIL: OWNER });
    const addresses = async () =>
      (
        await owner.query<{ name: string }>(
          "select remote || '@' || release as name from private.known_releases where was_active order by 1",
        )
      ).map(({ name }) => name);
    const served = async () =>
      (await owner.query<{ pages: number }>('select sum(served)::integer as pages from private.page_counts'))[0]?.pages;
    for (const nonsense of [
      'text',
      null,
      [],
      { releases: [] },
      { releases: { active: { booking: ['1.0.0-x'] } } },
      { releases: { active: { booking: 'x' }, published: {} }, servedPages: 'many' },
      { servedPages: { booking: { '1.0.0-b': { '/booking': -1 } } } },
      { servedPages: { booking: { '1.0.0-b': { '/booking': 1.5 } } } },
      { servedPages: { booking: { '1.0.0-b': 3 } } },
      { servedPages: { booking: 3 } },
      { servedNetworks: { booking: { '1.0.0-b': [64] } } },
      { servedNetworks: { booking: { '1.0.0-b': { 3: 1 } } } },
      { question: 'x', watched: [] },
      { question: 1, watched: [{ name: 'booking', id: '1.0.0-b', since: 'today', previous: null }] },
    ]) {
      main.child.send(nonsense as string);
    }
    const published = { booking: ['1.0.0-a', '1.0.0-b', '1.0.0-c'] };
    main.child.send({ releases: { active: { booking: ['1.0.0-a'], shell: ['1.0.0-s'] }, published } });
    main.child.send({ releases: { active: { booking: ['1.0.0-a', '1.0.0-b'] }, published } });
    for (let time = 0; time < 3; time += 1)
      main.child.send({ servedPages: { booking: { '1.0.0-b': { '/booking': 2 } } } });
    await until(async () => (await addresses()).length === 2 && (await addresses()).includes('booking@1.0.0-b'));
    expect(await addresses()).toEqual(['booking@1.0.0-a', 'booking@1.0.0-b']);
    await until(async () => (await served()) === 6);

    const report = (address: string, words: object) =>
      visitor(backend, address).post('incidents', { ...incident, ...words });
    for (const each of [1, 2, 3]) await report(`192.0.2.${each}`, { release: '1.0.0-b' });
    await report('192.0.2.4', { remote: 'appelez-le-0899-000-000' });
    // Page counts make the worker look for concerns; otherwise it does once a minute.
    main.child.send({ servedPages: { booking: { '1.0.0-b': { '/booking': 1 } } } });
    const file = await until(() => files().find((name) => name.includes('-concerns-')));
    const { text } = await PostalMime.parse(readFileSync(join(mails, file)));
    expect(text).toContain('la réservation (1.0.0-b)');
    expect(text).not.toContain('appelez');
  });

  test('the site gets the evidence of a release from the running process, with what it has just sent', async () => {
    const { backend, main } = await start({ OWNER_EMAIL: OWNER });
    await visitor(backend).post('live_pages', { ...livePage, release: '1.0.0-b' });
    const answered = once(main.child, 'message');
    main.child.send({ question: 6, watched: 'all' });
    main.child.send({
      servedPages: { booking: { '1.0.0-b': { '/booking': 2 } } },
      servedNetworks: { booking: { '1.0.0-b': [0, 5] } },
    });
    main.child.send({ servedNetworks: { booking: { '1.0.0-b': [5, 63] } } });
    const since = new Date(Date.now() - 60_000).toISOString();
    main.child.send({ question: 7, watched: [{ name: 'booking', id: '1.0.0-b', since, previous: null }] });
    const counts = { served: 2, live: 1, failed: 0, recovered: 0, reporters: 0, networks: 3 };
    const evidence = [{ name: 'booking', id: '1.0.0-b', since: counts, before: null, unattributed: 0 }];
    expect((await answered)[0]).toEqual({ question: 7, evidence });
  });

  test('pages that were reported just before the end are stored', async () => {
    const { main, owner, end } = await start({ OWNER_EMAIL: OWNER });
    expect(await owner.query('select from private.page_counts')).toEqual([]);
    await new Promise((resolve) =>
      main.child.send({ servedPages: { booking: { '1.0.0-b': { '/booking': 2 } } } }, resolve),
    );
    expect((await end()).code).toBe(0);
    const { stdout } = await runTool('incidents', { DATA_DIR: dataDir, DATABASE_URL: database.url }, '--json');
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
});
