// Run by backend/tests/owner-requests.test.ts.
import { hostname } from 'node:os';
import type { TestBackend } from '../support/backend';
import { until } from '../support/cases';
import { parisDay } from '../support/rows';
import { type Claim, exampleBackup, GIGABYTE, server, startTasks, upkeepOf } from '../support/upkeep';

function describeBackupSchedule(backend: () => TestBackend): void {
  const { query, claim, finish, fail, report, health } = upkeepOf(backend);

  test('a server that looked a moment before the claiming one makes no second backup', async () => {
    const [earlier, later] = ['2026-11-23T02:00:00.000Z', '2026-11-23T02:00:00.010Z'];
    expect(await claim(later)).toBe(true);
    expect(await claim(earlier)).toBe(false);
    await finish(later);
    expect(await claim(earlier)).toBe(false);
  });

  test.each([
    ['in winter, at three', '2026-11-23T02:00:00Z', '2026-11-23T02:00:00Z'],
    ['a second before three', '2026-11-23T01:59:59Z', '2026-11-22T02:00:00Z'],
    ['in summer, at three', '2026-07-14T01:00:00Z', '2026-07-14T01:00:00Z'],
    ['on the day that has no hour from two to three', '2026-03-29T12:00:00Z', '2026-03-29T01:00:00Z'],
    ['on the day that has that hour twice', '2026-10-25T12:00:00Z', '2026-10-25T02:00:00Z'],
  ])('the last backup hour in Paris is found %s', async (_, at, expected) => {
    const [row] = await query<{ hour: string }>('select private.iso(private.last_hour(3, $1)) as hour', [at]);
    expect(row?.hour).toBe(expected);
  });

  test('a backup is due once a day from three in Paris on, and a missed one at the next look', async () => {
    await query("update private.upkeep set since = '2026-11-22T20:00:00Z'");
    expect(await claim('2026-11-23T01:59:00Z')).toBe(false);
    expect(await claim('2026-11-23T02:00:00Z')).toBe(true);
    await finish('2026-11-23T02:00:05Z');
    expect(await claim('2026-11-23T02:10:00Z')).toBe(false);
    expect(await claim('2026-11-24T01:59:59Z')).toBe(false);
    expect(await claim('2026-11-26T15:00:00Z')).toBe(true);
  });

  test('a failed backup is due at the next look, and one whose server was killed when its lease ends', async () => {
    expect(await claim('2026-11-23T02:00:00Z')).toBe(true);
    await fail('2026-11-23T02:00:02Z');
    expect(await claim('2026-11-23T02:10:00Z')).toBe(true);
    expect(await claim('2026-11-23T02:39:59Z')).toBe(false);
    expect(await claim('2026-11-23T02:40:00Z')).toBe(true);
  });

  test('neither a backup nor a claim of a clock that was years ahead prevents later backups', async () => {
    expect(await claim('2031-01-01T02:00:00Z')).toBe(true);
    expect(await claim('2026-11-23T02:00:00Z')).toBe(true);
    await finish('2031-01-01T02:00:00Z');
    expect(await claim('2026-11-23T02:10:00Z')).toBe(true);
  });

  test('the owner reads when the last backup was made, how large it is and where, and how much room the disks have', async () => {
    await report();
    await report({ host: 'secours', sameDisk: false, backupFreeBytes: 3, backupTotalBytes: 9 });
    await finish('2026-11-23T02:00:05Z');
    const { backup, disks } = await health();
    expect(backup).toEqual({
      ...exampleBackup,
      isOn: true,
      at: '2026-11-23T02:00:05Z',
      failedSince: null,
      failure: null,
    });
    expect(disks).toEqual([
      expect.objectContaining({ host: 'atelier', isBackup: false, freeBytes: server.freeBytes, isLow: false }),
      expect.objectContaining({ host: 'secours', isBackup: false, isLow: false }),
      expect.objectContaining({ host: 'secours', isBackup: true, freeBytes: 3, totalBytes: 9, isLow: true }),
    ]);
  });

  test('a server counts for an hour after its last report', async () => {
    await report();
    await query("update private.servers set seen_at = now() - interval '61 minutes'");
    expect(await health()).toMatchObject({ backup: null, disks: null });
  });
}

