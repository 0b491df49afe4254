import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { readJourneyFiles } from './journeys';

const root = join(import.meta.dirname, '../../..');

test('a build reads the journeys of a folder by the names of their files, and refuses a wrong one with file and step', () => {
  const folder = temporaryFolder();
  expect(readJourneyFiles(folder)).toBeUndefined();
  mkdirSync(join(folder, 'journeys'));
  const write = (file: string, content: object) =>
    writeFileSync(join(folder, 'journeys', file), JSON.stringify(content));
  const book = { title: 'Réserver', steps: [{ type: 'navigate', url: '/booking' }] };
  write('README.md', {});
  write('book.json', book);
  expect(readJourneyFiles(folder)).toEqual({ book });
  write('write.json', { ...book, steps: [...book.steps, { type: 'hover' }] });
  expect(() => readJourneyFiles(folder)).toThrow('journeys/write.json, step 2: "type" must be of type');
});

const parts = readdirSync(root).filter((folder) => folder === 'shell' || folder.startsWith('remote-'));

test.each(parts)('%s has three journeys at least', (part) => {
  expect(Object.keys(readJourneyFiles(join(root, part)) ?? {}).length).toBeGreaterThanOrEqual(3);
});
