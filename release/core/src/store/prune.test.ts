import { DAY_MS } from '@site/contract/today';
import { memoryStore, readHistory } from '../../tests/support/memory-store';
import {
  activateReleases,
  addAll,
  offering,
  openTinySite,
  requiring,
  rollBack,
  tinyPrivate,
  tinyRemote,
  tinyShell,
} from '../../tests/support/tiny-site';
import { changeSite } from '../changes/change';
import { decideDeactivation, requireState } from '../changes/decide';
import { verify } from './damage';
import { findPrunable, prune } from './prune';
import type { Store } from './store';

const NOTHING_KEPT = { keep: 0, days: 0 };

let store: Store;

beforeEach(async () => {
  store = memoryStore();
  const publishedAt = daysFromNow(-20).toISOString();
  const remotes = ['landing', 'booking'].map((name) => tinyRemote(name, '1.0.0-a', { publishedAt }));
  await openTinySite(store, [tinyShell('1.0.0-s1', { publishedAt }), ...remotes]);
});

async function publish(...ids: string[]) {
  const published = ids.map((id, at) =>
    tinyRemote('booking', id, { publishedAt: daysFromNow(at - ids.length).toISOString() }),
  );
  await addAll(store, published);
}

const activate = (id: string, name = 'booking') => activateReleases(store, { name, id });
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

async function prunable(kept: { keep: number; days: number }, inDays: number) {
  const now = daysFromNow(inDays);
  const { releases, keys } = await findPrunable(store, await readHistory(store), { ...kept, now });
  return { releases: releases.map(({ name, id }) => `${name}@${id}`).sort(), keys };
}

test('pruning keeps the active releases and the previous one of each, however old they are', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d', '1.0.0-e');
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) await activate(id);
  const { releases } = await prunable(NOTHING_KEPT, 1000);
  expect(releases).toEqual(['booking@1.0.0-a', 'booking@1.0.0-b', 'booking@1.0.0-e']);
});

test('the newest releases are those with the latest date, whatever their ids and their order in the store', async () => {
  const ages = { '1.0.0-c': -2, '1.0.0-d': -5, '1.0.0-b': -3 };
  const published = Object.entries(ages).map(([id, days]) =>
    tinyRemote('booking', id, { publishedAt: daysFromNow(days).toISOString() }),
  );
  await addAll(store, published);
  expect((await prunable({ keep: 2, days: 0 }, 1000)).releases).toEqual(['booking@1.0.0-d']);
});

test('pruning keeps the fallback of the current pages, even if it is older than the previous release', async () => {
  const shell = tinyShell('1.0.0-s2', offering({ sharedUi: ['Button', 'Chart'] }));
  await addAll(store, [shell, tinyRemote('booking', '1.0.0-b', requiring({ sharedUi: ['Chart'] }))]);
  await publish('1.0.0-c');
  await activate('1.0.0-s2', 'shell');
  for (const id of ['1.0.0-b', '1.0.0-c']) await activate(id);
  await activate('1.0.0-s1', 'shell');
  expect((await prunable(NOTHING_KEPT, 1000)).releases).toEqual([]);
});

test('pruning keeps the active and the previous release of a private part, which only its own page names', async () => {
  const old = { publishedAt: daysFromNow(-20).toISOString() };
  const ids = ['1.0.0-a', '1.0.0-b', '1.0.0-c'];
  await addAll(
    store,
    ids.map((id) => tinyPrivate(id, old)),
  );
  for (const id of ids) await activate(id, 'owner');
  expect((await prunable(NOTHING_KEPT, 1000)).releases).toEqual(['owner@1.0.0-a']);
});

test('pruning keeps young releases and young composed pages', async () => {
  await publish('1.0.0-b', '1.0.0-c');
  await activate('1.0.0-b');
  expect((await prunable({ keep: 0, days: 30 }, 28)).releases).toEqual([]);
  expect((await prunable({ keep: 0, days: 30 }, 28)).keys).toEqual([]);
  expect((await prunable({ keep: 0, days: 30 }, 32)).releases).toEqual(['booking@1.0.0-c']);
  expect((await prunable({ keep: 0, days: 30 }, 32)).keys).not.toEqual([]);
});

test('pruning keeps the files of a state that became active 30 days ago and was replaced an hour ago', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d');
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) await activate(id);
  const enteredAt = [40, 35, 30, 1 / 24].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
  const history = (await readHistory(store)).map((revision, at) => ({
    ...revision,
    change: { ...revision.change, at: enteredAt[at] ?? '' },
  }));
  const { releases, keys } = await findPrunable(store, history, { keep: 0, days: 1, now: new Date() });
  const [, , left] = history;
  expect(releases).toEqual([{ name: 'booking', id: '1.0.0-a' }]);
  for (const { body, template } of Object.values(left?.pages ?? {})) {
    expect(keys).not.toContain(`bodies/${body}`);
    expect(keys).not.toContain(`rendered/${template}`);
  }
  const [first] = history;
  expect(keys).toContain(`bodies/${first?.pages['/booking']?.body}`);
});

