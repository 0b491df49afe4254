import { requireConditionalWrites, requireUsable } from '../../src/store/probe';
import { s3Blobs } from '../../src/store/s3/s3-blobs';
import type { S3Location } from '../../src/store/s3/s3-location';
import { S3Refusal } from '../../src/store/s3/s3-refusals';

/**
 * Tests that refusals of an object store become messages that name the remedy.
 * @param newLocation returns an empty location
 */
export function describeS3Refusals(newLocation: () => S3Location): void {
  afterEach(() => jest.useRealTimers());

  const refusalOf = async (changes: Partial<S3Location>) => {
    const location = { ...newLocation(), ...changes };
    const refusals = [];
    // HEAD has no body but must give the same reason.
    for (const act of ['add', 'has', 'list'] as const) {
      const refusal = await s3Blobs(location)
        [act](act === 'list' ? 'a/' : 'a', '')
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(S3Refusal);
      refusals.push((refusal as Error).message);
    }
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).not.toContain(location.secretAccessKey);
    return refusals[0];
  };

  test('the refusal of an unknown key names its variable', async () => {
    expect(await refusalOf({ accessKeyId: 'AKIAUNKNOWN' })).toMatch(
      / does not know this key: check AWS_ACCESS_KEY_ID\.$/,
    );
  });

  test('the refusal of a wrong secret names its variable', async () => {
    expect(await refusalOf({ secretAccessKey: 'wrong', variables: 'TO_' })).toMatch(
      / refuses the signature: TO_AWS_SECRET_ACCESS_KEY does not belong to the key\.$/,
    );
  });

  test('an unknown bucket is refused on writing, listing and reading', async () => {
    const blobs = s3Blobs({ ...newLocation(), bucket: 'no-such-bucket' });
    const sentence = / has no bucket "no-such-bucket": create it, or correct its name\.$/;
    await expect(blobs.add('a', '')).rejects.toThrow(sentence);
    await expect(blobs.list('a/')).rejects.toThrow(sentence);
    await expect(blobs.get('a')).rejects.toThrow(sentence);
    await expect(requireUsable(blobs)).rejects.toThrow(sentence);
  });

  test("the refusal of a clock that differs too much advises to set this machine's clock", async () => {
    const now = Date.now() + 3 * 3_600_000;
    jest.useFakeTimers({ now, doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'performance'] });
    expect(await refusalOf({})).toMatch(
      / has a clock that differs from this machine's( by \d+ min)?: set the clock of this machine\.$/,
    );
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
    await Promise.all([1, 2, 3].map(() => requireUsable(blobs)));
    await requireUsable(blobs);
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
