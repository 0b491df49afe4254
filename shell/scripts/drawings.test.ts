/** @jest-environment node */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDrawings } from './drawings';

test('icons and picture for sharing are those of the drawings and colours: run npx tsx shell/scripts/make-pictures.ts', () => {
  expect(readFileSync(join(__dirname, 'drawn.sha256'), 'utf8')).toBe(`${readDrawings(__dirname).hash}\n`);
});