test('pruning keeps the releases and pages that were active in the last 48 hours, even with --days 0', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d');
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) await activate(id);
  const history = await readHistory(store);
  const left = Date.parse(history.at(-1)?.change.at ?? '');
  const after = async (ms: number) =>
    findPrunable(store, history, { ...NOTHING_KEPT, now: new Date(left + 2 * DAY_MS + ms) });
  const [first, , third] = history;
  const kept = await after(0);
  expect(kept.releases).not.toContainEqual({ name: 'booking', id: '1.0.0-b' });
  expect(kept.keys).not.toContain(`bodies/${third?.pages['/booking']?.body}`);
  const gone = await after(1);
  expect(gone.releases).toContainEqual({ name: 'booking', id: '1.0.0-b' });
  expect(gone.keys).toContain(`bodies/${third?.pages['/booking']?.body}`);
  expect(gone.keys).toContain(`bodies/${first?.pages['/booking']?.body}`);
});

test('pruning keeps every previous release of a state whose release index is damaged', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d');
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) await activate(id);
  const { pages } = requireState(await store.readRevision());
  await store.blobs.replace(`bodies/${pages['/releases.json']?.body}`, '{"remotes":{}}');
  expect((await prunable(NOTHING_KEPT, 1000)).releases).toEqual([]);
});

test('pruning keeps the release that a deactivated part had last', async () => {
  await publish('1.0.0-b');
  await activate('1.0.0-b');
  await changeSite(store, '', (current) =>
    decideDeactivation(store, current, { name: 'booking', retired: [{ path: '/booking', redirect: '/' }] }),
  );
  expect((await prunable(NOTHING_KEPT, 1000)).releases).toEqual(['booking@1.0.0-a']);
});

test('pruning keeps a release whose description is damaged, and removes others', async () => {
  await publish('1.0.0-b', '1.0.0-c');
  await store.blobs.replace('r/booking/1.0.0-b/release.json', '{');
  expect((await prunable(NOTHING_KEPT, 1000)).releases).toEqual(['booking@1.0.0-c']);
});

test('pruning removes scratch files of ended processes and of a day ago, not those of running ones', async () => {
  const now = new Date();
  const [ended, running, old] = [
    `scratch/99999999-${now.getTime()}-1`,
    `scratch/${process.pid}-${now.getTime() - DAY_MS}-2`,
    `scratch/${process.pid}-${now.getTime() - DAY_MS - 1}-3`,
  ];
  for (const key of [ended, running, old, 'scratch/notes.txt']) await store.blobs.add(key, 'half');
  const prunable = await findPrunable(store, await readHistory(store), { ...NOTHING_KEPT, now });
  expect([...prunable.scratch].sort()).toEqual([ended, old].sort());
  await prune(store, prunable);
  expect((await store.blobs.list('scratch/')).map((name) => `scratch/${name}`).sort()).toEqual(
    [running, 'scratch/notes.txt'].sort(),
  );
});

test('pruning removes composed files that no kept state names, with their compressed forms, and no others', async () => {
  await publish('1.0.0-b');
  const old = requireState(await store.readRevision()).pages['/booking'];
  await activate('1.0.0-b');
  const orphan = await store.addBody('page.html', Buffer.from('nobody names me'));
  await store.addRendered('0'.repeat(64), 'nor me');
  const { keys } = await prunable(NOTHING_KEPT, 3);
  for (const ending of ['', '.br', '.gz']) {
    expect(keys).toContain(`bodies/${old?.body}${ending}`);
    expect(keys).toContain(`bodies/${orphan}${ending}`);
  }
  expect(keys).toContain(`rendered/${'0'.repeat(64)}`);
  expect(keys).toContain(`rendered/${old?.template}`);
});

test('pruning leaves an undamaged store in which activation and rollback work', async () => {
  await publish('1.0.0-b', '1.0.0-c', '1.0.0-d');
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) await activate(id);
  await prune(store, await findPrunable(store, await readHistory(store), { ...NOTHING_KEPT, now: daysFromNow(1000) }));
  expect(await store.listIds('booking')).toEqual(expect.arrayContaining(['1.0.0-c', '1.0.0-d']));
  expect(await store.listIds('booking')).toHaveLength(2);
  expect(await verify(store, requireState(await store.readRevision()))).toEqual([]);
  expect(await readHistory(store)).toHaveLength(4);
  const changed = await rollBack(store, 'booking');
  expect(await verify(store, requireState(changed?.revision ?? null))).toEqual([]);
  expect((await prunable(NOTHING_KEPT, 1000)).releases).toEqual(['booking@1.0.0-d']);
});
