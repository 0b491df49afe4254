import { requireConditionalWrites } from '../../src/store/blobs';
import { S3Refusal } from '../../src/store/s3/s3-answers';
import { s3Blobs } from '../../src/store/s3/s3-blobs';
import type { S3Location } from '../../src/store/s3/s3-location';
import { StoreAwayError } from '../../src/user-error';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/answering-server';

/** Longer than a call on this machine takes. */
const SILENCE_MS = 500;

/**
 * Tests how the client of an object store handles faults on the way to the store.
 * @param newLocation returns an empty location
 */
export function describeS3Faults(newLocation: () => S3Location): void {
  let proxy: FaultProxy;
  let location: S3Location;
  let pauses: number[];
  beforeEach(async () => {
    pauses = [];
    const direct = newLocation();
    proxy = await startFaultProxy(direct.endpoint);
    location = { ...direct, endpoint: proxy.origin };
  });
  afterEach(() => proxy.end());

  const open = (silenceMs = 15_000) => s3Blobs(location, { silenceMs, pause: async (ms) => pauses.push(ms) });
  const failFirst = (fault: Fault, ...methods: string[]) => {
    const failed = new Set<string>();
    proxy.decide = (method) => {
      if (!methods.includes(method) || failed.has(method)) return null;
      failed.add(method);
      return fault;
    };
  };

  test.each([429, 503, 'drop', 'cut', 'lose'] as const)(
    'a call that fails once with %s is retried after a pause, and returns the whole answer',
    async (fault) => {
      const blobs = open();
      const value = 'x'.repeat(300_000);
      expect(await blobs.add('a/b', value)).toBe(true);
      failFirst(fault, 'GET', 'HEAD', 'DELETE');
      expect((await blobs.get('a/b'))?.toString()).toBe(value);
      expect(await blobs.has('a/b')).toBe(true);
      await blobs.remove('a/b');
      expect(await blobs.has('a/b')).toBe(false);
      failFirst(fault, 'GET');
      expect(await blobs.list('a/')).toEqual([]);
      expect(pauses.length).toBeGreaterThanOrEqual(3);
      for (const pause of pauses) expect(pause).toBeLessThanOrEqual(200);
    },
  );

  test.each(['lose', 'cut', 'hang', 'drop', 409, 503] as const)(
    'an addition whose answer does not arrive (%s) recognizes its own value, and wins once',
    async (fault) => {
      const [first, second] = [open(SILENCE_MS), open(SILENCE_MS)];
      failFirst(fault, 'PUT');
      expect(await first.add('index/1', 'entry')).toBe(true);
      expect(await second.add('index/1', 'entry')).toBe(false);
      expect((await first.get('index/1'))?.toString()).toBe('entry');
    },
  );

  test('one of two additions of the same bytes wins, also when both answers are lost', async () => {
    proxy.decide = (method, count) => (method === 'PUT' && count <= 2 ? 'lose' : null);
    const won = await Promise.all([open().add('index/1', 'entry'), open().add('index/1', 'entry')]);
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  test('an addition whose answer is lost has not won if another value was first', async () => {
    await open().add('index/1', 'of another');
    failFirst('lose', 'PUT');
    expect(await open().add('index/1', 'mine')).toBe(false);
    expect((await open().get('index/1'))?.toString()).toBe('of another');
  });

  test('the error for an unreachable store names it, and whether a write may have arrived', async () => {
    const blobs = open();
    proxy.decide = () => 503;
    const calls = [blobs.get('a'), blobs.has('a'), blobs.list('a/'), blobs.add('a', ''), blobs.replace('a', '')];
    const failures = await Promise.all(calls.map((one) => (one as Promise<unknown>).catch((error: unknown) => error)));
    for (const failure of failures) expect(failure).toBeInstanceOf(StoreAwayError);
    const [read, , , written] = failures.map((failure) => (failure as Error).message);
    expect(read).toBe(
      `The store s3://${location.bucket}/${location.prefix.slice(0, -1)} at ${proxy.origin} answers 503 SlowDown. Give the same command again when it can be reached: what is stored already is kept.`,
    );
    expect(written).toContain('Whether the last write arrived is not known');
  });

  test('pauses grow, and differ between callers that failed at the same time', async () => {
    proxy.decide = () => 503;
    const blobs = open();
    await Promise.all([1, 2, 3, 4].map(() => blobs.get('a').catch(() => null)));
    expect(pauses).toHaveLength(4 * 5);
    expect(new Set(pauses).size).toBe(pauses.length);
    expect(Math.max(...pauses)).toBeGreaterThan(200);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3200);
  });

  test('a refused connection is reported as an unreachable store', async () => {
    proxy.end();
    const added = open().add('a', '');
    await expect(added).rejects.toThrow(StoreAwayError);
    await expect(added).rejects.toThrow('cannot be reached (ECONNREFUSED). Give the same command again');
  });

  test('one of many concurrent additions of a key wins on an unreliable connection', async () => {
    const faults: (Fault | null)[] = [null, 'lose', 503, null, 'cut', 'drop', 409, null];
    proxy.decide = (_, count) => (count <= 40 ? (faults[count % faults.length] ?? null) : null);
    const values = Array.from({ length: 20 }, (_, at) => `value ${at}`);
    const won = await Promise.all(values.map((value) => open().add('index/1', value)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await open().get('index/1'))?.toString()).toBe(values[won.indexOf(true)]);
  });
}

/**
 * Tests that an object store refuses what it must, by its code, and keeps prefixes apart.
 * @param newLocation returns an empty location
 */
export function describeS3Refusals(newLocation: () => S3Location): void {
  afterEach(() => jest.useRealTimers());

  test.each<[what: string, code: string, changes: Partial<S3Location>]>([
    ['an unknown key', 'InvalidAccessKeyId', { accessKeyId: 'AKIAUNKNOWN' }],
    ['a wrong secret', 'SignatureDoesNotMatch', { secretAccessKey: 'wrong' }],
    ['an unknown bucket', 'NoSuchBucket', { bucket: 'no-such-bucket' }],
  ])('the refusal of %s names %s', async (_, code, changes) => {
    const blobs = s3Blobs({ ...newLocation(), ...changes });
    const calls = [blobs.add('a', ''), blobs.list('a/'), blobs.get('a'), requireConditionalWrites(blobs)];
    for (const refused of await Promise.allSettled<unknown>(calls)) {
      const { reason } = refused as PromiseRejectedResult;
      expect(reason).toBeInstanceOf(S3Refusal);
      expect(reason.message).toContain(code);
      expect(reason.message).not.toContain('wrong');
    }
  });

  test('the refusal of a clock that differs too much says so', async () => {
    const now = Date.now() + 3 * 3_600_000;
    jest.useFakeTimers({ now, doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'performance'] });
    await expect(s3Blobs(newLocation()).get('a')).rejects.toThrow('RequestTimeTooSkewed');
  });

  test('keys that would escape the prefix count as missing, and are never written', async () => {
    const location = newLocation();
    const above = s3Blobs({ ...location, prefix: '' });
    await above.add(`${location.prefix}a`, 'kept');
    const blobs = s3Blobs({ ...location, prefix: `${location.prefix}b/` });
    for (const key of ['../a', 'x/../../a', './../a', 'x//a', '']) {
      expect([await blobs.get(key), await blobs.has(key)]).toEqual([null, false]);
      await expect(blobs.add(key, 'changed')).rejects.toThrow('cannot be a key');
    }
    expect((await above.get(`${location.prefix}a`))?.toString()).toBe('kept');
  });

  test('the probe accepts the store, also repeatedly and concurrently, and leaves one key', async () => {
    const blobs = s3Blobs(newLocation());
    await Promise.all([1, 2, 3].map(() => requireConditionalWrites(blobs)));
    await requireConditionalWrites(blobs);
    expect(await blobs.list('')).toEqual(['probe']);
  });

  test('the names of two prefixes in one bucket are kept apart', async () => {
    const location = newLocation();
    const blobs = s3Blobs(location);
    await blobs.add('a', '');
    const longer = s3Blobs({ ...location, prefix: `${location.prefix.slice(0, -1)}2/` });
    await longer.add('b', '');
    expect([await blobs.list(''), await longer.list('')]).toEqual([['a'], ['b']]);
  });
}
