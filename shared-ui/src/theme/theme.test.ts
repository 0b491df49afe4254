/** @jest-environment node */

import { createSystem } from '@chakra-ui/react/styled-system';
import { base } from './base';
import { fontFaces, fontFamilies, fontUrls } from './fonts';
import { system } from './system';
import { fluid } from './type-scale';

test('both font files are listed for preloading, and text is shown in a local font until they have loaded', () => {
  expect(fontUrls).toHaveLength(2);
  expect(fontFaces.match(/font-display:swap/g)).toHaveLength(2);
});

test('every family in a font stack has a face, except the generic one', () => {
  const named = Object.values(fontFamilies).flatMap((stack) => stack.match(/'[^']+'/g) ?? []);
  for (const family of named) expect(fontFaces).toContain(`font-family:${family}`);
  expect(named).toHaveLength(6);
});

// `patches/` contains the change to Chakra. Without it, the global styles take half of a page's start time.
test('Chakra generates the global styles only when they are read', () => {
  expect(Object.getOwnPropertyDescriptor(createSystem(base), '_global')?.get).toBeDefined();
});

test('outside a composed page, the global styles contain the variables of all tokens', () => {
  expect(JSON.stringify(system._global)).toContain('--ui-colors-tile');
});

test('the recipe of a configuration is created once', () => {
  const config = { base: { color: 'ink' } };
  expect(system.cva(config)).toBe(system.cva(config));
});

function sizeAt(windowPx: number, rule: string): number {
  const [min = 0, start = 0, growth = 0, max = 0] = [...rule.matchAll(/[\d.]+/g)].map(Number);
  return Math.min(Math.max(min * 16, start * 16 + (growth * windowPx) / 100), max * 16);
}

test('a heading grows from its small size on a phone to its large size on a desktop', () => {
  const rule = fluid(36, 49);
  expect(sizeAt(320, rule)).toBe(36);
  expect(sizeAt(360, rule)).toBeCloseTo(36, 1);
  expect(sizeAt(740, rule)).toBeCloseTo(42.5, 1);
  expect(sizeAt(1120, rule)).toBeCloseTo(49, 1);
  expect(sizeAt(1440, rule)).toBe(49);
});
