import { HOUR_MS } from '@site/contract/today';
import type { Revision } from '@site/release-core/store/revision';
import { openStore, type Store } from '@site/release-core/store/store';
import { countedBlobs, memoryStore } from '@site/release-core/tests/support/memory-store';
import {
  activateReleases,
  addAll,
  openTinySite,
  rollBack,
  tinyRemote,
} from '@site/release-core/tests/support/tiny-site';

/** A site with this many changes, one per hour until now. The last one activates a newer release of booking. */
async function siteWith(changes: number): Promise<Store> {
  const store = memoryStore();
  const first = await openTinySite(store);
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  const at = (seq: number) => new Date(Date.now() - (changes - seq + 1) * HOUR_MS).toISOString();
  const part = (seq: number) => ({ active: seq % 2 ? '1.0.0-a' : '1.0.0-b', previous: [], revoked: [] });
  for (let seq = 2; seq < changes; seq += 1) {
    const revision: Revision = { ...first, seq, releases: { ...first.releases, booking: part(seq) } };
    await store.addRevision({ ...revision, change: { ...first.change, at: at(seq) } });
  }
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  return store;
}

interface Operation {
  readonly run: (store: Store) => Promise<unknown>;
  /** Upper limits. A listing of the index is one request for each thousand changes. */
  readonly requests: number;
  readonly revisions: number;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  activate: {
    run: (store) => activateReleases(store, { name: 'booking', id: '1.0.0-a' }),
    requests: 70,
    revisions: 2,
  },
  rollback: { run: (store) => rollBack(store, 'booking'), requests: 60, revisions: 2 },
  'read the state': { run: (store) => store.readState(), requests: 4, revisions: 1 },
};

async function costOf(run: Operation['run'], store: Store) {
  const { watched, count } = countedBlobs(store.blobs);
  await run(openStore(watched));
  return count;
}

describe.each([10, 2500])('with %i changes', (changes) => {
  let store: Store;
  beforeAll(async () => {
    store = await siteWith(changes);
  });

  test.each(Object.entries(OPERATIONS))('%s makes a bounded number of requests', async (_, operation) => {
    const { requests, revisions } = await costOf(operation.run, store);
    expect(revisions).toBeLessThanOrEqual(operation.revisions);
    expect(requests).toBeLessThanOrEqual(operation.requests);
    expect(requests).toBeGreaterThan(1);
  });

  test('a server looks for the next change with one request', async () => {
    const { revision } = await store.readState();
    expect(await costOf((one) => one.readAfter(revision?.seq ?? 0), store)).toEqual({ requests: 1, revisions: 1 });
  });
});

test('a missing revision hides none of the later ones', async () => {
  const store = await siteWith(10);
  await store.blobs.remove('index/00000005.json');
  expect((await store.readState()).revision?.seq).toBe(10);
});
