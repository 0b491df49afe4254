import { composedPages } from '../serve/composed-pages';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { memoryStore } from '../testing/memory-store';
import { changesOf } from '../testing/site-changes';
import { addAll, openTinySite, requiring, tinyRemote, tinyShell } from '../testing/tiny-site';
import { findPrunable, prune } from './prune';
import { verify } from './verify';

const NOW = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();
const NOTHING_KEPT = { keep: 0, days: 0 };

let store: Store;
let site: ReturnType<typeof changesOf>;

const booking = (id: string, publishedAt = daysAgo(100)) => tinyRemote('booking', id, { publishedAt });
const old = { publishedAt: daysAgo(100) };

beforeEach(async () => {
  store = memoryStore();
  site = changesOf(store);
  await openTinySite(store, [tinyShell('s1', old), tinyRemote('landing', 'a', old), booking('a')]);
  await addAll(store, [booking('b'), booking('c'), booking('d'), booking('e')]);
});

/** The history, had its changes been made so many days ago. */
async function history(...days: readonly number[]): Promise<IndexEntry[]> {
  const entries = await store.readHistory();
  expect(entries).toHaveLength(days.length);
  return entries.map((entry, at) => ({ ...entry, change: { ...entry.change, at: daysAgo(days[at] ?? 0) } }));
}

async function pruned(kept: Parameters<typeof findPrunable>[2], ...days: readonly number[]) {
  const { releases } = await findPrunable(store, await history(...days), kept, NOW);
  return releases.map(({ name, id }) => `${name}@${id}`).sort();
}

test('keeps what is active and the one before it, however old', async () => {
  for (const id of ['b', 'c']) await site.activate('booking', id);
  expect(await pruned(NOTHING_KEPT, 90, 80, 70)).toEqual(['booking@a', 'booking@d', 'booking@e']);
});

test('keeps the newest of each name', async () => {
  await addAll(store, [booking('f', daysAgo(50)), booking('g', daysAgo(60)), booking('h', daysAgo(40))]);
  expect(await pruned({ keep: 2, days: 30 }, 90)).toEqual([
    'booking@b',
    'booking@c',
    'booking@d',
    'booking@e',
    'booking@g',
  ]);
});

test('keeps what is young', async () => {
  await addAll(store, [booking('f', daysAgo(29)), booking('g', daysAgo(31))]);
  const gone = await pruned({ keep: 0, days: 30 }, 90);
  expect(gone).toContain('booking@g');
  expect(gone).not.toContain('booking@f');
});

test('keeps what a page may still ask for that was open when its state was left', async () => {
  for (const id of ['b', 'c', 'd', 'e']) await site.activate('booking', id);
  // The state with b active was left by the third change.
  expect(await pruned({ keep: 0, days: 30 }, 90, 80, 29, 28, 27)).toEqual([]);
  expect(await pruned({ keep: 0, days: 30 }, 90, 80, 31, 30, 27)).toEqual(['booking@a']);
});

test('keeps the release that pages name for when the active one fails', async () => {
  const offers = { react: '19.3.1', sharedUi: ['Chart'], host: [], routes: ['home'] };
  await addAll(store, [tinyShell('s2', { ...old, offers })]);
  await addAll(store, [tinyRemote('booking', 'chart', { ...old, ...requiring({ sharedUi: ['Chart'] }) })]);
  await site.activate('shell', 's2');
  await site.activate('booking', 'chart');
  await site.activate('booking', 'b');
  // This shell cannot run the one before: the pages name the one before that.
  const changed = await site.rollback('shell');
  const home = await store.readBody(changed?.entry.pages['/']?.body ?? '');
  expect(home.toString()).toContain('"entry":"/r/booking/a/remoteEntry.js"');
  const gone = await pruned(NOTHING_KEPT, 90, 80, 70, 60, 50);
  expect(gone).toEqual(['booking@c', 'booking@d', 'booking@e', 'shell@s2']);
});

test('removes what it found and leaves the site whole', async () => {
  for (const id of ['b', 'c', 'd']) await site.activate('booking', id);
  await prune(store, await findPrunable(store, await history(90, 80, 70, 60), NOTHING_KEPT, NOW));
  expect((await store.listIds('booking')).sort()).toEqual(['c', 'd']);
  expect((await store.blobs.list('node/booking/')).sort()).toEqual(['c', 'd']);
  const index = await store.readIndex();
  expect(index && (await verify(store, index))).toEqual([]);
  const { body } = await composedPages(store)('/booking');
  expect(Object.keys(body).sort()).toEqual(['br', 'gzip', 'identity']);
});

test('removes the composed files of states long left, and no others', async () => {
  await site.activate('booking', 'b');
  const current = await site.activate('booking', 'c');
  await prune(store, await findPrunable(store, await history(90, 80, 70), NOTHING_KEPT, NOW));
  const pages = Object.values(current?.entry.pages ?? {});
  const bodies = (await store.blobs.list('bodies/')).filter((file) => !file.includes('.'));
  expect(bodies.sort()).toEqual([...new Set(pages.map(({ body }) => body))].sort());
  const templates = pages.flatMap(({ template }) => template ?? []);
  expect((await store.blobs.list('rendered/')).sort()).toEqual([...new Set(templates)].sort());
});

test('leaves a rollback with nothing to render', async () => {
  await site.activate('booking', 'b');
  await prune(store, await findPrunable(store, await history(90, 1), { keep: 10, days: 30 }, NOW));
  expect((await site.rollback('booking'))?.rendered).toEqual([]);
});

test('finds nothing in a store that has nothing too many', async () => {
  expect(await findPrunable(store, await history(90), { keep: 10, days: 30 }, NOW)).toEqual({ releases: [], keys: [] });
});
