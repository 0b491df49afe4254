import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LOADER = pathToFileURL(join(__dirname, 'outline-text.mjs')).href;
const PROGRAM = `
  const { default: outline } = await import('${LOADER}');
  const answers = process.argv.slice(1).map((svg) => outline(svg).catch(({ message }) => message));
  console.log(JSON.stringify(await Promise.all(answers)));`;

const drawing = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" font-family="Figtree">${content}</svg>`;

/** Runs the loader in a separate process: it is an ES module, which Jest cannot load here. */
const outline = (...contents: readonly string[]): readonly string[] =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM, '--', ...contents.map(drawing)], {
      encoding: 'utf8',
    }),
  );

/** Reads the start of a line from its transform. */
const left = (svg: string) => Number(/matrix\(\S+ 0 0 \S+ (\S+) /.exec(svg)?.[1]);

const [outlined = '', bold = '', plain = '', ends = '', centred = '', nested = '', foreign = '', repeated = ''] =
  outline(
    '<g font-size="20" font-weight="700"><text x="8" y="30" fill="#16302B">310 000 €</text></g>',
    '<text font-size="20" font-weight="700">Visite</text>',
    '<text font-size="20">Visite</text>',
    '<text font-size="20" x="100" text-anchor="end">Visite</text>',
    '<text font-size="20" x="100" text-anchor="middle">Visite</text>',
    '<text font-size="20">Une <tspan>visite</tspan></text>',
    '<text font-size="20">Ж</text>',
    '<text font-size="20">ll</text>',
  );

test('the text of a drawing becomes outlines, which need no font', () => {
  expect(outlined).toMatch(/<path fill="#16302B" transform="matrix\(\.?0?\.08 0 0 -\.?0?\.08 8 30\)" d="M/);
  expect(outlined).not.toMatch(/<text|font|text-anchor/);
});

test('bold text has its own outlines', () => {
  expect(bold).not.toBe(plain);
});

test('a line with another anchor ends at its x or is centred on it', () => {
  const width = 100 - left(ends);
  expect(width).toBeGreaterThan(40);
  expect(left(centred)).toBeCloseTo(100 - width / 2, 3);
});

test('a letter has the same bytes at every position', () => {
  const [, , ...letters] = (/ d="([^"]*)"/.exec(repeated)?.[1] ?? '').split(/M\S+ \S+?(?=[a-z])/);
  expect(letters).toHaveLength(1);
  expect(repeated).toContain(`${letters[0]}M`);
});

test('the loader throws on text that it would draw wrongly', () => {
  expect(nested).toBe('A drawing has a <text> with elements inside: write one <text> for each line.');
  expect(foreign).toBe('A drawing says « Ж », and Figtree lacks one of its letters.');
});
