import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 12_000;
const PALETTE = ['#16302B', '#FBF8F1', '#FFFFFF', '#EFE7D6', '#B8431B', '#2F6B57', '#F2B632', '#72827C'];
const drawings = readdirSync(__dirname).filter((name) => name.endsWith('.svg'));

describe.each(drawings)('%s', (name) => {
  const source = readFileSync(join(__dirname, name), 'utf8');

  it('has at most 12 kB', () => {
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('has no gradient and no style, and loads nothing', () => {
    expect(source).not.toMatch(/style|Gradient|href|url\(|<script|<image|<foreignObject/);
  });

  it('uses only the colours of the site', () => {
    const used = new Set(source.match(/#[\dA-F]{6}\b/gi));
    for (const colour of PALETTE) used.delete(colour);
    expect([...used]).toEqual([]);
  });
});
