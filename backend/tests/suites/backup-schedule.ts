import type { TestBackend } from '../support/backend';
import { madeBackup, server, upkeepOf } from '../support/upkeep';

/** The daily backup and the disks of the servers. */
export function describeBackupSchedule(backend: () => TestBackend): void {
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
      ...madeBackup,
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
