/** @jest-environment node */
import { ChakraProvider, chakra, createSystem, type SystemContext } from '@chakra-ui/react/styled-system';
import { palette } from '@site/contract/palette';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { base } from './base';
import { fontFaces, fontFamilies, fontUrls } from './fonts';
import { system } from './system';
import { fluid } from './tokens';

describe('theme', () => {
  test('both font files are listed for preloading, and text is shown in a local font until they have loaded', () => {
    expect(fontUrls).toHaveLength(2);
    expect(fontFaces.match(/font-display:swap/g)).toHaveLength(2);
  });

  test('every family in a font stack has a face, except the generic one', () => {
    const named = Object.values(fontFamilies).flatMap((stack) => stack.match(/'[^']+'/g) ?? []);
    for (const family of named) expect(fontFaces).toContain(`font-family:${family}`);
    expect(named).toHaveLength(6);
  });

  // `tooling/patches` contains the change to Chakra. Without it, the global styles take half of a page's start time.
  test('Chakra generates the global styles only when they are read', () => {
    expect(Object.getOwnPropertyDescriptor(createSystem(base), '_global')?.get).toBeDefined();
  });

  // The first comparison by language starts the browser's collator, which takes a phone tens of milliseconds.
  test('Chakra orders media queries without a comparison by language', () => {
    const compare = jest.spyOn(String.prototype, 'localeCompare');
    const styles = createSystem(base).css({
      '@media (hover: hover)': { color: 'red' },
      '@media (forced-colors: active)': { color: 'blue' },
      '@media print': { color: 'black' },
    });
    expect(Object.keys(styles)).toEqual(['@media (forced-colors: active)', '@media (hover: hover)', '@media print']);
    expect(compare).not.toHaveBeenCalled();
  });

  test('Chakra reads from the system what the site replaces in it', () => {
    const read = new Set<string | symbol>();
    const get = (target: SystemContext, name: string | symbol) => {
      read.add(name);
      return Reflect.get(target, name);
    };
    const value = new Proxy(createSystem(base), { get });
    renderToString(ChakraProvider({ value, children: createElement(chakra.div, { color: 'red' }) }));
    expect([...read]).toEqual(expect.arrayContaining(['cva', '_global', 'layers']));
  });

  test('outside a composed page, the global styles contain the variables of all tokens', () => {
    expect(JSON.stringify(system._global)).toContain('--ui-colors-tile');
  });

  test('the recipe of a configuration is created once', () => {
    const config = { base: { color: 'ink' } };
    expect(system.cva(config)).toBe(system.cva(config));
  });

  function sizeAt(windowPx: number, rule: string, rootPx = 16): number {
    const [min = 0, start = 0, growth = 0, max = 0, largest = 0] = [...rule.matchAll(/[\d.]+/g)].map(Number);
    const fluid = Math.min(Math.max(min * rootPx, start * rootPx + (growth * windowPx) / 100), max * rootPx);
    return Math.min(fluid, (largest * windowPx) / 100);
  }

  test('a heading grows from its small size on a phone to its large size on a desktop', () => {
    const rule = fluid(36, 49);
    expect(sizeAt(360, rule)).toBeCloseTo(36, 1);
    expect(sizeAt(740, rule)).toBeCloseTo(42.5, 1);
    expect(sizeAt(1120, rule)).toBeCloseTo(49, 1);
    expect(sizeAt(1440, rule)).toBe(49);
  });

  test('in the narrowest window a heading has its usual size, and text of double size enlarges it to 11.25 % of a phone’s width at most', () => {
    expect(sizeAt(320, fluid(36, 49))).toBe(36);
    expect(sizeAt(360, fluid(36, 49), 32)).toBe(40.5);
    expect(sizeAt(1440, fluid(36, 49), 32)).toBeGreaterThan(2 * 36);
  });
});

describe('contrast', () => {
  type Colour = keyof typeof palette;

  function luminance(hex: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one: Colour, other: Colour): number {
    const [darker = 0, lighter = 0] = [luminance(palette[one]), luminance(palette[other])].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  }

  const textOnSurface: [Colour, Colour[]][] = [
    ['ink', ['paper', 'chalk', 'sand', 'sageMist', 'sun']],
    ['inkSoft', ['paper', 'chalk', 'sand', 'sageMist']],
    ['tile', ['paper', 'chalk', 'sageMist']],
    ['tileDeep', ['paper', 'chalk', 'sand', 'sageMist']],
    ['alarm', ['paper', 'chalk', 'sand', 'sageMist']],
    ['sage', ['paper', 'chalk', 'sand', 'sageMist']],
    ['paper', ['ink']],
    ['sand', ['ink']],
    ['chalk', ['ink', 'inkSoft', 'tile', 'tileDeep', 'alarm', 'sage']],
  ];

  const edgeOnSurface: [Colour, Colour[]][] = [
    ['edge', ['paper', 'chalk', 'sand', 'sageMist', 'ink']],
    ['tile', ['paper', 'chalk', 'sand', 'sageMist']],
    ['warning', ['paper', 'chalk', 'sand', 'sageMist']],
    ['alarm', ['paper', 'chalk', 'sand', 'sageMist']],
    ['sage', ['chalk', 'sand', 'sageMist']],
    ['sun', ['ink']],
  ];

  const pairs = (table: [Colour, Colour[]][]) =>
    table.flatMap(([front, surfaces]) => surfaces.map((surface): [Colour, Colour] => [front, surface]));

  test.each(pairs(textOnSurface))('%s on %s has the contrast of text', (text, surface) => {
    expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(edgeOnSurface))('%s on %s has the contrast of an edge, tick or focus ring', (edge, surface) => {
    expect(contrast(edge, surface)).toBeGreaterThanOrEqual(3);
  });
});
