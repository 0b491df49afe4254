import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Deliver } from '@site/supabase/functions/_shared/drain';
import { pushKeyOf } from '@site/supabase/functions/_shared/tick/push';
import { UserError } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import PostalMime from 'postal-mime';
import { readIncidents, readSpeeds } from '../src/commands/incidents';
import { diskSpaceOf } from '../src/data-folder/disks';
import { connect, type Database } from '../src/database/postgres';
import { deliverToFiles, readMailOptions } from '../src/worker/delivery';
import { createChangeLog, startWorker } from '../src/worker/worker';
import { type RunningSite, startSite } from './support/backend';
import { testWhere, until } from './support/cases';
import { mailEnv, OWNER } from './support/drain-sites';
import { type MailServer, never, startMailServer } from './support/mail-server';
import { contact, livePage } from './support/rows';
import { createTestDatabase } from './support/test-database';
import { visitor } from './support/visitor';

jest.mock('../src/data-folder/disks', () => ({
  ...jest.requireActual('../src/data-folder/disks'),
  diskSpaceOf: jest.fn(),
}));

const testWithDevFull = testWhere(existsSync('/dev/full'), 'this system has no /dev/full');

describe('the worker of a running backend', () => {
  const dataDir = temporaryFolder();
  const mails = join(dataDir, 'mails');
  const started: RunningSite[] = [];
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let server: MailServer | undefined;
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
    await server?.close();
    server = undefined;
    await database.remove();
  });

  test('without a mail server each mail is one file, which a repeat of the same mail replaces', async () => {
    const { backend, owner, main, end } = await start({ OWNER_EMAIL: OWNER, SITE_NAME: 'Journée' });
    expect(backend.mails).toBe(`Mails to the owner: written to ${mails} (set SMTP_URL to send them).`);
    await visitor(backend).post('contacts', contact);
    await until(() => isSent(owner));
    const [name = ''] = files();
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

    // The owner has edited facts of the site, and the second ones are refused.
    const videoLink = 'https://visio.example/salle';
    const agreedTexts = { title: 'Relances' };
    const prices = { standard: 250, funded: 400, vat: 'exempt', agreedTexts };
    const SITE_FACTS = JSON.stringify({ videoLink, prices });
    main.child.send({ mailSettings: { OWNER_EMAIL: 'autre@exemple.fr', VISITOR_MAILS: 'true', SITE_FACTS } });
    main.child.send({ mailSettings: { OWNER_EMAIL: 'nobody' } });
    const areSwitchedOn = async () =>
      (await owner.query('select from private.settings where visitor_mails')).length > 0;
    await until(async () => main.stderr() !== '' && (await areSwitchedOn()));
    const announced = 'select standard_cents, funded_cents from private.price_lists';
    await until(async () => (await owner.query(announced)).length > 0);
    expect(await owner.query(announced)).toEqual([{ standard_cents: 25_000, funded_cents: 40_000 }]);
    expect(await owner.query('select video_link, vat, agreed_texts from private.settings')).toEqual([
      { video_link: videoLink, vat: 'exempt', agreed_texts: agreedTexts },
    ]);
    await sendAgain(owner);
    await until(() => isSent(owner));
    expect(readdirSync(mails)).toEqual([name]);
    const again = await PostalMime.parse(readFileSync(join(mails, name)));
    expect(again.to).toEqual([{ address: 'autre@exemple.fr', name: '' }]);
    expect(main.stderr()).toMatch(/^Mails keep the facts that they had: OWNER_EMAIL must be one address, /);
    expect(await end()).toMatchObject({ code: 0 });
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

    const started = await start({ OWNER_EMAIL: OWNER });
    await until(() => files().length === 2);
    expect(await started.owner.query('select visitor_mails from private.settings')).toEqual([{ visitor_mails: true }]);
  });

  test('what the site sends is stored up to the end of the process, and is in the evidence that it asks for', async () => {
    const { backend, main, end } = await start({ OWNER_EMAIL: OWNER });
    await visitor(backend).post('live_pages', { ...livePage, release: '1.0.0-b' });
    const served = { servedPages: { booking: { '1.0.0-b': { '/booking': 2 } } } };
    const published = { booking: ['1.0.0-a', '1.0.0-b', '1.0.0-c'] };
    const described = { booking: { '1.0.0-b': { routes: ['/booking'], scripts: [] } } };
    main.child.send({ releases: { active: { booking: ['1.0.0-a'] }, published, described } });
    main.child.send({ releases: { active: { booking: ['1.0.0-a', '1.0.0-b'] }, published, described } });
    const networks = (...groups: readonly number[]) => ({ booking: { '1.0.0-b': groups } });
    main.child.send({ ...served, servedNetworks: { sent: networks(0, 5), opened: networks(0, 5) } });
    main.child.send({ ...served, servedNetworks: { sent: networks(5, 1023), opened: networks(1023) } });
    const answered = once(main.child, 'message');
    const since = new Date(Date.now() - 60_000).toISOString();
    main.child.send({ question: 7, watched: [{ name: 'booking', id: '1.0.0-b', since, previous: null }] });
    const evidence = [{ name: 'booking', id: '1.0.0-b', since: { served: 4, live: 1, opened: 3, networks: 3 } }];
    expect((await answered)[0]).toMatchObject({ question: 7, evidence });

    await new Promise((resolve) => main.child.send(served, resolve));
    expect((await end()).code).toBe(0);
    const stored = await connect({ connectionString: database.url });
    const pages = 'select sum(served)::integer as served from private.page_counts';
    const names = 'select release, routes from private.known_releases where was_active order by release';
    const found = await Promise.all([stored.query(pages), stored.query(names)]).finally(stored.close);
    expect(found).toEqual([
      [{ served: 6 }],
      [
        { release: '1.0.0-a', routes: null },
        { release: '1.0.0-b', routes: ['/booking'] },
      ],
    ]);
  });

  describe('in this process', () => {
    const lookAtDisk = jest.mocked(diskSpaceOf);
    const deliver = jest.fn<ReturnType<Deliver>, Parameters<Deliver>>(never);
    let worker: ReturnType<typeof startWorker>;
    let owner: Database;
    const sendMail = async () => {
      await owner.query(
        `with contact as (
           insert into public.contacts (prenom, nom, email, telephone) values ('Ad', 'Nom', 'a@exemple.fr', '0612345678') returning id
         ) insert into private.outbox (kind, ref) select 'contact', id from contact`,
      );
      await until(() => deliver.mock.calls.length > 0);
    };
    const reportServer = async () => {
      lookAtDisk.mockReset().mockImplementation(never);
      worker.onUpdate({ mailSettings: {} });
      await until(() => lookAtDisk.mock.calls.length > 0);
    };

    beforeEach(async () => {
      deliver.mockClear();
      lookAtDisk.mockResolvedValue({ freeBytes: 1e12, totalBytes: 1e12 });
      const connection = { connectionString: database.url };
      owner = await connect(connection);
      worker = startWorker({
        connection,
        deliver,
        deliveryMs: 300_000,
        pushKey: pushKeyOf('a secret of at least 32 characters', 'https://site.exemple.fr'),
        mayWrite: async () => true,
        mail: () => readMailOptions({}),
        folder: mails,
        server: { dataDir, backupDir: null, siteGaps: [] },
      });
    });
    afterEach(async () => {
      await worker.stop();
      await owner.close();
    });

    test('a disk that hangs delays no mail', async () => {
      await reportServer();
      await sendMail();
    });

    test('a mail server that hangs delays none of the other tasks', async () => {
      await sendMail();
      await reportServer();
    });
  });

  test('a mail that is being sent does not delay the shutdown', async () => {
    server = await startMailServer();
    const { behave } = server;
    const isUnderWay = new Promise<void>((resolve) => {
      behave({
        before: () => {
          resolve();
          return never();
        },
      });
    });
    const { backend, end } = await start({ ...mailEnv(server), SMTP_TIMEOUT: '60' });
    expect(backend.mails).toBe(`Mails to the owner: sent by localhost to ${OWNER}.`);
    await visitor(backend).post('contacts', contact);
    await isUnderWay;
    const { code, ms } = await end();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(30_000);
    // The file would remain if the process had been cut off.
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false);
  });
});

