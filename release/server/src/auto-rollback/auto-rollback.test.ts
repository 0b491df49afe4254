import { DAY_MS } from '@site/contract/today';
import { recordBackend } from '@site/release-core/compose/compatibility';
import type { Release } from '@site/release-core/store/release';
import { openSiteStore } from '@site/release-core/store/store';
import {
  addAll,
  offering,
  requiring,
  rollBack,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { watchesIn } from '@site/release-core/watch/stored-watches';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { activateWatched, openWatchedSite } from '../../tests/support/watched-site';

type OpenSite = Awaited<ReturnType<typeof openWatchedSite>>;
let folder: string;
let opened: OpenSite;

beforeEach(async () => {
  folder = temporaryFolder();
  opened = await openWatchedSite(folder);
});

const told = () => [...new Set(opened.notices.map(({ seq, outcome }) => `${seq} ${outcome}`))];
const endOf = (seq: number) => watchesIn(opened.store.blobs).readEnd(seq);
const fail = (release: string, reporters = 3) => {
  opened.reported[release] = { served: 40, live: 30, failed: reporters, networks: 30, reporters };
};

test('a release that fails more than the one before it goes back once, with the figures, and its part is held', async () => {
  await opened.activate('booking@1.0.0-b');
  await opened.poll();
  expect(await opened.activeOf('booking')).toBe('1.0.0-b');
  fail('booking@1.0.0-b');
  await opened.poll(3);
  const change = await opened.lastChange();
  expect(change).toMatchObject({
    command: 'rollback',
    parts: [{ name: 'booking', from: '1.0.0-b', to: '1.0.0-a' }],
    who: 'guard',
    why: 'booking: it failed on 3 of 30 networks; previous: 0 of 900',
  });
  expect((await opened.store.readRevision())?.seq).toBe(3);
  expect(await endOf(2)).toMatchObject({ verdict: 'returned', because: 'failures' });
  await expect(opened.activate('booking@1.0.0-c')).rejects.toThrow('booking is held by guard');
});

test('a release whose pages do not start goes back after eight visits from different networks', async () => {
  await opened.activate('booking@1.0.0-b');
  await opened.poll();
  await opened.serve(8, 'booking@1.0.0-b');
  await opened.poll();
  expect(await opened.activeOf('booking')).toBe('1.0.0-b');
  await opened.poll();
  expect(await opened.activeOf('booking')).toBe('1.0.0-a');
  expect((await opened.lastChange())?.why).toBe('booking: pages became live on 0 of 8 networks; previous: 810 of 900');
});

test('without counts nothing goes back, and the watch ends without having learnt anything', async () => {
  await opened.activate('booking@1.0.0-b');
  opened.site.isAway = true;
  await opened.poll();
  opened.site.now += 4 * DAY_MS;
  await opened.poll();
  expect(await opened.activeOf('booking')).toBe('1.0.0-b');
  expect(await endOf(2)).toMatchObject({ verdict: 'not-enough-visits' });
  expect(opened.notices).toEqual([]);
});

test('a backend that is away at the end of a watch is waited for', async () => {
  await opened.activate('booking@1.0.0-b');
  opened.reported['booking@1.0.0-b'] = { served: 50, live: 40, working: 40 };
  opened.site.isAway = true;
  opened.site.now += 3 * DAY_MS;
  await opened.poll();
  expect(await endOf(2)).toBeNull();
  opened.site.isAway = false;
  await opened.poll();
  expect(await endOf(2)).toMatchObject({ verdict: 'passed' });
});

test.each([
  ['a rollback', () => rollBack(opened.store, 'booking')],
  ['a newer release', () => activateWatched(opened.store, ['booking@1.0.0-c'])],
])('after %s by somebody, the earlier watch changes nothing', async (_, change) => {
  await opened.activate('booking@1.0.0-b');
  await opened.poll();
  await change();
  const { seq } = (await opened.store.readRevision()) ?? {};
  fail('booking@1.0.0-b', 9);
  await opened.poll(3);
  expect((await opened.store.readRevision())?.seq).toBe(seq);
  expect(await endOf(2)).toMatchObject({ verdict: 'replaced' });
  expect(told()).toEqual([]);
});

test('a release that somebody activates again after its rollback is not rolled back by the earlier verdict', async () => {
  await opened.activate('booking@1.0.0-b');
  fail('booking@1.0.0-b');
  await opened.poll();
  await activateWatched(opened.store, ['booking@1.0.0-b'], { isResuming: true, isUnwatched: true });
  const { seq } = (await opened.store.readRevision()) ?? {};
  await opened.poll(5);
  await opened.poll(5, [opened.start()]);
  expect((await opened.store.readRevision())?.seq).toBe(seq);
});

test('an unwatched activation and a rollback are never rolled back', async () => {
  await activateWatched(opened.store, ['booking@1.0.0-b'], { isUnwatched: true });
  fail('booking@1.0.0-b', 9);
  await rollBack(opened.store, 'booking');
  fail('booking@1.0.0-a', 9);
  await opened.poll(3);
  expect((await opened.lastChange())?.command).toBe('rollback');
  expect((await opened.lastChange())?.who).not.toBe('guard');
});

test('a change of which somebody has replaced a part does not go back, and the owner is told', async () => {
  await opened.activate('booking@1.0.0-b', 'contact@1.0.0-b');
  await opened.activate('booking@1.0.0-c');
  fail('contact@1.0.0-b');
  await opened.poll(2);
  expect(await opened.activeOf('contact')).toBe('1.0.0-b');
  expect(await endOf(2)).toMatchObject({ verdict: 'not-returned' });
  expect(opened.notices[0]).toMatchObject({ seq: 2, outcome: 'not-returned' });
});

describe('an earlier release that the site no longer accepts', () => {
  const sending = (...reservations: readonly string[]) =>
    requiring({ backend: { tables: { reservations }, functions: {} } });
  const NEEDED = ['name', 'company'];
  const needCompany = () =>
    recordBackend(opened.store, { tables: { reservations: { accepts: NEEDED, needs: NEEDED } }, functions: {} });

  async function activateAfter(earlier: Partial<Release>, later: Partial<Release>) {
    await addAll(opened.store, [
      tinyRemote('booking', '1.0.0-d', earlier),
      tinyRemote('booking', '1.0.0-e', later),
      tinyShell('1.0.0-s3', offering({ host: ['navigate'] })),
    ]);
    await activateWatched(opened.store, ['booking@1.0.0-d'], { isUnwatched: true });
    await opened.activate('booking@1.0.0-e');
  }

  async function expectOneAlarm(reason: string) {
    const { seq } = (await opened.store.readRevision()) ?? {};
    fail('booking@1.0.0-e');
    await opened.poll(5);
    await opened.poll(5, [opened.start()]);
    expect((await opened.store.readRevision())?.seq).toBe(seq);
    const end = await endOf(3);
    expect(end).toMatchObject({ verdict: 'not-returned', because: 'failures' });
    expect(end?.refusal).toContain(reason);
    expect(opened.lines.filter((line) => line.includes(reason))).toEqual([
      expect.stringContaining('The watch of change 3 ended: should go back, and cannot. booking: it failed on 3'),
    ]);
    expect(told()).toEqual(['3 not-returned']);
  }

  test('because today’s database needs a column of the later one: nothing goes back, it is said once, and told', async () => {
    await activateAfter(sending('name'), sending(...NEEDED));
    await needCompany();
    await expectOneAlarm('needs the column company of reservations, which booking@1.0.0-d does not send');
  });

  test('only since the verdict, after which the server ended: it is tried once, told, and other watches go on', async () => {
    await activateAfter(sending('name'), sending(...NEEDED));
    await opened.activate('contact@1.0.0-b');
    fail('booking@1.0.0-e');
    const ending = { ...opened.store, addRevision: () => Promise.reject(new Error('The server ended.')) };
    await expect(opened.start(ending).poll()).rejects.toThrow('The server ended.');
    await needCompany();
    opened.lines.length = 0;
    await expectOneAlarm('needs the column company of reservations, which booking@1.0.0-d does not send');
    fail('contact@1.0.0-b');
    await opened.poll();
    expect(await opened.activeOf('contact')).toBe('1.0.0-a');
    expect((await opened.store.readRevision())?.seq).toBe(5);
  });
});

describe('two watched changes at once', () => {
  beforeEach(async () => {
    await opened.activate('booking@1.0.0-b');
    await opened.activate('shell@1.0.0-s2');
  });

  test('each is judged by the reports that name its own release', async () => {
    opened.reported['shell@1.0.0-s2'] = { served: 60, live: 50, opened: 50, started: 45 };
    fail('booking@1.0.0-b');
    await opened.poll();
    expect(await opened.activeOf('booking')).toBe('1.0.0-a');
    expect(await opened.activeOf('shell')).toBe('1.0.0-s2');
  });

  test('failures that no release can be blamed for roll back neither, and are told', async () => {
    opened.site.unattributed = 50;
    await opened.poll(3);
    expect((await opened.store.readRevision())?.seq).toBe(3);
    expect(told()).toEqual(['2 unattributed', '3 unattributed']);
  });

  test('silence on the pages of both rolls back neither, and is told', async () => {
    await opened.poll();
    await opened.serve(10, 'booking@1.0.0-b', 'shell@1.0.0-s2');
    await opened.poll(3);
    expect((await opened.store.readRevision())?.seq).toBe(3);
    expect(opened.notices.map(({ outcome }) => outcome)).toContain('ambiguous');
  });

  test('silence on pages of other parts too rolls back the shell only', async () => {
    await opened.poll();
    await opened.serve(8, 'shell@1.0.0-s2');
    expect(await opened.activeOf('shell')).toBe('1.0.0-s2');
    await opened.serve(8, 'booking@1.0.0-b', 'shell@1.0.0-s2');
    await opened.poll(2);
    expect(await opened.activeOf('shell')).toBe('1.0.0-s1');
    await opened.poll(10);
    expect(await opened.activeOf('booking')).toBe('1.0.0-b');
  });
});

describe('several servers and restarts', () => {
  test('of several servers one decides, and there is one rollback', async () => {
    // A folder, which adds atomically.
    opened = await openWatchedSite(folder, openSiteStore(folder));
    await opened.activate('booking@1.0.0-b');
    fail('booking@1.0.0-b');
    await opened.poll(3, [opened.autoRollback, opened.start(), opened.start()]);
    expect((await opened.store.readRevision())?.seq).toBe(3);
    expect(opened.lines.filter((line) => line.includes('ended'))).toHaveLength(1);
    expect(opened.lines.filter((line) => line.includes('rolls change 2 back'))).toHaveLength(1);
  });

  test('a rollback whose server ended after its verdict is made by the next one', async () => {
    await opened.activate('booking@1.0.0-b');
    fail('booking@1.0.0-b');
    const { blobs } = opened.store;
    const ending = { ...opened.store, addRevision: () => Promise.reject(new Error('The server ended.')) };
    await expect(opened.start(ending).poll()).rejects.toThrow('The server ended.');
    expect(await watchesIn(blobs).readEnd(2)).toMatchObject({ verdict: 'returned' });
    expect(await opened.activeOf('booking')).toBe('1.0.0-b');
    // The counts of meanwhile do not matter.
    opened.reported['booking@1.0.0-b'] = { live: 3000 };
    await opened.poll(1, [opened.start()]);
    expect(await opened.activeOf('booking')).toBe('1.0.0-a');
  });

  test('a restarted server goes on with the watch, and tells the owner again', async () => {
    await opened.activate('booking@1.0.0-b');
    await opened.poll(2);
    fail('booking@1.0.0-b');
    await opened.poll(1, [opened.start()]);
    expect(await opened.activeOf('booking')).toBe('1.0.0-a');
    await opened.poll(1, [opened.start()]);
    expect(opened.notices.length).toBeGreaterThan(1);
    expect(told()).toEqual(['2 returned']);
  });
});
