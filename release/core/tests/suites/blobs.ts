import { type Blobs, put } from '../../src/store/blobs';

const textAt = async (blobs: Blobs, key: string) => (await blobs.get(key))?.toString();

/** Tests that every implementation of `Blobs` must pass. @param open returns empty blobs */
export function describeBlobs(open: () => Blobs): void {
  let blobs: Blobs;
  beforeEach(() => {
    blobs = open();
  });

  test('reads back added text and bytes', async () => {
    expect(await blobs.add('a/text', 'été')).toBe(true);
    expect(await blobs.add('a/bytes', Buffer.from([0, 255]))).toBe(true);
    expect(await textAt(blobs, 'a/text')).toBe('été');
    expect(await blobs.get('a/bytes')).toEqual(Buffer.from([0, 255]));
    expect(await blobs.has('a/text')).toBe(true);
  });

  test('returns null for an unknown key and nothing for an unknown prefix', async () => {
    expect(await blobs.get('a/b')).toBeNull();
    expect(await blobs.has('a/b')).toBe(false);
    expect(await blobs.list('a/')).toEqual([]);
    await expect(blobs.remove('a/b')).resolves.toBeUndefined();
  });

  test('keeps the first value of a key', async () => {
    await blobs.add('a', 'first');
    expect(await blobs.add('a', 'second')).toBe(false);
    expect(await textAt(blobs, 'a')).toBe('first');
  });

  test('replaces a value, and adds a missing one', async () => {
    await blobs.add('a/b', 'first');
    await blobs.replace('a/b', 'second');
    await blobs.replace('a/c', 'third');
    await blobs.sync();
    expect(await textAt(blobs, 'a/b')).toBe('second');
    expect(await textAt(blobs, 'a/c')).toBe('third');
    expect((await blobs.list('a/')).sort()).toEqual(['b', 'c']);
  });

  test('put() writes a value only if it is missing or differs', async () => {
    await put(blobs, 'a', 'same');
    const replace = jest.spyOn(blobs, 'replace');
    await put(blobs, 'a', 'same');
    expect(replace).not.toHaveBeenCalled();
    await put(blobs, 'a', 'other');
    expect(await textAt(blobs, 'a')).toBe('other');
  });

  test('lists the names directly below a prefix, each once', async () => {
    await blobs.add('a/b', '1');
    await blobs.add('a/c/d', '2');
    await blobs.add('a/c/e', '3');
    await blobs.add('ab/f', '4');
    expect((await blobs.list('a/')).sort()).toEqual(['b', 'c']);
  });

  test('sizes() returns the sizes of all values below a prefix, where it is implemented', async () => {
    await blobs.add('a/b', 'été');
    await blobs.add('a/c/d', '');
    await blobs.add('ab', '1');
    const sizes = await blobs.sizes?.('a/');
    if (sizes)
      expect([...sizes].sort()).toEqual([
        ['a/b', 5],
        ['a/c/d', 0],
      ]);
  });

  test('removes one key or all keys below a prefix, which can be added again', async () => {
    await blobs.add('a/b/c', '1');
    await blobs.add('a/b/d', '2');
    await blobs.add('a/e', '3');
    await blobs.remove('a/e');
    expect(await blobs.list('a/')).toEqual(['b']);
    await blobs.remove('a/b/');
    expect(await blobs.has('a/b/c')).toBe(false);
    expect(await blobs.get('a/b/d')).toBeNull();
    expect(await blobs.list('a/')).toEqual([]);
    expect(await blobs.add('a/b/c', 'again')).toBe(true);
    expect(await textAt(blobs, 'a/b/c')).toBe('again');
  });

  test('accepts keys with all characters of ids and file names', async () => {
    const keys = ['r/booking/1.0.0-rc.1+build.5/a.b~c.js', 'checks/1.0.0-s1/booking@1.0.0-a.json', 'r/é à/(1)!*.svg'];
    for (const key of keys) expect(await blobs.add(key, key)).toBe(true);
    for (const key of keys) expect([await blobs.has(key), await textAt(blobs, key)]).toEqual([true, key]);
    expect(await blobs.list('r/booking/')).toEqual(['1.0.0-rc.1+build.5']);
    expect((await blobs.list('r/')).sort()).toEqual(['booking', 'é à']);
    expect(await blobs.list('checks/1.0.0-s1/')).toEqual(['booking@1.0.0-a.json']);
    await blobs.remove('r/booking/');
    expect((await blobs.list('r/')).sort()).toEqual(['é à']);
  });

  test('a key that is too long for the medium counts as missing', async () => {
    const key = `bodies/${'a'.repeat(2000)}`;
    expect([await blobs.get(key), await blobs.has(key)]).toEqual([null, false]);
  });

  test('distinguishes an empty value from a missing one', async () => {
    await blobs.add('a/empty', '');
    expect(await blobs.get('a/empty')).toEqual(Buffer.alloc(0));
    expect(await blobs.add('a/empty', 'more')).toBe(false);
  });
}
