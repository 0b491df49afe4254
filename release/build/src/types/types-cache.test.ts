import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { cacheTypes } from './types-cache';

let folder: string;
let described: number;

beforeEach(() => {
  described = 0;
  folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/drawing'), { recursive: true });
  write('package.json', JSON.stringify({ dependencies: { drawing: '*' } }));
  write('node_modules/drawing/package.json', '{"version":"1.0.0"}');
  // A package below this one depends on it.
  symlinkSync(folder, join(folder, 'node_modules/back'));
  write('index.ts', `// ${randomUUID()}`);
});

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const typesNow = () =>
  cacheTypes([folder], async () => {
    described += 1;
    return { sharedUi: { Card: { hash: String(described), text: '' } }, host: {} };
  });

test('the types of the same sources are described once', async () => {
  const first = await typesNow();
  expect(await typesNow()).toEqual(first);
  expect(described).toBe(1);
});

test('builds that need the same types at once share one description', async () => {
  const [first, ...others] = await Promise.all([typesNow(), typesNow(), typesNow()]);
  expect(others).toEqual([first, first]);
  expect(described).toBe(1);
});

test.each([
  ['a source changes', () => write('index.ts', `// ${randomUUID()}`)],
  ['a source is added', () => write('card.tsx', '')],
  ['a third party has another version', () => write('node_modules/drawing/package.json', '{"version":"1.1.0"}')],
])('types are described again when %s', async (_, change) => {
  await typesNow();
  change();
  expect((await typesNow()).sharedUi.Card?.hash).toBe('2');
});

test('types are not described again when a test changes', async () => {
  await typesNow();
  write('index.test.ts', 'test');
  await typesNow();
  expect(described).toBe(1);
});
