import { openStore, type Store } from '../store/store';
import { activateReleases } from '../testing/change';
import { contextOn } from '../testing/command-context';
import { memoryStore } from '../testing/memory-store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '../testing/tiny-site';
import { deactivate } from './changes';
import { status } from './status';

let store: Store;

beforeEach(async () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-22T06:00:00Z'), doNotFake: ['nextTick', 'setImmediate'] });
  store = memoryStore();
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking')]);
  jest.setSystemTime(Date.parse('2026-11-22T09:00:00Z'));
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  jest.setSystemTime(Date.parse('2026-11-22T12:30:00Z'));
});
afterEach(() => jest.useRealTimers());

// A folder without the tool stands for a database that does not answer.
const run = (on = store) => status.run({ ...contextOn(on), root: '/nowhere' });

test('lists since when each release is active, not since when it is published', async () => {
  const { text, json } = await run();
  expect(text).toMatch(/^booking +1\.0\.0-b +1\.0\.0-a +– +3 h +/m);
  expect(text).toMatch(/^shell +1\.0\.0-s1 +– +– +6 h +/m);
  expect(json).toMatchObject({
    seq: 2,
    names: [{ name: 'shell' }, { name: 'landing' }, { name: 'booking', activeSince: '2026-11-22T09:00:00.000Z' }],
  });
});

test('names parts that are not active, and what they had', async () => {
  await deactivate.run(contextOn(store), 'booking');
  const { text, json } = await run();
  expect(text).toContain('\nbooking is not active; it had 1.0.0-b.\nChange 3.');
  expect(json).toMatchObject({ deactivated: { booking: { before: ['1.0.0-b', '1.0.0-a'] } } });
});

test('failures are unknown, not none, when the database does not answer', async () => {
  const { text, json } = await run();
  expect(text).toMatch(/\nFailures in a day: not known, the database does not answer\.$/);
  expect(json).toMatchObject({ failures: null, reporters: null });
});

test('a damaged earlier entry does not hide what is active', async () => {
  const damaged = openStore({
    ...store.blobs,
    get: async (key) => (key === 'index/00000001.json' ? Buffer.from('{"seq"') : store.blobs.get(key)),
  });
  const { text, json } = await run(damaged);
  const { names: before } = (await run()).json as { names: readonly { readonly activeSince: string }[] };
  expect(before[0]?.activeSince).toBe('2026-11-22T06:00:00.000Z');
  expect(text).toMatch(/^booking +1\.0\.0-b +1\.0\.0-a +– +\d+ \w+ +/m);
  expect(json).toMatchObject({ names: before.map(({ activeSince }) => ({ activeSince })) });
});
