import { openStore, type Store } from '@site/release-core/store/store';
import { activateNew, activateWatched } from '@site/release-core/tests/support/change';
import { addAll, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { NO_COUNTS } from '@site/release-core/watch/judge';
import { watchesIn } from '@site/release-core/watch/stored-watches';
import { contextOn, runIn } from '../../tests/support/command-context';
import { deactivate } from './deactivate';
import { status } from './status';

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
const run = (on = store) => runIn(status, { ...contextOn(on), root: '/nowhere' });

test('lists how long each release has been active, not how long it has been published', async () => {
  const { text, json } = await run();
  expect(text).toMatch(/^booking +1\.0\.0-b +1\.0\.0-a +– +7 min +/m);
  expect(text).toMatch(/^shell +1\.0\.0-s1 +– +– +12 min +/m);
  expect(json).toMatchObject({
    seq: 2,
    names: [{ name: 'shell' }, { name: 'landing' }, { name: 'booking', activeSince: new Date(CHANGED).toISOString() }],
  });
});

test('names inactive parts and their last release', async () => {
  await runIn(deactivate, contextOn(store), 'booking');
  const { text, json } = await run();
  expect(text).toContain('\nbooking is not active; it had 1.0.0-b.\nChange 3.');
  expect(json).toMatchObject({ deactivated: { booking: { previous: ['1.0.0-b', '1.0.0-a'] } } });
});

test('reports failures as unknown, not as none, when the database does not answer', async () => {
  const { text, json } = await run();
  expect(text).toMatch(/\nPages and failures in a day, and requests: not known, the database does not answer\.$/);
  expect(json).toMatchObject({ failures: null, reporters: null, pages: null, requests: null });
});

test('lists active releases despite a damaged earlier entry', async () => {
  const damaged = openStore({
    ...store.blobs,
    get: async (key) => (key === 'index/00000001.json' ? Buffer.from('{"seq"') : store.blobs.get(key)),
  });
  const { text, json } = await run(damaged);
  const { names: before } = (await run()).json as { names: readonly { readonly activeSince: string }[] };
  expect(before[0]?.activeSince).toBe(new Date(OPENED).toISOString());
  expect(text).toMatch(/^booking +1\.0\.0-b +1\.0\.0-a +– +\d+ \w+ +/m);
  expect(json).toMatchObject({ names: before.map(({ activeSince }) => ({ activeSince })) });
});

test('names the watch of a release, its figures and how it ended', async () => {
  await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
  await activateWatched(store, { name: 'booking', id: '1.0.0-c' });
  const until = new Date(NOW + 3 * 86_400_000).toISOString().slice(0, 16);
  expect((await run()).text).toContain(
    `\nbooking: watched until ${until}Z or, from a day on, 300 networks; nothing is counted yet (change 3).\n`,
  );
  const { writeLook, addEnd } = watchesIn(store.blobs);
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
  await writeLook(3, figures);
  const { text, json } = await run();
  expect(text).toContain(
    `\nbooking@1.0.0-c: watched until ${until}Z or, from a day on, 300 networks; live on 35 of 37 networks, failed on 1 of 38, 2 more that this site sent no such page; previous: 4 of 900 (change 3).\n`,
  );
  expect(json).toMatchObject({
    watches: [{ seq: 3, names: ['booking'], end: null, look: { parts: [{ since: { started: 35 } }] } }],
  });
  await writeLook(3, { ...figures, alert: 'unattributed', dropped: 1 });
  expect((await run()).text).toContain(
    '\nChange 3 needs you: pages fail, and no release can be blamed for it.\nChange 3: 1 report of failures exceeded a limit and was dropped.\n',
  );
  await addEnd(3, { ...figures, verdict: 'not-enough-visits' });
  expect((await run()).text).toContain(
    '\nbooking@1.0.0-c: its watch ended without enough visits to know anything; live on 35 of 37 networks, failed on 1 of 38, 2 more that this site sent no such page; previous: 4 of 900 (change 3).\n',
  );
});
