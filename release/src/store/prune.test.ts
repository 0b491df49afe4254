import type { Store } from './store';
import { memoryStore } from '../testing/memory-store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '../testing/tiny-site';
import { changeIndex } from '../changes/change-index';
import { decideActivation, decideRollback, mustBeActive } from '../changes/decide';
import { findPrunable, prune } from './prune';
import { verify } from './verify';

const DAY_MS = 86_400_000;
const NOTHING_KEPT = { keep: 0, days: 0 };

let store: Store;

beforeEach(async () => {
  store = memoryStore();
  const publishedAt = daysFromNow(-20).toISOString();
  const remotes = ['landing', 'booking'].map((name) => tinyRemote(name, '1.0.0-a', { publishedAt }));
  await openTinySite(store, [tinyShell('1.0.0-s1', { publishedAt }), ...remotes]);
});

/** Publishes releases, the first the oldest: the last a day ago, the others a day apart. */
async function publish(...ids: string[]) {
  const published = ids.map((id, at) =>
    tinyRemote('booking', id, { publishedAt: daysFromNow(at - ids.length).toISOString() }),
  );
  await addAll(store, published);
}

const activate = (id: string) => changeIndex(store, '', (current) => decideActivation(store, current, 'booking', id));
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

/** What would go in some days. */
async function prunable(kept: { keep: number; days: number }, inDays: number) {
  const { releases, keys } = await findPrunable(store, await store.readHistory(), kept, daysFromNow(inDays));
  return { releases: releases.map(({ name, id }) => `${name}@${id}`).sort(), keys };
}

test('keeps the active releases and those before them, however old they are', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d', '1.0.0-e');
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) await activate(id);
  const { releases } = await prunable(NOTHING_KEPT, 1000);
  expect(releases).toEqual(['booking@1.0.0-a', 'booking@1.0.0-b', 'booking@1.0.0-e']);
});

test('keeps the newest of each name', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d', '1.0.0-e');
  const gone = async (keep: number) => (await prunable({ keep, days: 0 }, 1000)).releases;
  expect(await gone(2)).toEqual(['booking@1.0.0-b', 'booking@1.0.0-c']);
  expect(await gone(3)).toEqual(['booking@1.0.0-b']);
  expect(await gone(4)).toEqual([]);
});

test('keeps what is young, of releases and of composed pages', async () => {
  await publish('1.0.0-b', '1.0.0-c');
  await activate('1.0.0-b');
  expect((await prunable({ keep: 0, days: 30 }, 28)).releases).toEqual([]);
  expect((await prunable({ keep: 0, days: 30 }, 28)).keys).toEqual([]);
  expect((await prunable({ keep: 0, days: 30 }, 32)).releases).toEqual(['booking@1.0.0-c']);
  expect((await prunable({ keep: 0, days: 30 }, 32)).keys).not.toEqual([]);
});

test('keeps what was active lately, for pages that are still open', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d');
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) await activate(id);
  expect((await prunable({ keep: 0, days: 1 }, 0)).releases).toEqual([]);
  expect((await prunable({ keep: 0, days: 1 }, 3)).releases).toEqual(['booking@1.0.0-a', 'booking@1.0.0-b']);
});

test('removes composed files that no kept state names, with their encoded forms, and no others', async () => {
  await publish('1.0.0-b');
  const old = mustBeActive(await store.readIndex()).pages['/booking'];
  await activate('1.0.0-b');
  const orphan = await store.addBody('page.html', Buffer.from('nobody names me'));
  await store.addRendered('0'.repeat(64), 'nor me');
  const { keys } = await prunable(NOTHING_KEPT, 1);
  for (const ending of ['', '.br', '.gz']) {
    expect(keys).toContain(`bodies/${old?.body}${ending}`);
    expect(keys).toContain(`bodies/${orphan}${ending}`);
  }
  expect(keys).toContain(`rendered/${'0'.repeat(64)}`);
  expect(keys).toContain(`rendered/${old?.template}`);
});

test('keeps all that the state names, so that nothing is rendered again', async () => {
  await publish('1.0.0-b', '1.0.0-c');
  for (const id of ['1.0.0-b', '1.0.0-c']) await activate(id);
  await prune(store, await findPrunable(store, await store.readHistory(), NOTHING_KEPT, daysFromNow(1000)));
  const changed = await activate('1.0.0-b');
  expect(changed?.rendered).toEqual(['/booking']);
});

test('leaves a store that is whole, whose next changes work', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d');
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) await activate(id);
  await prune(store, await findPrunable(store, await store.readHistory(), NOTHING_KEPT, daysFromNow(1000)));
  expect(await store.listIds('booking')).toEqual(expect.arrayContaining(['1.0.0-c', '1.0.0-d']));
  expect(await store.listIds('booking')).toHaveLength(2);
  expect(await verify(store, mustBeActive(await store.readIndex()))).toEqual([]);
  expect(await store.readHistory()).toHaveLength(4);
  const changed = await changeIndex(store, '', (current) => decideRollback(store, current, 'booking'));
  expect(await verify(store, mustBeActive(changed?.entry ?? null))).toEqual([]);
  expect((await prunable(NOTHING_KEPT, 1000)).releases).toEqual(['booking@1.0.0-d']);
});
