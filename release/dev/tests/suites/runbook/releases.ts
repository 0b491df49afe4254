import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { incident } from '@site/backend/tests/support/rows';
import { authClient } from '@site/backend/tests/support/sign-in';
import { until } from '@site/backend/tests/support/until';
import { keyIn, query, type Scene, visitorOf } from '../../runbook/scene';

const BAD = 'A bad release';
const DAMAGED = 'A damaged file';
const OWNER = 'contact@example.fr';

/** A release is bad, fails, is damaged, or somebody may release who should not. */
export function describeReleases(scene: () => Scene): void {
  const run = (command: string) => scene().machine.run(command);
  async function activeBooking(): Promise<string> {
    const { output } = await run('sudo site release status --json');
    const { names } = JSON.parse(output) as { names: { name: string; active: string }[] };
    return names.find(({ name }) => name === 'booking')?.active ?? '';
  }
  const fileOf = (id: string, file: string) => join(scene().machine.dataDir, 'store/r/booking', id, file);
  async function followWell(...step: Parameters<Scene['follow']['block']>) {
    const { output, failed } = await scene().follow.block(...step);
    expect({ failed, output }).toMatchObject({ failed: [] });
    return output;
  }
  /** A backup of this minute is not made again. @returns its folder */
  const backup = async () => {
    await run('sudo site-backup');
    return (await run('ls /var/backups/site')).output.trim().split('\n').at(-1) ?? '';
  };
  const pageOf = async (path: string) => (await fetch(scene().machine.address + path)).text();

  test('a bad release is rolled back and held, and its correction goes live', async () => {
    const output = await followWell(BAD, 0);
    expect(output).toContain('booking: 1.0.0-b → 1.0.0-a');
    expect(await pageOf('/booking')).toContain('booking 1.0.0-a');
    expect((await run('sudo site release activate booking@1.0.0-c')).output).toContain('booking is held by');
    await followWell(BAD, 1, { values: { id: '1.0.0-c' }, lines: [0] });
    expect(await pageOf('/booking')).toContain('booking 1.0.0-c');
    await followWell(BAD, 1, { lines: [2] });
    await followWell(BAD, 1, { lines: [1] });
    expect((await run('sudo site release status')).output).not.toContain('held');
  });

  test('an older release is chosen by its id, and a bad one never runs again', async () => {
    const { follow } = scene();
    expect((await follow.prose(BAD, '--to <id>', { id: '1.0.0-a' })).failed).toEqual([]);
    await run('sudo site release activate booking@1.0.0-c --resume');
    await followWell(BAD, 2, { values: { id: '1.0.0-c' } });
    expect(await activeBooking()).toBe('1.0.0-a');
    expect((await run('sudo site release activate booking@1.0.0-c')).output).toContain('revoked');
    await run('sudo site release activate booking@1.0.0-b --resume');
    const { seq } = JSON.parse((await run('sudo site release status --json')).output) as { seq: number };
    expect((await follow.prose(BAD, '--change <seq>', { seq: String(seq) })).failed).toEqual([]);
    expect(await activeBooking()).toBe('1.0.0-a');
    await run('sudo site release activate booking@1.0.0-b --resume');
  });

  test('as a last resort the store of a backup is put back, and requests are kept', async () => {
    const { machine } = scene();
    const requests = async () => (await query(machine, 'select from public.contacts')).length;
    const before = await requests();
    const day = await backup();
    for (const seq of ['5', '6', '7']) rmSync(join(machine.dataDir, `store/index/0000000${seq}.json`), { force: true });
    await followWell(BAD, 3, { values: { day } });
    await machine.healthy();
    expect(await pageOf('/booking')).toContain('booking 1.0.0-b');
    expect(await requests()).toBe(before);
    expect((await run('sudo site release verify')).code).toBe(0);
  });

  test('a damaged release shows in visitors’ browsers, in `status` and in `verify`, and comes back from a backup', async () => {
    const { machine, follow } = scene();
    const day = await backup();
    truncateSync(fileOf('1.0.0-b', 'remoteEntry.js'), 3);
    const report = { ...incident, release: '1.0.0-b' };
    expect(await visitorOf(machine).post('incidents', report)).toMatchObject({ status: 201 });
    const seen = await follow.block('One page shows the failure strip', 0);
    expect(seen.output).toMatch(/^booking@1\.0\.0-b \(active\): 1 failure/m);
    expect(seen.output).toContain('r/booking/1.0.0-b/remoteEntry.js');
    expect(seen.output).toMatch(/^HTTP\/1.1 200/m);

    const { output } = await follow.block(DAMAGED, 0);
    expect(output).toContain('not repaired: r/booking/1.0.0-b/remoteEntry.js');
    expect((await follow.prose(DAMAGED, 'rollback booking')).failed).toEqual([]);
    expect(await activeBooking()).toBe('1.0.0-a');
    expect((await follow.block(DAMAGED, 1, { values: { id: '1.0.0-b' } })).output).toContain('"commit"');
    expect((await follow.prose(DAMAGED, 'cp -a', { id: '1.0.0-b', day })).failed).toEqual([]);
    expect((await run('sudo site release repair && sudo site release verify')).failed).toEqual([]);
    expect((await follow.prose(DAMAGED, 'activate booking@<id>', { id: '1.0.0-b' })).output).toContain('→ 1.0.0-b');
    expect(await activeBooking()).toBe('1.0.0-b');
  });

  test('damaged pages are repaired without a restart', async () => {
    const { follow } = scene();
    await run('for file in /var/lib/site/store/bodies/*; do truncate --size 9 $file; done');
    expect((await follow.block(DAMAGED, 0)).output).toMatch(/^repaired: the page \/booking has changed/m);
    expect(await pageOf('/booking')).toContain('booking 1.0.0-b');
    expect((await run('sudo site release verify')).code).toBe(0);
  });

  test('a failure is listed with its release', async () => {
    expect(await followWell('A part fails: which line', 0)).toContain('booking@1.0.0-b');
  });

  test('a release that fails on two networks goes back by itself, and the log has the reason', async () => {
    const { machine, follow } = scene();
    const title = 'The site went back by itself';
    await query(
      machine,
      'with i as (delete from public.incidents), r as (delete from private.incident_reports) delete from private.page_counts',
    );
    await query(
      machine,
      `insert into private.page_counts (hour, remote, release, route, served, live)
         values (date_trunc('hour', now(), 'UTC') - interval '1 day', 'booking', '1.0.0-a', '/booking', 900, 900)`,
    );
    await run('sudo site release rollback booking --to 1.0.0-a && sudo site release activate booking@1.0.0-b --resume');
    const page = { shell: '1.0.0-s1', remote: 'booking', release: '1.0.0-b', route: '/booking' };
    for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.9']) {
      const browser = visitorOf(machine, address);
      await browser.post('live_pages', [page, page]);
      const failure = { ...incident, release: '1.0.0-b', phase: 'render', code: 'exception' };
      expect(await browser.post('incidents', failure)).toMatchObject({ status: 201 });
    }
    await until(async () => {
      machine.pass();
      return (await activeBooking()) === '1.0.0-a';
    });
    const output = await followWell(title, 0);
    expect(output).toMatch(/guard +rollback booking/);
    expect((await follow.prose(title, 'resume booking')).failed).toEqual([]);
    expect((await follow.prose(title, '--no-watch', { id: '1.0.0-b' })).failed).toEqual([]);
    expect(await activeBooking()).toBe('1.0.0-b');
  });

  test('a leaked token is refused as soon as its grant is withdrawn', async () => {
    const { machine, releases } = scene();
    // Without any grant, the interface is closed.
    await run('sudo site release grant landing --team "another team"');
    const ask = () =>
      fetch(`${machine.address}/release/v1`, { headers: { authorization: `Bearer ${releases.token}` } });
    expect((await ask()).status).toBe(200);
    const output = await followWell('A token leaked, a team left', 0, {
      values: { grant: releases.grant, id: '1.0.0-b' },
    });
    expect(output).toContain(releases.grant);
    expect((await ask()).status).toBe(401);
    expect(await activeBooking()).toBe('1.0.0-a');
  });

  test('the sessions of a lost phone are over, and its owner can sign in again', async () => {
    const { machine, follow } = scene();
    const title = "The owner's phone is lost, or a session is not theirs";
    const client = authClient({ url: machine.address, anonKey: keyIn(machine) });
    const signIn = async () => {
      const { output } = await follow.prose(title, 'site-owner code');
      const [token = ''] = output.replaceAll(/(?<=\d) (?=\d)/g, '').match(/\b\d{8}\b/) ?? [];
      return (await client.auth.verifyOtp({ email: OWNER, token, type: 'email' })).data.session;
    };
    await run(`sudo site site-owner add ${OWNER}`);
    const session = await signIn();
    expect((await client.auth.getUser(session?.access_token)).data.user?.email).toBe(OWNER);
    const output = await followWell(title, 0);
    expect(output).toMatch(/^contact@example\.fr .* 1$/m);
    expect((await client.auth.getUser(session?.access_token)).data.user).toBeNull();
    expect(await signIn()).toMatchObject({ user: { email: OWNER } });
  });
}
