/** @jest-environment node */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Compressed. */
const MAX_BYTES = 5_000;
const drawings = readdirSync(__dirname).filter((name) => name.endsWith('.svg'));

describe.each(drawings)('%s', (name) => {
  const source = readFileSync(join(__dirname, name), 'utf8');

  test('has at most 5 kB when compressed', () => {
    expect(brotliCompressSync(source).length).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('has no gradient, no style and no text that needs a font, and loads nothing', () => {
    expect(source).not.toMatch(/style|Gradient|href|url\(|<script|<image|<foreignObject|<text|font/);
  });
});
