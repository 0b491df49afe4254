import { shareAnswer } from './share-answer';

test('all who ask within the lifetime share one answer, and a failure or what was forgotten is asked again', async () => {
  let now = 0;
  let asked = 0;
  const shared = shareAnswer<number>(1000, () => now);
  const ask = async () => ++asked;
  expect(await Promise.all([shared.get(ask), shared.get(ask)])).toEqual([1, 1]);
  now = 999;
  expect(await shared.get(ask)).toBe(1);
  now = 1000;
  expect(await shared.get(ask)).toBe(2);
  shared.forget();
  await expect(shared.get(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await shared.get(ask)).toBe(3);
});
