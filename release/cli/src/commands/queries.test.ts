import { changeSite } from '@site/release-core/changes/change';
import { decideRevocation } from '@site/release-core/changes/decide';
import type { Log } from '@site/release-core/queries/read-log';
import type { Store } from '@site/release-core/store/store';
import { readHistory } from '@site/release-core/tests/support/memory-store';
import {
  activateNew,
  activateReleases,
  activateWatched,
  addAll,
  rollBack,
  rollBackAtFailures,
  tinyRemote,
  tinyStore,
} from '@site/release-core/tests/support/tiny-site';
import { NO_COUNTS } from '@site/release-core/watch/judge';
import { watchesIn } from '@site/release-core/watch/stored-watches';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';
import { describeJourneys, describeMails, describePages, describeRequests } from './status';

describe('status', () => {
  // An object store refuses a clock that differs by a quarter of an hour.
  const NOW = Date.now();
  const minutesAgo = (minutes: number) => NOW - minutes * 60_000;
  const OPENED = minutesAgo(12);
  const CHANGED = minutesAgo(7);
  let store: Store;

  beforeEach(async () => {
    jest.useFakeTimers({ now: OPENED, doNotFake: ['nextTick', 'setImmediate'] });
    store = await tinyStore();
    jest.setSystemTime(CHANGED);
    await activateNew(store, tinyRemote('booking', '1.0.0-b'));
    jest.setSystemTime(NOW);
  });
  afterEach(() => jest.useRealTimers());

  // A working directory that does not exist makes the query fail, as without a database.
  const run = (on = store) => runIn('status', contextOn(on));

  test('lists how long each release has been active, not how long it has been published', async () => {
    const { text, json } = await run();
    expect(text).toMatch(/^booking +1\.0\.0-b +1\.0\.0-a +– +7 min +/m);
    expect(text).toMatch(/^shell +1\.0\.0-s1 +– +– +12 min +/m);
    expect(json).toMatchObject({
      seq: 2,
      names: [
        { name: 'shell' },
        { name: 'landing' },
        { name: 'booking', activeSince: new Date(CHANGED).toISOString() },
      ],
    });
  });

  test('reports failures as unknown, not as none, when the database does not answer', async () => {
    const { text, json } = await run();
    expect(text).toMatch(/\nPages and failures in a day, and requests: not known, the database does not answer\.$/);
    expect(json).toMatchObject({ failures: null, reporters: null, pages: null, requests: null });
  });

  test('names the watch of a release, its figures and how it ended', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
    await activateWatched(store, { name: 'booking', id: '1.0.0-c' });
    const until = new Date(NOW + 3 * 86_400_000).toISOString().slice(0, 16);
    expect((await run()).text).toContain(
      `\nbooking: watched until ${until}Z or, from a day on, 300 networks; nothing is counted yet (change 3).\n`,
    );
    const { writeProgress, addEnd } = watchesIn(store.blobs);
    const figures = {
      at: new Date(NOW).toISOString(),
      unattributed: 0,
      dropped: 0,
      parts: [
        {
          name: 'booking',
          id: '1.0.0-c',
          previous: '1.0.0-b',
          since: { ...NO_COUNTS, opened: 37, started: 35, networks: 38, reporters: 1, unproven: 2 },
          before: { ...NO_COUNTS, networks: 900, reporters: 4 },
        },
      ],
    };
    await writeProgress(3, figures);
    const { text, json } = await run();
    expect(text).toContain(
      `\nbooking@1.0.0-c: watched until ${until}Z or, from a day on, 300 networks; live on 35 of 37 networks, failed on 1 of 38, 2 more that this site sent no such page; previous: 4 of 900 (change 3).\n`,
    );
    expect(json).toMatchObject({
      watches: [{ seq: 3, names: ['booking'], end: null, look: { parts: [{ since: { started: 35 } }] } }],
    });
    await writeProgress(3, { ...figures, alert: 'unattributed', dropped: 1 });
    expect((await run()).text).toContain(
      '\nChange 3 needs you: pages fail, and no release can be blamed for it.\nChange 3: 1 report of failures exceeded a limit and was dropped.\n',
    );
    await addEnd(3, { ...figures, verdict: 'not-enough-visits' });
    expect((await run()).text).toContain(
      '\nbooking@1.0.0-c: watch ended without a verdict; live on 35 of 37 networks, failed on 1 of 38, 2 more that this site sent no such page; previous: 4 of 900 (change 3).\n',
    );
  });
});

