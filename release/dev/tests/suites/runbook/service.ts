import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { postmasterOf } from '@site/backend/tests/support/process-tree';
import { until } from '@site/backend/tests/support/until';
import { testWhere } from '@site/backend/tests/support/where-possible';
import { freePort } from '@site/terminal/free-port';
import { messageOf } from '../../runbook/follow';
import { VERSION } from '../../runbook/machine';
import { query, type Scene } from '../../runbook/scene';

const DOWN = 'The site does not answer';

/** The service ends, or does not start. */
export function describeService(scene: () => Scene): void {
  /** Expects that the site does not start, and that the last lines of its journal contain the message of a row. */
  async function expectRefusal(sign: string) {
    const { machine } = scene();
    machine.journal();
    await machine.run('sudo systemctl restart site');
    await until(machine.exited);
    expect(machine.journal()).toMatch(messageOf(sign));
  }
  async function restart() {
    await scene().machine.run('sudo systemctl restart site');
    await scene().machine.healthy();
  }
  /** Runs the commands of a row; then the site is well. */
  async function mend(sign: string, values = {}) {
    const done = await scene().follow.row(DOWN, sign, values);
    expect(done.failed).toEqual([]);
    await scene().machine.healthy();
  }

  test('the first three commands show that a site is well', async () => {
    const { output, failed } = await scene().follow.block('Runbook', 0);
    expect(failed).toEqual([]);
    expect(output).toMatch(/^HTTP\/1.1 200 OK/);
    expect(output).toMatch(/^booking +1\.0\.0-b /m);
    expect(output).toContain('No failures in a day.');
    expect(output).toContain('Active: active (running)');
  });

  test('a service that was killed is started again by its row', async () => {
    const { machine, follow } = scene();
    const sign = '`curl: (7) …`';
    await machine.kill();
    const { output } = await follow.block(DOWN, 0);
    expect(output).toMatch(messageOf(sign));
    await mend(sign);
    expect((await follow.block(DOWN, 0)).output).toContain('200 OK');
  });

  test('a site that starts says so', async () => {
    const { machine, follow } = scene();
    const sign = '503 `The site is starting.`';
    await machine.run('sudo systemctl restart site');
    const text = () =>
      fetch(`${machine.address}/healthz`).then(
        (answer) => answer.text(),
        () => '',
      );
    await until(async () => messageOf(sign).test(await text()));
    await follow.row(DOWN, sign);
    await machine.healthy();
  });

  test('a port in use is named, and the process that uses it found', async () => {
    const { machine, follow } = scene();
    const sign = '`Port 4173 is in use`';
    await machine.run('sudo systemctl stop site');
    const other = createServer().listen(Number(new URL(machine.address).port));
    await once(other, 'listening');
    await expectRefusal(sign);
    const [look = ''] = (await follow.row(DOWN, sign)).output.match(/users:.*/) ?? [];
    expect(look).toContain(`pid=${process.pid},`);
    await until(machine.exited);
    other.close();
    await mend(sign);
  });

  test('a second copy on the same folder is found by its number, and ended', async () => {
    const { machine, follow } = scene();
    const sign = '`… is in use by process 123: stop it first`';
    await machine.run('sudo systemctl stop site');
    const port = new URL(machine.address).port;
    const [own, other] = [{ PORT: port }, { PORT: String(await freePort()) }];
    machine.set(other);
    const copy = spawn(machine.at('bin/site'), ['start'], { env: machine.env, stdio: 'ignore' });
    const ended = once(copy, 'exit');
    await until(() =>
      fetch(`http://localhost:${other.PORT}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    machine.set(own);
    await machine.run('sudo systemctl restart site');
    await until(machine.exited);
    const [, pid = ''] = /in use by process (\d+): stop it first/.exec(machine.journal()) ?? [];
    const found = await follow.row(DOWN, sign, { 123: pid });
    expect([found.failed, pid]).toEqual([[], String(copy.pid)]);
    expect(found.output).toMatch(/site\.mjs start$/m);
    process.kill(Number(pid));
    await ended;
    await restart();
  });

  test.each([
    ['`/etc/site/site.json: …`', (text: string) => text.replace('"phone"', '"telephone"')],
    [
      '`"programmePdf" names …`, or another file',
      (text: string) => text.replace('{', '{ "programmePdf": "programme.pdf",'),
    ],
    ['`Le site serait public (…)`', (text: string) => text.replace('"origin": ""', '"origin": "https://exemple.fr"')],
  ])('site.json that is refused with %s starts once it is corrected', async (sign, change) => {
    const { machine, follow } = scene();
    const file = machine.at('etc/site/site.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, change(text));
    await expectRefusal(sign);
    if (sign.includes('programmePdf')) writeFileSync(machine.at('etc/site/fichiers/programme.pdf'), '%PDF-1.7');
    else writeFileSync(file, text);
    await follow.row(DOWN, sign);
    await restart();
    writeFileSync(file, text);
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

  test('after an update that does not start, the version before is switched back to', async () => {
    const { machine, follow } = scene();
    const sign = 'a stack trace since an update';
    const broken = machine.at('srv/site/2026-12-02');
    mkdirSync(broken);
    writeFileSync(join(broken, 'site.mjs'), 'throw new Error("broken");\n');
    machine.journal();
    await machine.run('sudo site-switch 2026-12-02');
    await until(machine.exited);
    expect(machine.journal()).toMatch(/Error: broken\n +at /);
    await follow.row(DOWN, sign);
    const { output, failed } = await follow.block(DOWN, 2, { values: { version: VERSION } });
    expect([failed, output]).toEqual([[], expect.stringMatching(/current -> .*2026-12-02/)]);
    await machine.healthy();
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