testWithDevFull('a full disk leaves no partial mail file', async () => {
  const folder = temporaryFolder();
  const detail = { email: 'camille.martin@exemple.fr' };
  const mail = { id: '12', messageId: '6f1d8a52', kind: 'welcome', detail } as const;
  const settings = { from: 'site@exemple.fr', to: OWNER, product: '', origin: '', facts: {} };
  const deliver = () => deliverToFiles(folder, settings)(mail, new AbortController().signal);
  await deliver();
  const [name = ''] = readdirSync(folder);
  const whole = readFileSync(join(folder, name), 'utf8');
  symlinkSync('/dev/full', join(folder, `${name}.new`));
  await expect(deliver()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(readdirSync(folder)).toEqual([name]);
  expect(readFileSync(join(folder, name), 'utf8')).toBe(whole);
});

test('what hinders the mails is logged once, as is its end', () => {
  const lines: string[] = [];
  const report = createChangeLog((line) => lines.push(line));
  for (const reason of ['ENOSPC: no space', 'ENOSPC: no space', null, null]) report('delivery', reason);
  for (const reason of ['ECONNREFUSED', 'another reason', null]) report('database', reason);
  expect(lines).toEqual([
    'Mails were not sent, and will be tried again for two days, unless their recipient does not exist (ENOSPC: no space).',
    'Mails are sent again.',
    'Mails wait for the database (ECONNREFUSED).',
    'Mails: the database answers again.',
  ]);
});

describe('incidents', () => {
  const NONE = { failures: [], positions: [], rates: [], reporters: 0, requests: [], mails: null };

  test('reading the incidents of a site that was never started finds none and creates nothing', async () => {
    const env = { DATA_DIR: join(temporaryFolder(), 'none') };
    expect(await readIncidents({}, env)).toEqual(NONE);
    expect(await readSpeeds(env)).toEqual([]);
    expect(existsSync(env.DATA_DIR)).toBe(false);
  });

  test('a database that cannot be reached is reported as an error, not as one without incidents', async () => {
    const reading = readIncidents({}, { DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/site' });
    const error = await reading.catch((cause: Error) => cause);
    expect(error).toBeInstanceOf(UserError);
    expect((error as Error).message).toMatch(/^DATABASE_URL cannot be used \(127\.0\.0\.1:1: (?!.*secret)/);
  });
});