describe('log', () => {
  let store: Store;

  beforeEach(async () => {
    store = await tinyStore();
    await addAll(store, [tinyRemote('landing', '1.0.0-b'), tinyRemote('booking', '1.0.0-b')]);
    await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
    await rollBack(store, 'booking');
    await activateReleases(store, { name: 'landing', id: '1.0.0-b' }, { name: 'booking', id: '1.0.0-b' });
  });

  const run = (options: TypedFlags = {}) => runIn('log', contextOn(store, options));
  const listed = async (options: TypedFlags = {}) => ((await run(options)).json as Log).changes.map(({ seq }) => seq);

  test('lists each part of a joint change on its own line', async () => {
    const lines = (await run()).text.split('\n');
    expect(lines[4]).toMatch(/^4 +\S+ +\S+ +activate landing +1\.0\.0-a +1\.0\.0-b/);
    expect(lines[5]).toMatch(/^ +activate booking \(resumed\) +1\.0\.0-a +1\.0\.0-b$/);
  });

  test('lists all changes of a part with --name, the latest last: single ones, joint ones and the first start', async () => {
    expect(await listed({ name: 'booking' })).toEqual([1, 2, 3, 4]);
    expect(await listed({ name: 'remote-landing' })).toEqual([1, 4]);
    expect(await listed({ name: 'shell' })).toEqual([1]);
  });

  test('lists the latest selected changes with --limit', async () => {
    expect(await listed({ limit: '2' })).toEqual([3, 4]);
    expect(await listed({ name: 'landing', limit: '1' })).toEqual([4]);
    expect(await listed({ limit: '999' })).toEqual([1, 2, 3, 4]);
  });

  test('lists the latest hundred changes without a limit, and mentions that there are more', async () => {
    const latest = await store.readRevision();
    if (!latest) throw new Error('There is a revision.');
    for (let seq = 5; seq <= 101; seq += 1) await store.addRevision({ ...latest, seq });
    expect((await listed())[0]).toBe(2);
    expect((await run()).text).toContain('The latest 100; for more, give --limit or --since.');
    expect(await listed({ limit: '999' })).toHaveLength(101);
    expect(await listed({ since: '1h' })).toHaveLength(101);
  });

  test('lists the changes from a moment on with --since', async () => {
    const [, , third] = await readHistory(store);
    expect(await listed({ since: '1h' })).toEqual([1, 2, 3, 4]);
    expect((await listed({ since: third?.change.at ?? '' })).at(-1)).toBe(4);
    expect(await listed({ since: '2999-01-01' })).toEqual([]);
    expect((await run({ since: '2999-01-01' })).text).toBe('No change in this selection.');
  });

  test('names the revoked release, and no replaced one when it was inactive', async () => {
    await changeSite(store, '', (current) => decideRevocation(store, current, { name: 'booking', id: '1.0.0-a' }));
    expect((await run({ limit: '1' })).text).toMatch(/revoke booking@1\.0\.0-a$/);
  });

  test('marks a watched activation, and one whose watch ended', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
    await activateWatched(store, { name: 'booking', id: '1.0.0-c' });
    expect((await run({ limit: '1' })).text).toMatch(/activate booking \(watched\) +1\.0\.0-b +1\.0\.0-c/);
    const part = { name: 'booking', id: '1.0.0-c', previous: '1.0.0-b', since: NO_COUNTS, before: null };
    await watchesIn(store.blobs).addEnd(5, {
      at: new Date().toISOString(),
      parts: [part],
      unattributed: 0,
      dropped: 0,
      verdict: 'passed',
    });
    const { text, json } = await run({ limit: '1' });
    expect(text).toContain('activate booking (watch passed)');
    expect((json as Log).changes).toMatchObject([{ seq: 5, watchedDays: 3, verdict: 'passed' }]);
  });

  test('lists an automatic rollback as one by `guard`, with its figures and the hold', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
    await activateWatched(store, { name: 'booking', id: '1.0.0-c' });
    await rollBackAtFailures(store, 5, '2 networks reported failures');
    expect((await run({ limit: '1' })).text).toMatch(
      /^6 +\S+ +guard +rollback booking \(held\) +1\.0\.0-c +1\.0\.0-b +2 networks reported failures$/m,
    );
  });

  test.each([
    [{ name: 'bookings' }, 'No change concerns "bookings": choose among shell, landing, booking.'],
    [{ name: '__proto__' }, '"__proto__" is not a name: write it as booking'],
    [{ limit: '0' }, '--limit is "0": give a number from 1 on.'],
    [{ limit: '1e3' }, '--limit is "1e3": give a number from 1 on.'],
  ])('refuses %j with one sentence', async (options, sentence) => {
    await expect(run(options)).rejects.toThrow(sentence);
  });
});

