import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { until } from '@site/backend/tests/support/until';
import { freePort } from '@site/terminal/free-port';
import { messageOf } from '../../runbook/follow';
import { VERSION } from '../../runbook/machine';
import type { Scene } from '../../runbook/scene';

import { DOWN, serviceSteps } from './service-steps';

/** The service ends, or does not start. */
export function describeService(scene: () => Scene): void {
  const { expectRefusal, restart, mend } = serviceSteps(scene);

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
}
