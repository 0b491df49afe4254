import { bucketOf, SPEED_METRICS, SPEED_SCALES } from './page-speed.ts';

test.each(SPEED_METRICS)('%s has twelve buckets, whose edges rise and include good and poor', (metric) => {
  const { edges, good, poor } = SPEED_SCALES[metric];
  expect(edges).toHaveLength(11);
  expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
  expect(edges).toEqual(expect.arrayContaining([good, poor]));
});

test.each(SPEED_METRICS)('an edge of %s belongs to the faster bucket', (metric) => {
  const { edges } = SPEED_SCALES[metric];
  expect(bucketOf(metric, 0)).toBe(0);
  expect(edges.map((edge) => bucketOf(metric, edge))).toEqual(edges.map((_, at) => at));
  expect(edges.map((edge) => bucketOf(metric, edge + 1e-6))).toEqual(edges.map((_, at) => at + 1));
  expect(bucketOf(metric, 1e9)).toBe(11);
});
