import { createFairQueue, createTtlCache } from './sharing';

test('a key with a hundred waiting tasks delays another key by one turn, and never uses more than its share', async () => {
  const run = createFairQueue({ inAll: 4, perKey: 2, waitingPerKey: 100 });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const task = (key: string) =>
    run(key, () => {
      started.push(key);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [...Array.from({ length: 100 }, () => task('many')), task('one'), task('other'), task('another')];
  await Promise.resolve();
  expect(started).toEqual(['many', 'many', 'one', 'other']);
  for (let count = 0; count < 2; count += 1) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  expect(started.slice(4)).toEqual(['many', 'another']);
  while (started.length < all.length) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  for (const end of ends) end();
  await Promise.all(all);
});

test('a task that fails makes room for the next', async () => {
  const run = createFairQueue({ inAll: 1, perKey: 1, waitingPerKey: 2 });
  await expect(run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await run('a', async () => 1)).toBe(1);
});

test('all who ask within the lifetime share one answer, and a failure or what was forgotten is asked again', async () => {
  let now = 0;
  let asked = 0;
  const cache = createTtlCache<number>(1000, () => now);
  const ask = async () => ++asked;
  expect(await Promise.all([cache.get(ask), cache.get(ask)])).toEqual([1, 1]);
  now = 999;
  expect(await cache.get(ask)).toBe(1);
  now = 1000;
  expect(await cache.get(ask)).toBe(2);
  cache.clear();
  await expect(cache.get(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get(ask)).toBe(3);
});
