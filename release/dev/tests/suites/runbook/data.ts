import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contact } from '@site/backend/tests/support/rows';
import type { SmallDisk } from '@site/backend/tests/support/small-disk';
import { until } from '@site/backend/tests/support/until';
import { testWhere } from '@site/backend/tests/support/where-possible';
import { query, type Scene, sendMessage } from '../../runbook/scene';

const FULL = 'Disk full';

/** The disk is full, or the data folder takes too much of it. @param disk its machine has a disk of its own, or why not */
export function describeData(scene: () => Scene, disk: SmallDisk | string): void {
  testWhere(typeof disk !== 'string', `${disk}`)(
    'a full disk is found and freed, and a rollback works meanwhile',
    async () => {
      const { machine, follow } = scene();
      if (typeof disk === 'string') return;
      await machine.run('sudo site-backup');
      disk.leave(1);
      // The connection of an earlier message may have been closed meanwhile.
      const answer = await until(() => sendMessage(machine).catch(() => null));
      expect(answer).toMatchObject({ status: 503, body: { code: 'DISK_FULL' } });
      const looked = await follow.block(FULL, 0);
      expect(looked.output).toMatch(/ 100% \//);
      const rolledBack = await machine.run('sudo site release rollback booking --why "a full disk"');
      expect(rolledBack).toMatchObject({ code: 0, output: expect.stringContaining('booking: ') });
      const freed = await follow.block(FULL, 1);
      expect(freed.failed).toEqual([]);
      expect((await follow.prose(FULL, 'restart site')).failed).toEqual([]);
      await machine.healthy();
      expect(await sendMessage(machine)).toMatchObject({ status: 201 });
      await machine.run('sudo site release activate booking@1.0.0-b --resume');
    },
  );

  test('what killed commands have left in the data folder is removed', async () => {
    const { machine, follow } = scene();
    const scratch = join(machine.dataDir, 'store/scratch');
    mkdirSync(scratch, { recursive: true });
    writeFileSync(join(scratch, `99999999-${Date.now()}-1`), 'half');
    const { output, failed } = await follow.block('A full DATA_DIR', 0);
    expect([failed, output]).toEqual([[], expect.stringContaining('1 scratch files')]);
    await follow.row('A full DATA_DIR', '`store/scratch`');
    expect(readdirSync(scratch).filter((name) => name.startsWith('9'))).toEqual([]);
  });

  test('one person is removed', async () => {
    const { machine, follow } = scene();
    await sendMessage(machine);
    const sign = '`database`';
    const { email } = contact;
    const { failed } = await follow.row('A full DATA_DIR', sign, { 'e-mail': email });
    expect(failed).toEqual([]);
    expect(await query(machine, 'select from public.contacts where email = $1', [email])).toEqual([]);
  });
}
