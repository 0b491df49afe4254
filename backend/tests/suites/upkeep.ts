import { hostname } from 'node:os';
import { join } from 'node:path';
import { createChores } from '../../src/worker/chores';
import type { TestBackend } from '../support/engines';
import type { Claim } from '../support/outbox';
import { ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';
import { until } from '../support/until';

interface Health {
  readonly backup: Record<string, unknown> | null;
  readonly disks: readonly Record<string, unknown>[] | null;
  readonly concerns: readonly Record<string, unknown>[];
}

const GIGABYTE = 1_000_000_000;
const server = {
  host: 'atelier',
  dataDir: '/var/lib/site',
  freeBytes: 20 * GIGABYTE,
  totalBytes: 40 * GIGABYTE,
  backupDir: '/var/lib/site/backups',
  backupFreeBytes: 20 * GIGABYTE,
  backupTotalBytes: 40 * GIGABYTE,
  sameDisk: true,
  siteGaps: [] as string[],
};
const made = {
  host: 'atelier',
  folder: '/var/lib/site/backups/site-20261123T020004Z',
  sameDisk: true,
  withReleases: true,
  rows: 120,
  bytes: 4_200_000,
};

/** The daily backup, the disks of the servers, and what of both the owner is told. */
export function describeUpkeep(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const claim = async (at: string) =>
    (await query<{ given: boolean }>('select private.claim_backup($1) as given', [at]))[0]?.given;
  const finish = (at: string) => query('select private.backup_made($1, $2)', [JSON.stringify(made), at]);
  const fail = (at: string, why = 'full') => query('select private.backup_failed($1, $2)', [why, at]);
  const report = (changes: Partial<typeof server> = {}) =>
    query('select private.report_server($1)', [JSON.stringify({ ...server, ...changes })]);
  const concerns = async () => {
    const [row] = await query<{ list: Health['concerns'] | null }>('select private.concerns() as list');
    return row?.list ?? null;
  };
  const concernsOf = async (kind: string) => (await concerns())?.filter((one) => one.kind === kind) ?? [];
  const health = async () => (await ownerCalls(backend())).read<Health>('health');

  // The backend's own report comes with its first look, and again ten minutes later.
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

  test('a server that looked a moment before the one with the claim makes no second backup', async () => {
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
    ['in the evening', '2026-11-23T22:30:00Z', '2026-11-23T02:00:00Z'],
    ['on the day that has no hour from two to three', '2026-03-29T12:00:00Z', '2026-03-29T01:00:00Z'],
    ['on the day that has that hour twice', '2026-10-25T12:00:00Z', '2026-10-25T02:00:00Z'],
  ])('the quiet hour in Paris was last reached, %s', async (_, at, expected) => {
    const [row] = await query<{ hour: string }>('select private.iso(private.last_hour(3, $1)) as hour', [at]);
    expect(row?.hour).toBe(expected);
  });

  test('a backup is due once a day, from the quiet hour on, and on a day that the site slept through at its next look', async () => {
    await query("update private.upkeep set since = '2026-11-22T20:00:00Z'");
    expect(await claim('2026-11-23T01:59:00Z')).toBe(false);
    expect(await claim('2026-11-23T02:00:00Z')).toBe(true);
    await finish('2026-11-23T02:00:05Z');
    expect(await claim('2026-11-23T02:10:00Z')).toBe(false);
    expect(await claim('2026-11-24T01:59:59Z')).toBe(false);
    expect(await claim('2026-11-26T15:00:00Z')).toBe(true);
  });

  test('of servers that look at once, one gets the backup', async () => {
    const at = '2026-11-23T02:00:00Z';
    expect((await Promise.all([claim(at), claim(at), claim(at)])).filter(Boolean)).toHaveLength(1);
  });

  test('a failed backup is due at the next look, and one that died with its server when its time is over', async () => {
    expect(await claim('2026-11-23T02:00:00Z')).toBe(true);
    await fail('2026-11-23T02:00:02Z');
    expect(await claim('2026-11-23T02:10:00Z')).toBe(true);
    expect(await claim('2026-11-23T02:39:59Z')).toBe(false);
    expect(await claim('2026-11-23T02:40:00Z')).toBe(true);
  });

  test('a backup from a clock that was years ahead does not end backups, nor does a claim of it', async () => {
    expect(await claim('2031-01-01T02:00:00Z')).toBe(true);
    expect(await claim('2026-11-23T02:00:00Z')).toBe(true);
    await finish('2031-01-01T02:00:00Z');
    expect(await claim('2026-11-23T02:10:00Z')).toBe(true);
  });

  test('without a server of ours neither a backup nor a disk is known', async () => {
    expect(await health()).toMatchObject({ backup: null, disks: null });
  });

  test('the owner reads when the last backup was made, how large it is and where, and how much room the disks have', async () => {
    await report();
    await report({ host: 'secours', sameDisk: false, backupFreeBytes: 3, backupTotalBytes: 9 });
    await finish('2026-11-23T02:00:05Z');
    const { backup, disks } = await health();
    expect(backup).toEqual({
      ...made,
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

  test('a server counts for an hour after its last report, and is forgotten after a week', async () => {
    await report();
    await query("update private.servers set seen_at = now() - interval '61 minutes'");
    expect(await health()).toMatchObject({ backup: null, disks: null });
    await query("update private.servers set seen_at = now() - interval '8 days'");
    await report({ host: 'secours' });
    expect(await query('select host from private.servers')).toEqual([{ host: 'secours' }]);
  });

  test('when all is well nothing needs the owner', async () => {
    await report();
    await query('select private.backup_made($1)', [JSON.stringify(made)]);
    await query(
      `insert into public.contacts (prenom, nom, email, telephone) values ('An', 'Cien', 'a@exemple.fr', '0612345678')`,
    );
    expect(await concerns()).toBeNull();
    expect((await health()).concerns).toEqual([]);
  });

  test('requests to do for more than a day need the owner, those dealt with or unwanted do not', async () => {
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
    expect(await concerns()).toEqual([{ kind: 'requests', count: 2, oldestAt: expect.stringMatching(/^2026-01-0/) }]);
  });

  test('mails that were given up need the owner, those that are still tried do not', async () => {
    await query(
      `insert into private.outbox (kind, ref, attempts, last_error, given_up_at, sent_at)
         values ('contact', gen_random_uuid(), 30, '535 5.7.8', now(), null),
           ('contact', gen_random_uuid(), 3, 'away', null, null), ('contact', gen_random_uuid(), 30, null, now(), now())`,
    );
    expect(await concerns()).toEqual([{ kind: 'mails', count: 1, lastError: '535 5.7.8' }]);
  });

  test('a release that fails for many visitors needs the owner', async () => {
    await query('select private.add_served_pages(\'{"booking": {"1.0.0-a": 20}}\')');
    await query(
      `insert into private.incident_reports (address_hash, remote, release, preview)
         select n::text, 'booking', '1.0.0-a', false from generate_series(1, 3) as n`,
    );
    await query(
      `insert into public.incidents (remote, release, phase, code, route) values ('booking', '1.0.0-a', 'page', 'x', '/')`,
    );
    expect(await concerns()).toEqual([
      { kind: 'part', remote: 'booking', release: '1.0.0-a', lastAt: expect.stringMatching(/Z$/) },
    ]);
    await query('delete from private.incident_reports');
    await query('delete from public.incidents');
    await query('delete from private.served_pages');
  });

  test('a backup that fails needs the owner from its first failure on, and no longer once one succeeds', async () => {
    await report();
    await query("select private.backup_made($1, now() - interval '1 day')", [JSON.stringify(made)]);
    await fail(`${parisDay(-1)}T12:00:00Z`);
    await fail(`${parisDay(0)}T00:00:00Z`, 'refused');
    expect(await concernsOf('backup')).toEqual([
      expect.objectContaining({ failure: 'refused', failedSince: `${parisDay(-1)}T12:00:00Z` }),
    ]);
    await query('select private.backup_made($1)', [JSON.stringify(made)]);
    expect(await concerns()).toBeNull();
  });

  test.each([
    ['older than two days', '49 hours', server.backupDir, 1],
    ['younger than two days', '47 hours', server.backupDir, 0],
    ['of any age where the owner wants none', '49 hours', null, 0],
  ])('a backup %s is told so many times', async (_, age, backupDir, times) => {
    await report({ backupDir: backupDir as string });
    await query('select private.backup_made($1, now() - $2::interval)', [JSON.stringify(made), age]);
    expect(await concernsOf('backup')).toHaveLength(times);
  });

  test('a disk with less than a gigabyte needs the owner, once where backups share it', async () => {
    await report({ freeBytes: GIGABYTE - 1, backupFreeBytes: GIGABYTE - 1 });
    await report({ host: 'secours', freeBytes: GIGABYTE, sameDisk: false, backupFreeBytes: 5, backupDir: '/copies' });
    expect(await concernsOf('disk')).toEqual([
      { kind: 'disk', host: 'atelier', folder: server.dataDir, freeBytes: GIGABYTE - 1 },
      { kind: 'disk', host: 'secours', folder: '/copies', freeBytes: 5 },
    ]);
  });

  test('what a public site lacks needs the owner, once for all servers', async () => {
    await report({ siteGaps: ['votre adresse e-mail', 'son numéro SIREN'] });
    await report({ host: 'secours', siteGaps: ['votre adresse e-mail'] });
    expect(await concernsOf('site')).toEqual([{ kind: 'site', gaps: ['son numéro SIREN', 'votre adresse e-mail'] }]);
  });

  test('the worker reports its disks and what site.json lacks, and reminds the owner on the same look', async () => {
    const { dataDir, owner } = backend();
    await query("update private.upkeep set reminded_at = now() - interval '2 days'");
    const facts = { dataDir, backupDir: join(dataDir, 'backups'), siteGaps: ['votre adresse e-mail'] };
    const chores = createChores(
      owner,
      { folder: join(dataDir, 'mails'), server: facts, onRemoved: () => undefined },
      () => undefined,
    );
    await chores.run();
    await chores.run();
    const [row] = await query<Record<string, unknown>>('select * from private.servers');
    expect(row).toMatchObject({ host: hostname(), data_dir: dataDir, same_disk: true, site_gaps: facts.siteGaps });
    expect(row?.backup_total_bytes).toBe(row?.total_bytes);
    expect(Number(row?.total_bytes)).toBeGreaterThan(Number(row?.free_bytes));
    expect(Number(row?.free_bytes)).toBeGreaterThan(0);
    expect(await query("select from private.outbox where kind = 'reminder'")).toHaveLength(1);
  });

  describe('the reminder of the morning', () => {
    const remind = (at: string) => query('select private.queue_reminder($1)', [at]);
    const reminders = () => query<{ id: string }>("select id from private.outbox where kind = 'reminder'");
    const claimed = async () => (await query<Claim>('select * from private.claim_mail()'))[0];
    const addOld = () =>
      query(
        `insert into public.reservations (name, email, created_at) values ('A', 'a@exemple.fr', '2026-01-02T09:00:00Z')`,
      );
    const day = (number: number) => parisDay(number);
    beforeEach(() => query('update private.upkeep set reminded_at = $1', [`${day(-3)}T12:00:00Z`]));

    test('is written once a day from seven in Paris on, whatever the number of servers, and names what needs the owner', async () => {
      await addOld();
      // Before seven in summer and in winter, and after it.
      await query('update private.upkeep set reminded_at = $1', [`${day(-1)}T12:00:00Z`]);
      await remind(`${day(0)}T04:59:00Z`);
      expect(await reminders()).toEqual([]);
      await remind(`${day(0)}T06:00:00Z`);
      await remind(`${day(0)}T06:10:00Z`);
      expect(await reminders()).toHaveLength(1);
      expect(await claimed()).toMatchObject({
        kind: 'reminder',
        detail: { concerns: [{ kind: 'requests', count: 1, oldestAt: '2026-01-02T09:00:00Z' }] },
      });
    });

    test('is not written when all is well, and is not made up for later that day', async () => {
      await remind(`${day(0)}T06:00:00Z`);
      await addOld();
      await remind(`${day(0)}T16:00:00Z`);
      expect(await reminders()).toEqual([]);
      await remind(`${day(1)}T06:00:00Z`);
      expect(await reminders()).toHaveLength(1);
    });

    test('is dropped when all is well by the time it goes', async () => {
      await addOld();
      await remind(`${day(0)}T06:00:00Z`);
      await query("update public.reservations set status = 'confirmee'");
      expect(await claimed()).toBeUndefined();
      expect(await reminders()).toEqual([]);
    });

    test('waits for the one before it to be sent', async () => {
      await addOld();
      await remind(`${day(-1)}T06:00:00Z`);
      await remind(`${day(0)}T06:00:00Z`);
      expect(await reminders()).toHaveLength(1);
    });
  });

  test('no role of a visitor or of an owner reads or changes the state of backups', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      for (const statement of [
        'select from private.upkeep',
        'select from private.servers',
        ...(role === 'service_role' ? [] : ['select private.claim_backup()', "select private.report_server('{}')"]),
      ]) {
        await expect(backend().owner.script(`begin; set local role ${role}; ${statement}`)).rejects.toThrow(
          /permission denied/,
        );
        await backend().owner.script('rollback');
      }
    }
  });
}
