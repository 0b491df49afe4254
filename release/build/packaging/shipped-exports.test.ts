import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type ExportTarget = string | Readonly<Record<string, string>>;

const root = join(__dirname, '../../..');
const { importers } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as { importers: object };
const published = Object.keys(importers)
  .map((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
  .filter(({ publishConfig }) => publishConfig?.exports);

test('a published package exports only files that it ships', () => {
  expect(published.length).toBeGreaterThan(5);
  const missing = published.flatMap(({ name, files = [], publishConfig }) => {
    const shipped: readonly string[] = ['package.json', ...files];
    const isShipped = (path: string) => shipped.some((one) => path === `./${one}` || path.startsWith(`./${one}/`));
    return Object.values<ExportTarget>(publishConfig.exports)
      .flatMap((exported) => (typeof exported === 'string' ? [exported] : Object.values(exported)))
      .filter((path) => !isShipped(path))
      .map((path) => `${name}: ${path}`);
  });
  expect(missing).toEqual([]);
});
