import { requireState } from '@site/release-core/changes/decide';
import { repair } from '@site/release-core/changes/repair';
import { sha256 } from '@site/release-core/integrity';
import { type Blobs, dryBlobs } from '@site/release-core/store/blobs';
import { damageOf, verify } from '@site/release-core/store/damage';
import { mirrorStore } from '@site/release-core/store/mirror-store';
import { openStore, type Store } from '@site/release-core/store/store';
import { writeBuild } from '@site/release-core/tests/stored-files';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import {
  activateReleases,
  addAll,
  openTinySite,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { publishBuilt } from '../src/publish/built-release';

const B = { name: 'landing', id: '1.0.0-b' };

let base: Store;
beforeEach(async () => {
  base = memoryStore();
  await openTinySite(base, [tinyShell(), tinyRemote('landing')]);
  await addAll(base, [tinyRemote('landing', B.id)]);
});

const copyOf = ({ blobs }: Store) => openStore(dryBlobs(blobs));

/** For the store, a process that is killed before its n-th write: neither this write nor a later call arrives. */
function killedAt(last: number, blobs: Blobs) {
  let writes = 0;
  const reads = () => {
    if (writes >= last) throw new Error('killed');
    return blobs;
  };
  const changes = () => {
    writes += 1;
    return reads();
  };
  const killed: Blobs = {
    get: async (key) => reads().get(key),
    has: async (key) => reads().has(key),
    list: async (prefix) => reads().list(prefix),
    sync: async () => reads().sync(),
    add: async (key, value) => changes().add(key, value),
    replace: async (key, value) => changes().replace(key, value),
    remove: async (key) => changes().remove(key),
  };
  return { killed, isOver: () => writes < last };
}

/** Checks the store after a kill before each write, and after the last one. @returns the number of writes */
async function killAtEveryWrite(
  act: (blobs: Blobs) => Promise<unknown>,
  check: (store: Store) => Promise<void>,
  from = base,
) {
  for (let write = 1; ; write += 1) {
    const store = copyOf(from);
    const { killed, isOver } = killedAt(write, store.blobs);
    await act(killed).catch((error: Error) => expect(error.message).toBe('killed'));
    await check(store).catch((cause) => {
      throw new Error(`After a kill before write ${write}: ${cause}`, { cause });
    });
    if (isOver()) return write - 1;
  }
}

async function requireValidState(store: Store) {
  const revision = await store.readRevision();
  if (!revision) throw new Error('The store is empty.');
  expect(await verify(store, revision)).toEqual([]);
  const bodies = (await store.blobs.list('bodies/')).filter((name) => !name.includes('.'));
  for (const key of bodies) expect(sha256((await store.blobs.get(`bodies/${key}`)) ?? '')).toBe(key);
  return revision;
}

test('an activation that is killed at any write is complete or absent, and can be repeated', async () => {
  const seen = new Set<number>();
  const writes = await killAtEveryWrite(
    (blobs) => activateReleases(openStore(blobs), B),
    async (store) => {
      const { seq, releases } = await requireValidState(store);
      seen.add(seq);
      expect(releases.landing?.active).toBe(seq === 1 ? '1.0.0-a' : B.id);
      await activateReleases(store, B);
      expect(await requireValidState(store)).toMatchObject({ seq: 2, releases: { landing: { active: B.id } } });
    },
  );
  expect([...seen]).toEqual([1, 2]);
  expect(writes).toBeGreaterThan(10);
});

test('a publication that is killed at any write leaves a complete release or none, and can be repeated', async () => {
  const built = { name: 'landing', folder: temporaryFolder() };
  writeBuild(built.folder, '1.0.0-c');
  const requireWhole = async (store: Store) =>
    expect(await damageOf(store, await store.read('landing', '1.0.0-c'))).toEqual([]);
  await killAtEveryWrite(
    (blobs) => publishBuilt(openStore(blobs), built),
    async (store) => {
      if (await store.has('landing', '1.0.0-c')) await requireWhole(store);
      expect((await publishBuilt(store, built)).outcome).toMatch(/^(new|known)$/);
      await requireWhole(store);
    },
  );
});

test('a mirror that is killed at any write activates nothing before its last writes, and is continued', async () => {
  await activateReleases(base, B);
  const counts = new Set<number>();
  await killAtEveryWrite(
    (to) => mirrorStore({ from: base.blobs, to }),
    async (store) => {
      const revisions = await store.blobs.list('index/');
      counts.add(revisions.length);
      if (revisions.length > 0) expect(await verify(store, requireState(await base.readRevision()))).toEqual([]);
      await mirrorStore({ from: base.blobs, to: store.blobs });
      expect(await requireValidState(store)).toEqual(await base.readRevision());
    },
    memoryStore(),
  );
  expect([...counts]).toEqual([0, 1, 2]);
});

const damage = async (store: Store, ...keys: readonly string[]) => {
  for (const key of keys) await store.blobs.replace(key, (await store.blobs.get(key))?.subarray(0, 5) ?? '');
};

test('a repair after a damaged revision that is killed at any write leaves a state that it can repair', async () => {
  const { releases } = await requireValidState(base);
  await activateReleases(base, B);
  await damage(base, 'index/00000002.json');
  await killAtEveryWrite(
    (blobs) => repair(openStore(blobs), ''),
    async (store) => {
      const { revision, damaged } = await store.readState();
      expect(damaged).toHaveLength(revision?.seq === 1 ? 1 : 0);
      await repair(store, '');
      expect(await requireValidState(store)).toMatchObject({ seq: 3, releases, change: { command: 'repair' } });
    },
  );
});
