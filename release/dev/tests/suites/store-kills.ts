import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { publish } from '@site/release/publish/publish';
import { sha256 } from '@site/release-core/integrity';
import type { Blobs } from '@site/release-core/store/blobs';
import { damageOf } from '@site/release-core/store/release-damage';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import type { S3Location } from '@site/release-core/store/s3/s3-location';
import { openStore, type Store } from '@site/release-core/store/store';
import { verify } from '@site/release-core/store/verify';
import { activateReleases, rollBack } from '@site/release-core/tests/support/change';
import { type FaultProxy, startFaultProxy } from '@site/release-core/tests/support/fault-proxy';
import { environmentOf } from '@site/release-core/tests/support/s3-environment';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { writeBuild } from '@site/release-core/tests/write-build';
import { programArguments } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';

const cli = join(__dirname, '../../../cli/src/bin/cli.ts');
const publisher = join(__dirname, '../../../cli/tests/publish-built.ts');
const B = { name: 'landing', id: '1.0.0-b' };

/**
 * Kills commands with `kill -9` when their n-th call of the store arrives.
 * @param every step between values of n; 1 tests every call. Rollbacks and publications use four times the step
 */
export function describeKilledCommands(newLocation: () => S3Location, every: number): void {
  let folder: string;
  let proxy: FaultProxy;
  let base: S3Location;
  let values: readonly (readonly [key: string, value: Buffer])[];
  beforeAll(async () => {
    folder = temporaryFolder();
    base = newLocation();
    proxy = await startFaultProxy(base.endpoint);
    const store = openStore(s3Blobs(base));
    await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
    await addAll(store, [tinyRemote('landing', B.id)]);
  });
  afterAll(() => proxy.end());

  /** Returns whether the command was killed, and the resulting store. */
  async function killAt(words: readonly string[], call: number) {
    const location = newLocation();
    const blobs = s3Blobs(location);
    await Promise.all(values.map(([key, value]) => blobs.add(key, value)));
    const [program = '', ...rest] = words;
    const child = spawn(process.execPath, [...programArguments(program), ...rest], {
      env: {
        ...process.env,
        ...environmentOf({ ...location, endpoint: proxy.origin }),
        DATA_DIR: join(folder, 'data'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const first = proxy.seen.length;
    proxy.decide = (_, count) => {
      if (count - first < call) return null;
      child.kill('SIGKILL');
      return 'drop';
    };
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (signal !== 'SIGKILL' && code !== 0) throw new Error(`${words.join(' ')} failed: ${stderr}`);
    return { isKilled: signal === 'SIGKILL', store: openStore(s3Blobs(location)) };
  }

  async function killAtEveryCall(words: readonly string[], check: (store: Store) => Promise<void>, step = every) {
    values = await valuesIn(s3Blobs(base), '');
    for (let call = 1; ; call += step) {
      const { isKilled, store } = await killAt(words, call);
      await check(store).catch((cause) => {
        throw new Error(`After a kill at call ${call}: ${cause}`, { cause });
      });
      if (!isKilled) return call;
    }
  }

  async function requireValidState(store: Store) {
    const entry = await store.readIndex();
    if (!entry) throw new Error('The store is empty.');
    expect(await verify(store, entry)).toEqual([]);
    const { blobs } = store;
    const bodies = (await blobs.list('bodies/')).filter((name) => !name.includes('.'));
    for (const key of bodies) expect(sha256((await blobs.get(`bodies/${key}`)) ?? '')).toBe(key);
    return entry;
  }

  test('an activation that is killed at any call is complete or absent, and can be repeated', async () => {
    const seen = new Set<number>();
    const words = [cli, 'activate', 'landing@1.0.0-b', '--unchecked', '--why', 'its pages need no browser'];
    const calls = await killAtEveryCall(words, async (store) => {
      const { seq, releases } = await requireValidState(store);
      seen.add(seq);
      expect(releases.landing?.active).toBe(seq === 1 ? '1.0.0-a' : '1.0.0-b');
      await activateReleases(store, B);
      expect(await requireValidState(store)).toMatchObject({ seq: 2, releases: { landing: { active: '1.0.0-b' } } });
    });
    expect([...seen].sort()).toEqual([1, 2]);
    expect(calls).toBeGreaterThan(20);
  });

  test('a rollback that is killed at any call is complete or absent, and can be repeated', async () => {
    const store = openStore(s3Blobs(base));
    await activateReleases(store, B);
    await killAtEveryCall(
      [cli, 'rollback', 'landing', '--to', '1.0.0-a'],
      async (killed) => {
        const { seq, releases } = await requireValidState(killed);
        expect(releases.landing?.active).toBe(seq === 2 ? '1.0.0-b' : '1.0.0-a');
        if (seq === 2) await rollBack(killed, 'landing', '1.0.0-a');
        expect(await requireValidState(killed)).toMatchObject({ seq: 3, releases: { landing: { active: '1.0.0-a' } } });
      },
      every * 4,
    );
  });

  test('a publication that is killed at any call leaves a complete release or none, and can be repeated', async () => {
    const built = { name: 'landing', folder: join(folder, 'remote-landing') };
    writeBuild(built.folder, '1.0.0-c');
    const requireWhole = async (store: Store) =>
      expect(await damageOf(store, await store.read('landing', '1.0.0-c'))).toEqual([]);
    await killAtEveryCall(
      [publisher, built.name, built.folder],
      async (store) => {
        if (await store.has('landing', '1.0.0-c')) await requireWhole(store);
        expect((await publish(store, built)).outcome).toMatch(/^(new|known)$/);
        await requireWhole(store);
      },
      every * 4,
    );
  });
}

async function valuesIn(blobs: Blobs, prefix: string): Promise<[key: string, value: Buffer][]> {
  const all = (await blobs.list(prefix)).map(async (name): Promise<[string, Buffer][]> => {
    const value = await blobs.get(prefix + name);
    return value ? [[prefix + name, value]] : valuesIn(blobs, `${prefix}${name}/`);
  });
  return (await Promise.all(all)).flat();
}
