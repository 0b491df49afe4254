/** @jest-environment node */

import { palette } from './palette';

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
  ['sage', ['paper', 'chalk', 'sand', 'sageMist']],
  ['paper', ['ink']],
  ['sand', ['ink']],
  ['chalk', ['ink', 'inkSoft', 'tile', 'tileDeep', 'sage']],
];

const edgeOnSurface: [Colour, Colour[]][] = [
  ['edge', ['paper', 'chalk', 'sand', 'sageMist', 'ink']],
  ['tile', ['paper', 'chalk', 'sand', 'sageMist']],
  ['tileDeep', ['chalk']],
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

test('measures contrast as WCAG defines it', () => {
  expect(contrast('chalk', 'chalk')).toBe(1);
  expect(contrast('chalk', 'ink')).toBeCloseTo(14.08, 2);
});
