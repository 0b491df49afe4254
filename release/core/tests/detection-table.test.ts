import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectionTable } from './support/detection-table';

const DOCUMENT = join(import.meta.dirname, '../../../docs/watched-activation.md');

test('the document has the times to detection that the rules of the watch give', () => {
  const [, documented = ''] =
    /<!-- detection -->\n([\s\S]*)\n<!-- \/detection -->/.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  expect(cellsOf(documented)).toEqual(cellsOf(detectionTable()));
});

/** Editors align the columns of a table. */
const cellsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim().replace(/^-+$/, '---')));
