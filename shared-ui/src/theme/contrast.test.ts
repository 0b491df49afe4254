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

const textOnGround: [Colour, Colour[]][] = [
  ['ink', ['paper', 'chalk', 'sand', 'sageMist', 'sun']],
  ['inkSoft', ['paper', 'chalk', 'sand', 'sageMist']],
  ['tile', ['paper', 'chalk', 'sageMist']],
  ['tileDeep', ['paper', 'chalk', 'sand', 'sageMist']],
  ['sage', ['paper', 'chalk', 'sand', 'sageMist']],
  ['paper', ['ink']],
  ['sand', ['ink']],
  ['chalk', ['ink', 'inkSoft', 'tile', 'tileDeep', 'sage']],
];

const edgeOnGround: [Colour, Colour[]][] = [
  ['edge', ['paper', 'chalk', 'sand', 'sageMist', 'ink']],
  ['tile', ['paper', 'chalk', 'sand', 'sageMist']],
  ['tileDeep', ['chalk']],
  ['sage', ['chalk', 'sand', 'sageMist']],
  ['sun', ['ink']],
];

const pairs = (table: [Colour, Colour[]][]) =>
  table.flatMap(([front, grounds]) => grounds.map((ground): [Colour, Colour] => [front, ground]));

test.each(pairs(textOnGround))('%s on %s has the contrast of text', (text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
});

test.each(pairs(edgeOnGround))('%s on %s has the contrast of an edge, tick or focus ring', (edge, ground) => {
  expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
});

test('measures contrast as WCAG defines it', () => {
  expect(contrast('chalk', 'chalk')).toBe(1);
  expect(contrast('chalk', 'ink')).toBeCloseTo(14.08, 2);
});
