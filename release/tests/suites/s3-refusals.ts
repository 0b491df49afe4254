import { requireFirstWins, requireUsable } from '../../src/store/probe';
import { s3Blobs } from '../../src/store/s3-blobs';
import type { S3Place } from '../../src/store/s3-place';
import { S3Refusal } from '../../src/store/s3-refusals';

/** What an object store refuses, in sentences that name the remedy. @param newPlace an empty place in it */
export function s3RefusalsAreSentences(newPlace: () => S3Place): void {
  afterEach(() => jest.useRealTimers());

  const refusalOf = async (changes: Partial<S3Place>) => {
    const place = { ...newPlace(), ...changes };
    const refusals = [];
    // HEAD has no body, and must give the same reason.
    for (const act of ['add', 'has', 'list'] as const) {
      const refusal = await s3Blobs(place)
        [act](act === 'list' ? 'a/' : 'a', '')
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(S3Refusal);
      refusals.push((refusal as Error).message);
    }
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).not.toContain(place.secretAccessKey);
    return refusals[0];
  };

  test('an unknown key is refused by the name of its variable', async () => {
    expect(await refusalOf({ accessKeyId: 'AKIAUNKNOWN' })).toMatch(
      / does not know this key: check AWS_ACCESS_KEY_ID\.$/,
    );
  });

  test('a wrong secret is refused by the name of its variable', async () => {
    expect(await refusalOf({ secretAccessKey: 'wrong', variables: 'TO_' })).toMatch(
      / refuses the signature: TO_AWS_SECRET_ACCESS_KEY does not belong to the key\.$/,
    );
  });

  test('an unknown bucket is refused where it is written to or listed', async () => {
    const blobs = s3Blobs({ ...newPlace(), bucket: 'no-such-bucket' });
    const sentence = / has no bucket "no-such-bucket": create it, or correct its name\.$/;
    await expect(blobs.add('a', '')).rejects.toThrow(sentence);
    await expect(blobs.list('a/')).rejects.toThrow(sentence);
    await expect(blobs.get('a')).rejects.toThrow(sentence);
    await expect(requireUsable(blobs)).rejects.toThrow(sentence);
  });

  test("a clock that differs too much is refused, with this machine's part in it", async () => {
    const now = Date.now() + 3 * 3_600_000;
    jest.useFakeTimers({ now, doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'performance'] });
    expect(await refusalOf({})).toMatch(
      / has a clock that differs from this machine's( by \d+ min)?: set the clock of this machine\.$/,
    );
  });

  test('keys that would lead out of the prefix are missing, and are never written', async () => {
    const place = newPlace();
    const above = s3Blobs({ ...place, prefix: '' });
    await above.add(`${place.prefix}a`, 'kept');
    const blobs = s3Blobs({ ...place, prefix: `${place.prefix}b/` });
    for (const key of ['../a', 'x/../../a', './../a', 'x//a', '']) {
      expect([await blobs.get(key), await blobs.has(key)]).toEqual([null, false]);
      await expect(blobs.add(key, 'changed')).rejects.toThrow('cannot be a key');
    }
    expect((await above.get(`${place.prefix}a`))?.toString()).toBe('kept');
  });

  test('the probe accepts the store, also twice and at the same time, and leaves one key', async () => {
    const blobs = s3Blobs(newPlace());
    await Promise.all([1, 2, 3].map(() => requireUsable(blobs)));
    await requireUsable(blobs);
    await requireFirstWins(blobs);
    expect(await blobs.list('')).toEqual(['probe']);
  });

  test('the names of two prefixes in one bucket are kept apart', async () => {
    const place = newPlace();
    const blobs = s3Blobs(place);
    await blobs.add('a', '');
    const longer = s3Blobs({ ...place, prefix: `${place.prefix.slice(0, -1)}2/` });
    await longer.add('b', '');
    expect([await blobs.list(''), await longer.list('')]).toEqual([['a'], ['b']]);
  });
}
