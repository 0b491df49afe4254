import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describePictured, type Pictured } from './pictured';

const root = join(__dirname, '..');
const PICTURES = join(root, 'docs/pictures');
const LARGEST_BYTES = 150_000;
const LONGEST_LINES = 100;

const figuresIn = (text: string) => text.match(/\d+(?:[.,]\d+)*/g) ?? [];
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the README is one screen and a half', () => {
  expect(readme.split('\n').length).toBeLessThan(LONGEST_LINES);
});

test('each picture of the README exists, is small and has a text alternative', () => {
  const pictures = [...readme.matchAll(/<img src="([^"]+)"[^>]* alt="([^"]{20,})"/g)];
  expect(pictures).toHaveLength(readme.split('<img').length - 1);
  for (const [, path = ''] of pictures) expect(statSync(join(root, path)).size).toBeLessThanOrEqual(LARGEST_BYTES);
});

test('the pictures show texts and colours that the site still has; otherwise run "npx pnpm pictures"', () => {
  const pictured = JSON.parse(readFileSync(join(PICTURES, 'pictured.json'), 'utf8')) as Pictured;
  expect(pictured.texts.length).toBeGreaterThan(10);
  expect(describePictured(root, pictured.texts)).toEqual(pictured);
});

test('each measured figure of the README is in the document of its bench', () => {
  const documents = ['bench/README.md', 'docs/capacity.md']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join();
  const [, table = ''] = readme.split('## Measured\n');
  const rows = [...table.matchAll(/^\|[^|]*\|[^|]*\| ([^|]*\d[^|]*) \|/gm)];
  const figures = rows.flatMap(([, measured = '']) => figuresIn(measured));
  expect(figures.length).toBeGreaterThan(8);
  const recorded = new Set(figuresIn(documents));
  expect(figures.filter((figure) => !recorded.has(figure))).toEqual([]);
});
