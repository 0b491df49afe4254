import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { init } from 'es-module-lexer';
import { parse } from 'yaml';
import { withFileEndings } from './file-endings';

describe('file endings', () => {
  const folder = temporaryFolder();
  beforeAll(() => init);
  mkdirSync(join(folder, 'list'));
  for (const file of ['index.js', 'page.js', 'rspack.base.js', 'loader.mjs', 'list/index.js'])
    writeFileSync(join(folder, file), '');

  const complete = (text: string) => withFileEndings(join(folder, 'main.js'), text);

  test.each([
    ["import { a } from './page';", "import { a } from './page.js';"],
    ["export * from './rspack.base';", "export * from './rspack.base.js';"],
    ["import './page.ts';", "import './page.js';"],
    ["import './loader.mjs';", "import './loader.mjs';"],
    ["const list = await import('./list');", 'const list = await import("./list/index.js");'],
    ["export * from './page'; import './list';", "export * from './page.js'; import './list/index.js';"],
  ])('adds the file ending in %s', (source, compiled) => {
    expect(complete(source)).toBe(compiled);
  });

  test.each([
    ["import { A } from './page';", "import { A } from './page.js';"],
    ['export declare const a: import("./page").A;', 'export declare const a: import("./page.js").A;'],
    ['export declare const a: import(".").A;', 'export declare const a: import("./index.js").A;'],
  ])('adds the file ending in the declaration %s', (source, compiled) => {
    expect(withFileEndings(join(folder, 'main.d.ts'), source)).toBe(compiled);
  });

  test.each(["import { a } from 'react';", "const path = './page';", "const text = `import { a } from './page';`;"])(
    'leaves %s unchanged',
    (source) => {
      expect(complete(source)).toBe(source);
    },
  );

  test('importing a module that was not compiled throws an error that names it', () => {
    expect(() => complete("import './missing';")).toThrow(/main\.js imports \.\/missing/);
  });
});

describe('shipped exports', () => {
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
});
