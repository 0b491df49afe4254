import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postmasterOf } from '@site/backend/tests/support/process-tree';
import { until } from '@site/backend/tests/support/until';
import { testWhere } from '@site/backend/tests/support/where-possible';
import { messageOf } from '../../runbook/follow';
import { query, type Scene } from '../../runbook/scene';

import { DOWN, serviceSteps } from './service-steps';

/** The data of the site are damaged, or belong to another user. */
export function describeDamagedData(scene: () => Scene): void {
  const { expectRefusal, restart, mend } = serviceSteps(scene);

  test('a PostgreSQL that has ended is started again by itself', async () => {
    const { machine, follow } = scene();
    const sign = '`PostgreSQL has ended (…)`, `PostgreSQL does not start: …`';
    machine.journal();
    process.kill(postmasterOf(machine.dataDir), 'SIGKILL');
    let journal = '';
    await until(() => {
      journal += machine.journal();
      return journal.includes('PostgreSQL runs again');
    });
    expect(journal).toMatch(messageOf(sign));
    await follow.row(DOWN, sign);
    await machine.healthy();
  });

  test('an index of which nothing can be read comes back from a backup', async () => {
    const { machine, follow } = scene();
    const sign = "`No entry of the store's index can be read`";
    const { output, code } = await machine.run('sudo site-backup && ls /var/backups/site');
    expect([code, output]).toEqual([0, expect.any(String)]);
    const day = output.trim().split('\n').at(-1) ?? '';
    const index = join(machine.dataDir, 'store/index');
    await machine.run('sudo systemctl stop site');
    await machine.run('for file in /var/lib/site/store/index/*; do truncate --size 9 $file; done');
    await expectRefusal(sign);
    await follow.row(DOWN, sign);
    rmSync(index, { recursive: true });
    await machine.run(`sudo cp -a /var/backups/site/${day}/store/index /var/lib/site/store/index`);
    await restart();
  });

  test('keys that cannot be read are made anew', async () => {
    const { machine, follow } = scene();
    const sign = '`keys.json cannot be read`';
    writeFileSync(join(machine.dataDir, 'keys.json'), '{');
    await expectRefusal(sign);
    await follow.row(DOWN, sign);
    rmSync(join(machine.dataDir, 'keys.json'));
    await restart();
  });

  const asRoot = testWhere(process.getuid?.() === 0, 'only root gives files to another user');
  asRoot('files of another user are given back, and the daily backup is made', async () => {
    const { machine, follow } = scene();
    const sign = '`… cannot be made private to this user (…)`, `Backups cannot be written to …`';
    const backups = join(machine.dataDir, 'backups');
    await query(machine, "update private.upkeep set since = now() - interval '2 days', last_at = null");
    await machine.run('sudo systemctl stop site');
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    chownSync(backups, 0, 0);
    await expectRefusal(sign);
    await mend(sign);
    await until(() => machine.journal().includes('Daily backup'));
    const { output, failed } = await follow.block('No backup', 0);
    expect([failed, output]).toEqual([
      [],
      expect.stringMatching(/Daily backup: .*\n(?:.*\n)* *.* site-\d{8}T\d{6}Z$/m),
    ]);
    machine.set({ BACKUP_DIR: '' });
    const none = await follow.row('No backup', 'nothing, and no `Daily backup`');
    expect(none.output).toBe("BACKUP_DIR=''\n");
    machine.set({ BACKUP_DIR: undefined });
  });
}