function describeConcerns(backend: () => TestBackend): void {
  const { query, fail, report, concerns, concernsOf, health } = upkeepOf(backend);

  test('when all is well nothing needs the owner', async () => {
    await report();
    await query('select private.backup_made($1)', [JSON.stringify(exampleBackup)]);
    await query(
      `insert into public.contacts (prenom, nom, email, telephone) values ('An', 'Cien', 'a@exemple.fr', '0612345678')`,
    );
    expect(await concerns()).toBeNull();
    expect((await health()).concerns).toEqual([]);
  });

  test('requests that are open for more than a day need the owner, handled and unwanted ones do not', async () => {
    await query(
      `insert into public.contacts (prenom, nom, email, telephone, created_at, handled_at, is_spam)
         select 'An', 'Cien', 'a@exemple.fr', '0612345678', now() - age, handled, spam
         from (values (interval '25 hours', null::timestamptz, false), (interval '23 hours', null, false),
           (interval '3 days', now(), false), (interval '3 days', null, true)) as one (age, handled, spam)`,
    );
    await query(
      `insert into public.reservations (name, email, created_at, status)
         values ('A', 'a@exemple.fr', '2026-01-02', 'nouvelle'), ('B', 'b@exemple.fr', '2026-01-01', 'confirmee'),
           ('C', 'c@exemple.fr', '2026-01-01', 'annulee')`,
    );
    expect(await concerns()).toEqual([
      { kind: 'requests', isUrgent: false, count: 2, oldestAt: expect.stringMatching(/^2026-01-0/), name: null },
    ]);
  });

  test('mails that were given up need the owner, and those that are still retried do not', async () => {
    await query(
      `insert into private.outbox (kind, ref, attempts, last_error, given_up_at, sent_at)
         values ('contact', gen_random_uuid(), 30, '535 5.7.8', now(), null),
           ('contact', gen_random_uuid(), 3, 'away', null, null), ('contact', gen_random_uuid(), 30, null, now(), now())`,
    );
    expect(await concerns()).toEqual([{ kind: 'mails', isUrgent: false, count: 1, lastError: '535 5.7.8' }]);
  });

  test('a backup that fails needs the owner from its first failure on, and no longer once one succeeds', async () => {
    await report();
    await query("select private.backup_made($1, now() - interval '1 day')", [JSON.stringify(exampleBackup)]);
    await fail(`${parisDay(-1)}T12:00:00Z`);
    await fail(`${parisDay(0)}T00:00:00Z`, 'refused');
    expect(await concernsOf('backup')).toEqual([
      expect.objectContaining({ failure: 'refused', failedSince: `${parisDay(-1)}T12:00:00Z` }),
    ]);
    await query('select private.backup_made($1)', [JSON.stringify(exampleBackup)]);
    expect(await concerns()).toBeNull();
  });

  test.each([
    ['older than two days', '49 hours', server.backupDir, 1],
    ['younger than two days', '47 hours', server.backupDir, 0],
    ['of any age where the owner wants none', '49 hours', null, 0],
  ])('a backup %s is reported the expected number of times', async (_, age, backupDir, times) => {
    await report({ backupDir: backupDir as string });
    await query('select private.backup_made($1, now() - $2::interval)', [JSON.stringify(exampleBackup), age]);
    expect(await concernsOf('backup')).toHaveLength(times);
  });

  test('a disk with less than a gigabyte needs the owner, and is listed once when backups share it', async () => {
    await report({ freeBytes: GIGABYTE - 1, backupFreeBytes: GIGABYTE - 1 });
    await report({ host: 'secours', freeBytes: GIGABYTE, sameDisk: false, backupFreeBytes: 5, backupDir: '/copies' });
    expect(await concernsOf('disk')).toEqual([
      { kind: 'disk', isUrgent: true, host: 'atelier', folder: server.dataDir, freeBytes: GIGABYTE - 1 },
      { kind: 'disk', isUrgent: true, host: 'secours', folder: '/copies', freeBytes: 5 },
    ]);
  });

  test('missing settings of a public site need the owner, and are listed once for all servers', async () => {
    await report({ siteGaps: ['votre adresse e-mail', 'son numéro SIREN'] });
    await report({ host: 'secours', siteGaps: ['votre adresse e-mail'] });
    expect(await concernsOf('site')).toEqual([
      { kind: 'site', isUrgent: false, gaps: ['son numéro SIREN', 'votre adresse e-mail'] },
    ]);
  });

  test('the worker reports its disks and the gaps of site.json, and queues the mail in the same run', async () => {
    const { dataDir } = backend();
    const siteGaps = ['votre adresse e-mail'];
    await query("update private.upkeep set reminded_at = now() - interval '2 days'");
    const tasks = startTasks(backend(), siteGaps);
    await tasks.run();
    await tasks.run();
    const [row] = await query<Record<string, unknown>>('select * from private.servers');
    expect(row).toMatchObject({ host: hostname(), data_dir: dataDir, same_disk: true, site_gaps: siteGaps });
    expect(row?.backup_total_bytes).toBe(row?.total_bytes);
    expect(Number(row?.total_bytes)).toBeGreaterThan(Number(row?.free_bytes));
    expect(Number(row?.free_bytes)).toBeGreaterThan(0);
    expect(await query("select from private.outbox where kind = 'concerns'")).toHaveLength(1);
    siteGaps.pop();
    tasks.onUpdate({ mailSettings: {} });
    await tasks.run();
    expect(await concernsOf('site')).toEqual([]);
  });
}