test('failures of a span that ends before it begins are refused', async () => {
  const context = contextOn(await tinyStore(), { since: '1h', until: '2h' });
  await expect(runIn('failures', context)).rejects.toThrow('--until must be after --since.');
});

const booking = { name: 'booking', id: '1.0.0-c', served: 41, live: 39 };
const shell = { name: 'shell', id: '1.0.0-s1', served: 120, live: 117 };

test('status compares the pages of each active release that became interactive with the pages served', () => {
  expect(describePages([shell, booking]).split('\n').slice(1)).toEqual([
    '  shell@1.0.0-s1   117 live, 120 served',
    '  booking@1.0.0-c  39 live, 41 served',
  ]);
});

test('status lists the requests that came with each release', () => {
  const requests = [
    { name: 'booking', id: '1.0.0-c', requests: 0 },
    { name: 'booking', id: '1.0.0-b', requests: 1 },
    { name: 'shell', id: '1.0.0-s1', requests: 10_001 },
  ];
  expect(describeRequests(requests).split('\n')).toEqual([
    'Requests received with each release:',
    '  booking@1.0.0-c  0 requests',
    '  booking@1.0.0-b  1 request',
    '  shell@1.0.0-s1   more than 10000 requests',
  ]);
});

test('status names why mails are not sent, on one line, and what to do', () => {
  const lastError = 'EENVELOPE at RCPT TO: 553 5.7.1\n\u001b[2J Not owned by user';
  expect(describeMails({ unsent: 3, lastError }).join('\n')).toMatch(
    /^Mails that could not be sent: 3 \(EENVELOPE at RCPT TO: 553 5\.7\.1 {2}\[2J Not owned by user\)\..*docs\/hosting\/one-machine\.md.*inbox resend"\.$/,
  );
  expect(describeMails(null)).toEqual([]);
});

test('status says for each part which journeys passed, when and with which shell, and which fail or have not run', () => {
  const journeys = [
    { name: 'booking', journey: 'book', title: 'Réserver', at: '2026-11-28T08:00:00.000Z', problem: null },
    { name: 'booking', journey: 'help', title: 'Aide', at: '2026-11-28T09:30:00.000Z', problem: null },
    { name: 'landing', journey: 'book', title: 'Lire', at: '2026-11-28T09:30:00.000Z', problem: '/ is not hydrated' },
    { name: 'landing', journey: 'write', title: 'Écrire', at: null, problem: null },
  ];
  expect(describeJourneys(journeys, '1.0.0-s1')).toEqual([
    'booking: 2 of 2 journeys passed, last at 2026-11-28T09:30Z with shell@1.0.0-s1.',
    'landing: 0 of 2 journeys passed; « Lire » fails: / is not hydrated; « Écrire » has not run.',
  ]);
});
