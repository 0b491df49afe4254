import { hostname } from 'node:os';
import type { TestBackend } from '../support/backend';
import { startChores } from '../support/chores';
import { parisDay } from '../support/rows';
import { GIGABYTE, madeBackup, server, upkeepOf } from '../support/upkeep';

/** Concerns that need the owner's attention, in the owner's space. */
export function describeConcerns(backend: () => TestBackend): void {
  const { query, fail, report, concerns, concernsOf, health } = upkeepOf(backend);

  test('when all is well nothing needs the owner', async () => {
    await report();
    await query('select private.backup_made($1)', [JSON.stringify(madeBackup)]);
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
      { kind: 'requests', isUrgent: false, count: 2, oldestAt: expect.stringMatching(/^2026-01-0/) },
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
    await query("select private.backup_made($1, now() - interval '1 day')", [JSON.stringify(madeBackup)]);
    await fail(`${parisDay(-1)}T12:00:00Z`);
    await fail(`${parisDay(0)}T00:00:00Z`, 'refused');
    expect(await concernsOf('backup')).toEqual([
      expect.objectContaining({ failure: 'refused', failedSince: `${parisDay(-1)}T12:00:00Z` }),
    ]);
    await query('select private.backup_made($1)', [JSON.stringify(madeBackup)]);
    expect(await concerns()).toBeNull();
  });

  test.each([
    ['older than two days', '49 hours', server.backupDir, 1],
    ['younger than two days', '47 hours', server.backupDir, 0],
    ['of any age where the owner wants none', '49 hours', null, 0],
  ])('a backup %s is reported the expected number of times', async (_, age, backupDir, times) => {
    await report({ backupDir: backupDir as string });
    await query('select private.backup_made($1, now() - $2::interval)', [JSON.stringify(madeBackup), age]);
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
    const chores = startChores(backend(), siteGaps);
    await chores.run();
    await chores.run();
    const [row] = await query<Record<string, unknown>>('select * from private.servers');
    expect(row).toMatchObject({ host: hostname(), data_dir: dataDir, same_disk: true, site_gaps: siteGaps });
    expect(row?.backup_total_bytes).toBe(row?.total_bytes);
    expect(Number(row?.total_bytes)).toBeGreaterThan(Number(row?.free_bytes));
    expect(Number(row?.free_bytes)).toBeGreaterThan(0);
    expect(await query("select from private.outbox where kind = 'concerns'")).toHaveLength(1);
  });
}