function describeConcernsMail(backend: () => TestBackend): void {
  const { query, report } = upkeepOf(backend);
  const remind = (at: string) => query('select private.queue_concerns($1)', [at]);
  const reminders = () => query<{ id: string }>("select id from private.outbox where kind = 'concerns'");
  const claimed = async () => (await query<Claim>('select * from private.claim_mail()'))[0];
  const addOld = () =>
    query(
      `insert into public.reservations (name, email, created_at) values ('A', 'a@exemple.fr', '2026-01-02T09:00:00Z')`,
    );

  beforeEach(() => query('update private.upkeep set reminded_at = $1', [`${parisDay(-3)}T12:00:00Z`]));

  test('is queued once a day from seven in Paris on, whatever the number of servers, and lists the concerns', async () => {
    await addOld();
    // Before seven in summer and in winter, and after it.
    await query('update private.upkeep set reminded_at = $1', [`${parisDay(-1)}T12:00:00Z`]);
    await remind(`${parisDay(0)}T04:59:00Z`);
    expect(await reminders()).toEqual([]);
    await remind(`${parisDay(0)}T06:00:00Z`);
    await remind(`${parisDay(0)}T06:10:00Z`);
    expect(await reminders()).toHaveLength(1);
    expect(await claimed()).toMatchObject({
      kind: 'concerns',
      detail: { concerns: [{ kind: 'requests', count: 1, oldestAt: '2026-01-02T09:00:00Z', name: 'A' }] },
    });
  });

  test('is not queued when all is well, nor later that day', async () => {
    await remind(`${parisDay(0)}T06:00:00Z`);
    await addOld();
    await remind(`${parisDay(0)}T16:00:00Z`);
    expect(await reminders()).toEqual([]);
    await remind(`${parisDay(1)}T06:00:00Z`);
    expect(await reminders()).toHaveLength(1);
  });

  test('is dropped when all is well by the time it is claimed', async () => {
    await addOld();
    await remind(`${parisDay(0)}T06:00:00Z`);
    await query("update public.reservations set status = 'confirmee'");
    expect(await claimed()).toBeUndefined();
    expect(await reminders()).toEqual([]);
  });

  test('is not queued while the previous one is unsent', async () => {
    await addOld();
    await remind(`${parisDay(-1)}T06:00:00Z`);
    await remind(`${parisDay(0)}T06:00:00Z`);
    expect(await reminders()).toHaveLength(1);
  });

  test('is not queued for what was told within the day, and what is urgent does not wait for it', async () => {
    const send = async () => {
      const mail = await claimed();
      await query('select private.mail_sent($1)', [mail?.id]);
      return (mail?.detail.concerns as { kind: string }[] | undefined)?.map(({ kind }) => kind);
    };
    await query('update private.upkeep set reminded_at = now()');
    await addOld();
    const now = new Date().toISOString();
    await remind(now);
    expect(await reminders()).toEqual([]);
    await query('select private.backup_made($1)', [JSON.stringify(exampleBackup)]);
    await report({ freeBytes: 1 });
    await remind(now);
    expect(await send()).toEqual(['disk', 'requests']);
    await remind(now);
    await query("update private.upkeep set reminded_at = now() - interval '2 days'");
    await remind(now);
    expect(await reminders()).toHaveLength(1);
    await query("update private.outbox set sent_at = sent_at - interval '21 hours' where kind = 'concerns'");
    await query("update private.upkeep set reminded_at = now() - interval '2 days'");
    await remind(now);
    expect(await send()).toEqual(['disk', 'requests']);
  });
}

export function describeUpkeep(backend: () => TestBackend): void {
  const query = (text: string) => backend().owner.query(text);

  // The backend's own report is stored at its first look, and again ten minutes later.
  beforeAll(() => until(async () => (await query('select from private.servers')).length > 0));
  beforeEach(async () => {
    await query('delete from private.servers');
    await query(
      `update private.upkeep set since = '2026-11-01T12:00:00Z', last_at = null, claimed_until = null, failed_since = null,
         failure = null`,
    );
    await query('delete from public.contacts');
    await query('delete from public.reservations');
    await query('delete from private.outbox');
  });
  afterAll(() => query('update private.upkeep set since = now(), last_at = null, failed_since = null, failure = null'));

  describe('backups', () => describeBackupSchedule(backend));
  describe('concerns', () => describeConcerns(backend));
  describe('the mail of the morning', () => describeConcernsMail(backend));
}
