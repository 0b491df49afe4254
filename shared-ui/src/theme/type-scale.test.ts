import { fluid } from './type-scale';

function sizeAt(windowPx: number, rule: string): number {
  const [min = 0, start = 0, growth = 0, max = 0] = [...rule.matchAll(/[\d.]+/g)].map(Number);
  return Math.min(Math.max(min * 16, start * 16 + (growth * windowPx) / 100), max * 16);
}

test('a heading has its small size on a phone and its large size on a desktop', () => {
  const rule = fluid(36, 49);
  expect(sizeAt(320, rule)).toBe(36);
  expect(sizeAt(360, rule)).toBeCloseTo(36, 1);
  expect(sizeAt(1120, rule)).toBeCloseTo(49, 1);
  expect(sizeAt(1440, rule)).toBe(49);
});

test('a heading’s size grows between phone and desktop', () => {
  expect(sizeAt(740, fluid(36, 49))).toBeCloseTo(42.5, 1);
});
